import type { SamlSettings } from '@claviger/contract/apps/applications'
import type { BrowserSession } from '#features/sso/browser-sessions/browser-sessions.ts'
import { acrs, isOurAcr } from '#features/sso/browser-sessions/browser-sessions.methods.ts'
import type { SamlRequest } from './saml-request.ts'

const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'
const password = `${classes}PasswordProtectedTransport`
const unspecified = `${classes}unspecified`
const smartCard = `${classes}SmartcardPKI`
/** Two different factors: https://refeds.org/profile/mfa, and the value that Entra ID and AD FS request. */
const twoFactors: Readonly<Record<SamlSettings['mfaClass'], string>> = {
  refeds: 'https://refeds.org/profile/mfa',
  microsoft: 'http://schemas.microsoft.com/claims/multipleauthn',
}

/**
 * Products request these by default without meaning a password, so they are treated as a minimum that any
 * sign-in meets. The response still states the actual method.
 */
const least: readonly string[] = [password, `${classes}Password`, unspecified]

const strengths: Readonly<Record<string, number>> = {
  ...Object.fromEntries(least.map(one => [one, 0])),
  [acrs.basic]: 0,
  [twoFactors.refeds]: 1,
  [twoFactors.microsoft]: 1,
  [acrs.phishingResistant]: 1,
  [acrs.pin]: 1,
  [acrs.hardwareProtected]: 2,
  [acrs.hardware]: 2,
  [acrs.card]: 2,
  [smartCard]: 2,
}

const wayTo: Readonly<Record<string, string>> = {
  [twoFactors.refeds]: acrs.pin,
  [twoFactors.microsoft]: acrs.pin,
  [smartCard]: acrs.card,
  ...Object.fromEntries(Object.values(acrs).map(one => [one, one])),
}

type How = Pick<BrowserSession, 'amr' | 'acrs'>

export const contextOf = ({ amr }: How, by: SamlSettings['mfaClass'] = 'refeds'): string =>
  amr.includes('mfa') ? twoFactors[by] : amr.includes('pwd') ? password : unspecified

const allOf = (how: How): readonly string[] => [
  contextOf(how),
  ...how.acrs,
  ...(how.amr.includes('mfa') ? [twoFactors.microsoft] : []),
  ...(how.amr.includes('sc') && how.amr.includes('hwk') ? [smartCard] : []),
]

/**
 * The context class to return for a request; undefined if the sign-in doesn't satisfy it (Core §3.3.2.2.1).
 */
export function contextFor(
  how: How,
  { contexts, comparison }: Pick<SamlRequest, 'contexts' | 'comparison'>,
  by: SamlSettings['mfaClass'] = 'refeds',
): string | undefined {
  if (contexts.length === 0) return contextOf(how, by)
  const all = allOf(how)
  if (comparison === 'exact' || comparison === 'minimum')
    return (
      contexts.find(one => all.includes(one)) ??
      (contexts.some(one => least.includes(one)) ? contextOf(how, by) : undefined)
    )
  const known = contexts.flatMap(one => strengths[one] ?? [])
  if (known.length === 0) return undefined
  const bound = Math.max(...known)
  return all.find(one => {
    const strength = strengths[one] ?? 0
    return comparison === 'better' ? strength > bound : strength <= bound
  })
}

/** The level that a new sign-in needs to satisfy a request; undefined if none can. */
export function demandFor({ contexts, comparison }: Pick<SamlRequest, 'contexts' | 'comparison'>): string | undefined {
  if (comparison === 'better') return acrs.hardwareProtected
  if (comparison === 'maximum') return undefined
  return contexts.flatMap(one => wayTo[one] ?? (isOurAcr(one) ? [one] : []))[0]
}
