import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { PolicySignInMethod } from '@claviger/contract/decide/policy-content'
import { acrOfStrength, type StrengthLevel, strengthLevels } from '@claviger/contract/decide/policy-content'
import type { StrengthRules, WorkspaceStrengths } from './strengths.store.ts'

/** Facts about a sign-in that authentication strengths need. */
export interface SignInProof {
  readonly level: StrengthLevel
  readonly way: PolicySignInMethod | null
  readonly keyKind: number | null
  readonly model: string | null
  readonly verified: boolean
  readonly signedInAt: Date
}

/**
 * The preset that a sign-in with a key meets. `copied`: whether its passkey can be copied to other devices; null without a
 * passkey.
 */
export function levelOfKey({
  keyKind,
  copied,
  way,
}: Pick<SignInProof, 'keyKind' | 'way'> & { copied: boolean | null }): StrengthLevel {
  if (copied === null) return 'any'
  // A phone approval can be for another person's browser
  if (way === 'phone') return 'multi-factor'
  // Their passkeys are on the server
  if (keyKind === keyKinds.accessCard || keyKind === keyKinds.fingerprint) return 'phishing-resistant'
  return copied ? 'phishing-resistant' : 'hardware-bound'
}

const rankOf = (level: StrengthLevel) => strengthLevels.indexOf(level)

const isAmong = <T>(all: readonly T[], one: T | null): boolean =>
  all.length === 0 || (one !== null && all.includes(one))

const meets = (rules: StrengthRules, proof: SignInProof, now: Date): boolean =>
  rankOf(proof.level) >= rankOf(rules.level) &&
  isAmong(rules.methods, proof.way) &&
  isAmong(rules.keyKinds, proof.keyKind) &&
  isAmong(rules.models, proof.model) &&
  (!rules.pin || proof.verified) &&
  (rules.withinMinutes === null || now.getTime() - proof.signedInAt.getTime() <= rules.withinMinutes * 60_000)

/** The IDs of the workspace's strengths that a sign-in meets. */
export const ownStrengthsMet = (all: WorkspaceStrengths, proof: SignInProof, now: Date): string[] =>
  all.filter(({ content }) => meets(content, proof, now)).map(({ id }) => id)

/** The IDs of all strengths that a sign-in meets, presets included. */
export const strengthsMet = (all: WorkspaceStrengths, proof: SignInProof, now: Date): string[] => [
  ...strengthLevels.filter(level => rankOf(level) <= rankOf(proof.level)),
  ...ownStrengthsMet(all, proof, now),
]

/** The `acr` value of a custom strength. */
export const acrOf = (id: string): string => `${acrOfStrength}${id}`
