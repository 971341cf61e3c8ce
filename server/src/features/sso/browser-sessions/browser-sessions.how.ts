import { type WayIn, waysIn } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { HereRow } from './browser-sessions.store.ts'

/**
 * Assurance levels that applications can request (`acr_values`, RequestedAuthnContext): phishing-resistant,
 * the same with a non-copyable key (OpenID EAP), with a PIN or similar, with a card, with a hardware key.
 */
export const acrs = {
  phishingResistant: 'phr',
  hardwareProtected: 'phrh',
  pin: 'urn:claviger:acr:pin',
  card: 'urn:claviger:acr:card',
  hardware: 'urn:claviger:acr:hardware',
  basic: 'urn:claviger:acr:basic',
} as const

export interface AuthenticationContext {
  readonly amr: readonly string[]
  readonly acrs: readonly string[]
}

const byMethod: Readonly<Record<string, readonly string[]>> = {
  code: ['otp'],
  sms: ['sms'],
  call: ['tel'],
  password: ['pwd'],
}

export function howOf({
  method,
  key_kind,
  copied,
}: Pick<HereRow, 'method' | 'key_kind' | 'copied'>): AuthenticationContext {
  if (copied === null) return { amr: byMethod[method] ?? [], acrs: [acrs.basic] }
  const own = copied ? 'swk' : 'hwk'
  const { phishingResistant, hardwareProtected, pin, card, hardware, basic } = acrs
  const strong = copied ? [phishingResistant] : [hardwareProtected, phishingResistant]
  switch (key_kind) {
    // Its passkey is on the server and requires tapping the card and knowing the PIN
    case keyKinds.accessCard:
      return { amr: ['swk', 'sc', 'pin', 'mfa'], acrs: [phishingResistant, pin, card, basic] }
    case keyKinds.fingerprint:
      return { amr: ['swk', 'fpt', 'mfa'], acrs: [phishingResistant, pin, basic] }
    case keyKinds.smartCard:
      return { amr: [own, 'sc', 'pin', 'mfa'], acrs: [...strong, pin, card, hardware, basic] }
    case keyKinds.hardware:
      return { amr: [own, 'user', 'mfa'], acrs: [...strong, pin, ...(copied ? [] : [hardware]), basic] }
    case null:
    default:
      return { amr: [own, 'user', 'mfa'], acrs: [...strong, pin, basic] }
  }
}

export function wayOf({ method, way }: Pick<HereRow, 'method' | 'way'>): WayIn | null {
  // A badge opens a session only with its PIN
  const named = way === 'badge' ? 'badge-pin' : (way ?? method)
  return waysIn.find(one => one === named) ?? null
}

export const acrDemanded = { any: undefined, pin: acrs.pin, hardware: acrs.hardware, card: acrs.card } as const
