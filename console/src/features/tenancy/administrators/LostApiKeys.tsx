import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { useRead } from '#platform/data/useRead.ts'
import { useSession } from '#shell/session.tsx'
import { t } from '#platform/text/text.ts'

export function LostApiKeys({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p>
      {t(
        '{count, plural, one {This API key also stops} other {These API keys also stop}} working: {names}. To prevent this, an owner can first take over {count, plural, one {the key} other {the keys}} under “API keys”.',
        { count: names.length, names: names.join(', ') },
      )}
    </p>
  )
}

export function LostApiKeysOf({ administrator }: { administrator: string }) {
  const { can } = useSession()
  const input = { act: 'delete' as const, ids: [administrator] }
  const preview = useRead(bulkRuns.preview, input, { quiet: true, when: can('users.write') })
  return <LostApiKeys names={preview.data?.apiKeys ?? []} />
}
