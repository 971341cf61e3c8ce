import { t } from '#platform/text/text.ts'
import { Email, Text } from '#platform/ui/fields/Text.tsx'
import type { CallError } from '#platform/data/refusal.ts'
import type { Fields } from '#platform/ui/form/useFields.ts'

export const newWorkspace = { name: '', url: '', ownerFirstName: '', ownerLastName: '', ownerEmail: '' }

/** Shows a refusal because of a taken address at its field. */
export function addressRefused(refusal: CallError, fields: Fields): boolean {
  if (refusal.code !== 'workspace-url-taken') return false
  fields.fault('url', refusal.message)
  return true
}

/** Name and address of a new workspace, and its owner, who is invited by email. */
export function NewWorkspaceFields() {
  return (
    <>
      <Text name="name" label={t('Organization name')} autoComplete="off" autoFocus />
      <Text
        name="url"
        label={t('Address')}
        autoComplete="off"
        help={t('Lowercase letters, digits, and hyphens. Users see it when they sign in.')}
      />
      <Text name="ownerFirstName" label={t('First name of the owner')} autoComplete="off" />
      <Text name="ownerLastName" label={t('Last name of the owner')} autoComplete="off" />
      <Email
        name="ownerEmail"
        label={t('Email of the owner')}
        autoComplete="off"
        help={t('The invitation is sent here.')}
      />
    </>
  )
}
