import { applications } from '@claviger/contract/apps/applications'
import { t } from '#platform/text/text.ts'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'

interface Props {
  of: readonly { id: string; name: string }[]
  close: () => void
  done: () => void
}

export default function DeleteApplications({ of, close, done }: Props) {
  return (
    <DeleteMany
      of={applications.removeMany}
      things={of}
      act={t('Delete {count, plural, one {# application} other {# applications}}', { count: of.length })}
      said={count => t('{count, plural, one {# application} other {# applications}} deleted', { count })}
      close={close}
      done={done}
    >
      <p>
        {t(
          "Users can no longer sign in to it from here, and all data stored for it is deleted here. You can't undo this.",
        )}
      </p>
    </DeleteMany>
  )
}
