import type { Strength } from '@claviger/contract/decide/strengths'
import { type StrengthLevel, policySignInMethodNames } from '@claviger/contract/decide/policy-content'
import { keyKindNames } from '@claviger/contract/keys/security-keys'
import { msg, t } from '#platform/text/text.ts'
import { anyOf } from '../policy-content/policy-labels.ts'

export const levelHelp = {
  any: msg('Every sign-in method'),
  'multi-factor': msg('A key with its PIN, fingerprint, or face, or a trusted external provider'),
  'phishing-resistant': msg('A passkey, or an access card with its PIN'),
  'hardware-bound': msg("A passkey that can't be copied to another device"),
} as const satisfies Record<StrengthLevel, string>

/** What a sign-in must consist of, in short parts. */
export function partsOf(of: Strength): string[] {
  const { level, methods, keyKinds, models, pin, withinMinutes } = of
  return [
    ...(of.preset || level !== 'any' ? [t(levelHelp[level])] : []),
    ...(methods.length > 0 ? [anyOf(methods.map(way => t(policySignInMethodNames[way])))] : []),
    ...(keyKinds.length > 0 ? [anyOf(keyKinds.map(kind => t(keyKindNames[kind] ?? msg('Unknown'))))] : []),
    ...(models.length > 0
      ? [t('{count, plural, one {# key model} other {# key models}}', { count: models.length })]
      : []),
    ...(pin ? [t('PIN, fingerprint, or face')] : []),
    ...(withinMinutes === null
      ? []
      : [t('within {count, plural, one {# minute} other {# minutes}}', { count: withinMinutes })]),
  ]
}

export function usesOf({ policies, applications }: Strength): string {
  if (policies + applications === 0) return t('Not used')
  return [
    ...(policies > 0 ? [t('{count, plural, one {# policy} other {# policies}}', { count: policies })] : []),
    ...(applications > 0
      ? [t('{count, plural, one {# application} other {# applications}}', { count: applications })]
      : []),
  ].join(' · ')
}
