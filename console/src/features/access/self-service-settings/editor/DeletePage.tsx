import { selfServiceOfWorkspaces } from '@claviger/contract/access/self-service-settings/self-service-of-workspaces'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { useSource } from '../source.ts'
import { useDraft } from './page-draft.ts'

export default function DeletePage({ close, gone }: { close: () => void; gone: () => void }) {
  const { calls, fixed } = useSource()
  const { page } = useDraft()
  const told = {
    done() {
      toast('success', t('{name} deleted', { name: page.name }))
      gone()
    },
  }
  const own = useWrite(calls.remove, told)
  const any = useWrite(selfServiceOfWorkspaces.remove, told)
  const workspace = fixed['id']
  const remove = () =>
    workspace === undefined ? own.mutate({ page: page.id }) : any.mutate({ id: workspace, ids: [page.id] })
  return (
    <Confirm
      open
      title={t('Delete 1 page?')}
      keep={t('Keep page')}
      act={t('Delete 1 page')}
      busy={own.isPending || any.isPending}
      close={close}
      confirm={remove}
    >
      <p>
        <Trans
          id="<0>Posters and links to {address} stop working.</0> The versions and figures of the page are deleted, too. To close it temporarily, turn it off."
          values={{ address: `/self-service/${page.id}` }}
          components={[<strong key="lost" />]}
        />
      </p>
    </Confirm>
  )
}
