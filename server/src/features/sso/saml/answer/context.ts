import type { Here } from '../../browser-sessions/browser-sessions.ts'
import { acrs } from '../../browser-sessions/browser-sessions.how.ts'
import type { Asked } from './asked.ts'

const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'
const password = `${classes}PasswordProtectedTransport`
const unspecified = `${classes}unspecified`
const smartCard = `${classes}SmartcardPKI`
/** Two factors of different kinds (https://refeds.org/profile/mfa). */
const twoFactors = 'https://refeds.org/profile/mfa'

/**
 * What many products ask for by default without meaning a password: it is read as the least that they take, and any
 * sign-in here is at least that. What is answered is the truth all the same.
 */
const least: readonly string[] = [password, `${classes}Password`, unspecified]

const strengths: Readonly<Record<string, number>> = {
  ...Object.fromEntries(least.map(one => [one, 0])),
  [acrs.basic]: 0,
  [twoFactors]: 1,
  [acrs.phishingResistant]: 1,
  [acrs.pin]: 1,
  [acrs.hardwareProtected]: 2,
  [acrs.hardware]: 2,
  [acrs.card]: 2,
  [smartCard]: 2,
}

/** Which acr a sign-in must prove for a class; undefined where none does. */
const wayTo: Readonly<Record<string, string>> = {
  [twoFactors]: acrs.pin,
  [smartCard]: acrs.card,
  ...Object.fromEntries(Object.values(acrs).map(one => [one, one])),
}

type How = Pick<Here, 'amr' | 'acrs'>

/** The class that says how somebody signed in, where nobody asks for a certain one. */
export const contextOf = ({ amr }: How): string =>
  amr.includes('mfa') ? twoFactors : amr.includes('pwd') ? password : unspecified

/** All classes that a sign-in is. */
const allOf = (how: How): readonly string[] => [
  contextOf(how),
  ...how.acrs,
  ...(how.amr.includes('sc') && how.amr.includes('hwk') ? [smartCard] : []),
]

/** The class to answer to what an application asks for; undefined where this sign-in is not that (Core §3.3.2.2.1). */
export function contextFor(
  how: How,
  { contexts, comparison }: Pick<Asked, 'contexts' | 'comparison'>,
): string | undefined {
  if (contexts.length === 0) return contextOf(how)
  const all = allOf(how)
  if (comparison === 'exact' || comparison === 'minimum')
    return (
      contexts.find(one => all.includes(one)) ??
      (contexts.some(one => least.includes(one)) ? contextOf(how) : undefined)
    )
  const known = contexts.flatMap(one => strengths[one] ?? [])
  if (known.length === 0) return undefined
  const bound = Math.max(...known)
  return all.find(one => {
    const strength = strengths[one] ?? 0
    return comparison === 'better' ? strength > bound : strength <= bound
  })
}

/** What a new sign-in must prove so that an application gets what it asks for; undefined where none can. */
export function demandFor({ contexts, comparison }: Pick<Asked, 'contexts' | 'comparison'>): string | undefined {
  if (comparison === 'better') return acrs.hardwareProtected
  if (comparison === 'maximum') return undefined
  return contexts.flatMap(one => wayTo[one] ?? [])[0]
}
