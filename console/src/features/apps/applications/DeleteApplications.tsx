import { applications } from '@claviger/contract/apps/applications'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before applications are deleted. */
export default function DeleteApplications({
  of,
  close,
  done,
}: {
  of: readonly { id: string; name: string }[]
  close: () => void
  done: () => void
}) {
  const remove = useWrite(applications.removeMany, {
    done({ removed }) {
      toast('success', t('{count, plural, one {# application} other {# applications}} deleted', { count: removed }))
      close()
      done()
    },
  })
  const act = t('Delete {count, plural, one {# application} other {# applications}}', { count: of.length })
  return (
    <Confirm
      open
      title={`${act}?`}
      keep={t('Keep')}
      act={act}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: of.map(({ id }) => id) })}
    >
      <p>
        <strong>{of.map(({ name }) => name).join(', ')}</strong>
      </p>
      <p>
        {t(
          'Nobody can sign in to it from here any more, and what it was told of people is forgotten. This cannot be undone.',
        )}
      </p>
    </Confirm>
  )
}
