import { canProvideFact, type EntryPlace, everyEntryPoint, entryPoints } from '@claviger/contract/decide/entry-points'
import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import type { Warning } from '@claviger/contract/rules/simulations'
import type { PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { msg, type Translate } from '#platform/languages.ts'
import { isFilled } from './fact-space.ts'
import { circlesOf, countriesOf } from './fact-values.ts'

const says = {
  devices: msg("This policy can't apply {places}, because the device is unknown there"),
  locationRestriction: msg("This policy can't apply {places}, because the position is unknown there"),
} as const

// Offline computers are left out: they have no address or country, so nearly every policy would get a warning
const places: readonly (readonly [EntryPlace, string])[] = [
  ['application', msg('at applications')],
  ['sign-in-page', msg('on the sign-in page')],
  ['site', msg('at websites')],
  ['computer', msg('on computers')],
]

/** Warnings about conditions on facts that entry points can never state. */
export function unknowableFactWarnings(
  { set, say }: { set: PolicySet; say: Translate },
  content: PolicyContent,
): Warning[] {
  return (['devices', 'locationRestriction'] as const).flatMap((condition): Warning[] => {
    // The policy defines itself how a missing fact counts
    if (!isFilled(content, condition) || content[condition].unknown === true) return []
    if (condition === 'locationRestriction' && !dependsOnPosition(set, content)) return []
    const fact = condition === 'devices' ? 'device' : 'position'
    const there = places.filter(
      ([place]) =>
        concerns(content, place) &&
        everyEntryPoint.every(entry => entryPoints[entry].place !== place || !canProvideFact(entry, fact)),
    )
    if (there.length === 0) return []
    const all = there.map(([, words]) => say(words)).reduce((one, other) => say('{one} and {other}', { one, other }))
    return [{ kind: 'not-here', condition, other: null, says: say(says[condition], { places: all }) }]
  })
}

/** A policy about applications is not expected to apply elsewhere. */
const concerns = (content: PolicyContent, place: EntryPlace): boolean =>
  place === 'application' || !isFilled(content, 'appRestriction')

/** Only phones send a position; a policy for chosen key types says so with another warning. */
function dependsOnPosition(set: PolicySet, content: PolicyContent): boolean {
  const alone: PolicySet = { ...set, policies: [{ id: '', version: 0, content }] }
  return content.securityKeyDeviceType.length === 0 && countriesOf(alone).length === 0 && circlesOf(alone).length > 0
}
