import type { CallError } from '../../../../ground/data/refusal.ts'
import { t } from '../../../../ground/text/text.ts'
import { Tick } from '../../../../ground/ui/fields/Tick.tsx'
import type { Fields } from '../../../../ground/ui/form/useFields.ts'
import { Notice } from '../../../../ground/ui/page/Notice.tsx'

const fieldOf: Record<string, string> = {
  'email-taken': 'email',
  'user-id-taken': 'userId',
  'employee-id-taken': 'employeeId',
  'invalid-phone': 'phoneNumber',
  'no-email': 'email',
}

export function placed(refusal: CallError, fields: Fields): boolean {
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
