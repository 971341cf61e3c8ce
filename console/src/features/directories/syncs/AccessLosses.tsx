import { connections } from '@claviger/contract/directories/connections'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

/** Who would lose access if a directory were disconnected, or if directories led in another order. */
export function AccessLosses({ input }: { input: InputOf<typeof connections.losses.input> }) {
  const { data } = useRead(connections.losses, input, { quiet: true, fresh: 0 })
  if (!data || data.users + data.owners.length + data.passwords === 0) return null
  return (
    <Notice level="warning">
      {data.users > 0 && (
        <p>
          {t(
            '{count, plural, one {# user loses} other {# users lose}} access at the next run, because the directory that leads then says that they left or are disabled.',
            { count: data.users },
          )}
        </p>
      )}
      {data.owners.length > 0 && (
        <p>{t('Owners who lose access for the same reason: {names}', { names: data.owners.join(', ') })}</p>
      )}
      {data.passwords > 0 && (
        <p>
          {t(
            '{count, plural, one {# user has} other {# users have}} no key and no email address, and can then no longer sign in.',
            { count: data.passwords },
          )}
        </p>
      )}
    </Notice>
  )
}
