import type { RegistrationState } from '@claviger/contract/access/registration'
import { countryOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import type { RegistrationKind, StepName } from './flow.ts'

export const labels: Record<StepName, string> = {
  email: msg('Your account'),
  password: msg('Password'),
  'security-key': msg('Security key'),
  'personal-info': msg('Your details'),
  address: msg('Address'),
  workspace: msg('Workspace'),
  payment: msg('Plan'),
  'confirm-identity': msg('Confirm identity'),
  verify: msg('Confirmation code'),
  complete: msg('Done'),
}

const kinds: Record<RegistrationKind, string> = { work: msg('Work'), school: msg('School'), personal: msg('Personal') }

const listed = (...parts: (string | null | undefined)[]) => parts.filter(part => part).join(', ')

const nameIn = ({ firstName, lastName }: RegistrationState) => firstName && `${firstName} ${lastName}`

const addressIn = ({ address }: RegistrationState) =>
  address
    ? listed(address.address, `${address.postalCode} ${address.city}`, address.province, countryOf(address.country))
    : undefined

/** The full answer of a step for the summary; undefined if there is none. */
export function answerOf(state: RegistrationState, step: StepName): string | undefined {
  switch (step) {
    case 'email':
      return listed(t(kinds[state.kind]), nameIn(state), state.email)
    case 'password':
      return state.hasPassword ? t('Set') : t('None')
    case 'security-key':
      return state.hasPasskey || state.hasCard ? t('Saved') : t('Skipped')
    case 'personal-info': {
      const { phoneNumber: phone } = state
      return listed(nameIn(state), phone && `${phone.countryCode} ${phone.mobileNumber}`) || undefined
    }
    case 'address':
      return addressIn(state)
    case 'workspace':
      return state.workspace ? listed(state.workspace.name, state.workspace.url) : undefined
    case 'payment':
    case 'confirm-identity':
    case 'verify':
    case 'complete':
      return undefined
  }
}

export function shortAnswer(state: RegistrationState | null, step: StepName): string | undefined {
  if (state === null) return undefined
  if (step === 'email') return state.email
  if (step === 'address') return state.address?.city
  if (step === 'workspace') return state.workspace?.name
  return answerOf(state, step)
}
