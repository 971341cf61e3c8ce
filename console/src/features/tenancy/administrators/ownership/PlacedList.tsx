import { Stack } from '@mantine/core'
import type { PlacedAccess } from '@claviger/contract/tenancy/administrators'
import { msg, t } from '#platform/text/text.ts'

const kinds: Record<PlacedAccess['kind'], string> = {
  key: msg('Security key'),
  passkey: msg('Passkey'),
  share: msg('Account sharing'),
  provider: msg('Identity provider'),
  delegation: msg('Delegation'),
  password: msg('Password'),
  mailbox: msg('Email'),
  phone: msg('Phone'),
}

/** What other people placed in an account, and who did. */
export function PlacedList({ items }: { items: readonly PlacedAccess[] }) {
  return (
    <Stack component="ul" gap={4} m={0} pl={18}>
      {items.map(({ kind, name, by }, place) => (
        // Two cards can have the same name
        <li key={`${kind} ${String(place)}`}>
          <b>{t(kinds[kind])}</b> {name} · {by === null ? t('Added by: unknown') : t('Added by {name}', { name: by })}
        </li>
      ))}
    </Stack>
  )
}
