import type { PlacedAccess } from '@claviger/contract/tenancy/administrators'
import { Checkbox } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { PlacedList } from './PlacedList.tsx'

export interface KeptContactFields {
  keepEmail: boolean
  keepPhone: boolean
}

/** Access that ends when a role is accepted. The user can confirm that email address and phone number are their own. */
export function ContactConfirmation({
  items,
  kept,
  keep,
}: {
  items: readonly PlacedAccess[]
  kept: KeptContactFields
  keep: (to: KeptContactFields) => void
}) {
  const named = (kind: PlacedAccess['kind']) => items.find(one => one.kind === kind)
  const [email, phone] = [named('mailbox'), named('phone')]
  if (items.length === 0) return null
  return (
    <>
      <p>
        {t(
          'Other people with a lower role set these up. They stop working when you accept. Keys can be confirmed later.',
        )}
      </p>
      <PlacedList items={items} />
      {email && (
        <Checkbox
          label={t('{email} is my own mailbox. Keep it', { email: email.name })}
          checked={kept.keepEmail}
          onChange={event => keep({ ...kept, keepEmail: event.currentTarget.checked })}
        />
      )}
      {phone && (
        <Checkbox
          label={t('{phone} is my own phone number. Keep it', { phone: phone.name })}
          checked={kept.keepPhone}
          onChange={event => keep({ ...kept, keepPhone: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
