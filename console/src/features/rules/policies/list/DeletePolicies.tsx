import { policies } from '@claviger/contract/rules/policies'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { t } from '../../../../ground/text/text.ts'
import { Confirm } from '../../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { Preview } from '../../simulations/LockOut.tsx'
import { useMeans } from '../../simulations/useMeans.ts'
import type { Row } from '../columns.tsx'
import { useDraftsOf } from './drafts.ts'

/** Asks before policies are deleted, with whom that touches. */
export default function DeletePolicies({
  of,
  close,
  done,
}: {
  of: readonly Pick<Row, 'id' | 'name'>[]
  close: () => void
  done: () => void
}) {
  const drafts = useDraftsOf(of as readonly Row[], 'deleted')
  const preview = useMeans(drafts)
  const remove = useWrite(policies.removeMany, {
    done({ removed }) {
      toast('success', t('{count, plural, one {# policy} other {# policies}} deleted', { count: removed }))
      close()
      done()
    },
  })
  const act = t('Delete {count, plural, one {# policy} other {# policies}}', { count: of.length })
  const send = () => remove.mutate({ ids: of.map(({ id }) => id), lockOutSeen: preview.isSuccess }, { onError: close })
  return (
    <Confirm
      open
      title={`${act}?`}
      keep={t('Keep')}
      act={act}
      busy={remove.isPending}
      close={close}
      confirm={() => preview.data?.refused !== true && send()}
    >
      <p>
        <strong>{of.map(({ name }) => name).join(', ')}</strong>
      </p>
      <p>{t('To stop a policy for a time, switch it off. A deleted policy cannot be brought back.')}</p>
      {drafts && <Preview of={drafts} />}
    </Confirm>
  )
}
