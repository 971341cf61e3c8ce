import { type WayIn, waysIn } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { HereRow } from './browser-sessions.store.ts'

/**
 * Names of what a sign-in can prove, as applications ask for it (`acr_values`, RequestedAuthnContext): phishing-resistant,
 * the same by a key that cannot be copied (OpenID EAP), with a PIN or something like it, by a card, by a hardware key.
 */
export const acrs = {
  phishingResistant: 'phr',
  hardwareProtected: 'phrh',
  pin: 'urn:claviger:acr:pin',
  card: 'urn:claviger:acr:card',
  hardware: 'urn:claviger:acr:hardware',
  /** By what was sent to the person or what they know. */
  basic: 'urn:claviger:acr:basic',
} as const

/** How somebody signed in, in the words of RFC 8176, and which of the names above that is enough for, the strongest first. */
export interface How {
  readonly amr: readonly string[]
  readonly acrs: readonly string[]
}

const byMethod: Readonly<Record<string, readonly string[]>> = {
  code: ['otp'],
  sms: ['sms'],
  call: ['tel'],
  password: ['pwd'],
}

/** How the person of a session signed in. Nothing is said that we do not know. */
export function howOf({ method, key_kind, copied }: Pick<HereRow, 'method' | 'key_kind' | 'copied'>): How {
  if (copied === null) return { amr: byMethod[method] ?? [], acrs: [acrs.basic] }
  const own = copied ? 'swk' : 'hwk'
  const { phishingResistant, hardwareProtected, pin, card, hardware, basic } = acrs
  const strong = copied ? [phishingResistant] : [hardwareProtected, phishingResistant]
  switch (key_kind) {
    // Its passkey is with us, and answers for whoever taps the card and knows the PIN
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

/** By which way the person of a session came in, as access policies name it; null for one that they do not name. */
export function wayOf({ method, way }: Pick<HereRow, 'method' | 'way'>): WayIn | null {
  // A badge opens a session with its PIN only
  const named = way === 'badge' ? 'badge-pin' : (way ?? method)
  return waysIn.find(one => one === named) ?? null
}

/** What an application may demand of its people, and the name of what is then asked for. */
export const acrDemanded = { any: undefined, pin: acrs.pin, hardware: acrs.hardware, card: acrs.card } as const
