import { acrOfStrength } from '@claviger/contract/decide/policy-content'
import { msg } from '#platform/text/text.ts'

const demands: Readonly<Record<string, string>> = {
  'urn:claviger:acr:pin': msg('The application requires a passkey, or a card with its PIN.'),
  'urn:claviger:acr:card': msg('The application requires a card with its PIN.'),
  'urn:claviger:acr:hardware': msg('The application requires a hardware security key.'),
  phr: msg('The application requires a passkey, or a card with its PIN.'),
  phrh: msg("The application requires a passkey that can't be copied, such as one on a hardware security key."),
}

const ofStrength = msg('The application requires a stronger or more recent sign-in.')

const requirements: Readonly<Record<string, string>> = {
  pin: msg("Your organization's policy requires a passkey, or a card with its PIN."),
  models: msg("Your organization's policy requires a security key model that it allows."),
  withinMinutes: msg("Your organization's policy requires a recent sign-in. Sign in again to continue."),
  strength: msg("Your organization's policy requires a stronger sign-in method."),
}

/** The requirements for the user, in words. */
export const requirementsIn = (unmet: readonly string[]): string[] =>
  unmet.flatMap(one => (Object.hasOwn(requirements, one) ? [requirements[one] as string] : []))

export function errandIn(search: string): { hint: string; demands: readonly string[] } {
  const params = new URLSearchParams(search)
  const hint = params.get('hint') ?? ''
  const asked = params.get('demand') ?? ''
  const demand = asked.startsWith(acrOfStrength) ? ofStrength : demands[asked]
  return {
    hint: /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(hint) ? hint : '',
    demands: [...(demand === undefined ? [] : [demand]), ...requirementsIn((params.get('unmet') ?? '').split(' '))],
  }
}
