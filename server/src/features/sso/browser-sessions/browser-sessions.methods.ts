import type { Demand } from '@claviger/contract/apps/applications/application-settings'
import { acrOfStrength, type StrengthLevel, strengthLevels } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { acrOf } from '#features/decide/strengths/strengths.meet.ts'
import { acrOfPreset } from '#features/decide/strengths/strengths.ts'
import type { BrowserSessionRow } from './browser-sessions.store.ts'

/**
 * Assurance levels that applications can request (`acr_values`, RequestedAuthnContext): phishing-resistant,
 * the same with a non-copyable key (OpenID EAP), with a PIN or similar, with a card, with a hardware key.
 */
export const acrs = {
  phishingResistant: acrOfPreset['phishing-resistant'],
  hardwareProtected: acrOfPreset['hardware-bound'],
  pin: acrOfPreset['multi-factor'],
  card: 'urn:claviger:acr:card',
  hardware: 'urn:claviger:acr:hardware',
  basic: acrOfPreset.any,
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
  way = null,
  provider_level: level = null,
  provider_methods: reported = null,
}: Pick<BrowserSessionRow, 'method' | 'key_kind' | 'copied'> &
  Partial<Pick<BrowserSessionRow, 'way' | 'provider_level' | 'provider_methods'>>): AuthenticationContext {
  if (level !== null) return { amr: reported ?? [], acrs: acrsFrom(level) }
  if (copied === null) return { amr: byMethod[method] ?? [], acrs: [acrs.basic] }
  const own = copied ? 'swk' : 'hwk'
  const { phishingResistant, hardwareProtected, pin, card, hardware, basic } = acrs
  // A phone approval can be for another person's browser
  if (way === 'phone') return { amr: [own, 'user', 'mfa'], acrs: [pin, basic] }
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

const acrDemanded: Readonly<Record<Demand, string | undefined>> = {
  any: undefined,
  pin: acrs.pin,
  'phishing-resistant': acrs.phishingResistant,
  'hardware-bound': acrs.hardwareProtected,
  hardware: acrs.hardware,
  card: acrs.card,
}

/** The level that an application requires: a built-in one or a custom strength. */
export const acrRequired = (demand: string): string | undefined =>
  demand in acrDemanded ? acrDemanded[demand as Demand] : acrOf(demand)

/** Can an application request this value? Others are ignored. */
export const isOurAcr = (value: string): boolean =>
  Object.values<string>(acrs).includes(value) || value.startsWith(acrOfStrength)

/** The presets that a level meets, strongest first. */
const acrsFrom = (level: StrengthLevel): string[] =>
  strengthLevels
    .slice(0, strengthLevels.indexOf(level) + 1)
    .toReversed()
    .map(one => acrOfPreset[one])
