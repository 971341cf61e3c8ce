import { workflows } from '@claviger/contract/automation/workflows'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before workflows are deleted. */
export default function DeleteWorkflows({
  of,
  close,
  done,
}: {
  of: readonly { id: string; name: string }[]
  close: () => void
  done: () => void
}) {
  const remove = useWrite(workflows.removeMany, {
    done({ removed }) {
      toast('success', t('{count, plural, one {# workflow} other {# workflows}} deleted', { count: removed }))
      close()
      done()
    },
  })
  const act = t('Delete {count, plural, one {# workflow} other {# workflows}}', { count: of.length })
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
      <p>{t('What they did stays. Their runs are no longer shown. This cannot be undone.')}</p>
    </Confirm>
  )
}
