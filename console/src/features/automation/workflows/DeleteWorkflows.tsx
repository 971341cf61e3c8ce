import { workflows } from '@claviger/contract/automation/workflows'
import { t } from '#platform/text/text.ts'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'

interface Props {
  of: readonly { id: string; name: string }[]
  close: () => void
  done: () => void
}

export default function DeleteWorkflows({ of, close, done }: Props) {
  return (
    <DeleteMany
      of={workflows.removeMany}
      things={of}
      act={t('Delete {count, plural, one {# workflow} other {# workflows}}', { count: of.length })}
      said={count => t('{count, plural, one {# workflow} other {# workflows}} deleted', { count })}
      close={close}
      done={done}
    >
      <p>{t("Changes made by these workflows are kept. Their runs are no longer shown. You can't undo this.")}</p>
    </DeleteMany>
  )
}
