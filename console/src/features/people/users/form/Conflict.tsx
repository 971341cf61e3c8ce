import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

const fieldOf: Record<string, string> = {
  'email-taken': 'email',
  'user-id-taken': 'userId',
  'employee-id-taken': 'employeeId',
  'invalid-phone': 'phoneNumber',
  'no-email': 'email',
}

export function isShownAtField(refusal: CallError, fields: Fields): boolean {
  const field = fieldOf[refusal.code]
  if (field !== undefined) fields.fault(field, refusal.message)
  return field !== undefined
}

export function SharedMailbox() {
  return (
    <Notice level="warning">
      <Tick
        name="sharesEmail"
        label={t('Shared mailbox')}
        help={t('Anyone with access to this mailbox can choose the user at sign-in')}
      />
    </Notice>
  )
}
