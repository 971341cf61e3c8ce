import { accessKeys } from '@claviger/contract/keys/access-keys'
import type { ReaderApp } from '@claviger/contract/keys/access-keys'
import { t } from '#platform/text/text.ts'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'

interface Props {
  apps: readonly ReaderApp[]
  done?: () => void
  close: () => void
}

export default function RemovePrograms({ apps, done, close }: Props) {
  return (
    <DeleteMany
      of={accessKeys.removeMany}
      things={apps}
      act={t('Remove {count, plural, one {# program} other {# programs}}', { count: apps.length })}
      said={count => t('{count, plural, one {# program} other {# programs}} removed', { count })}
      close={close}
      done={done}
    >
      <p>{t('Cards tapped there are refused immediately, even while in use.')}</p>
      <p>{t('To use the program again, register it with an API key of type “Clients”.')}</p>
    </DeleteMany>
  )
}
