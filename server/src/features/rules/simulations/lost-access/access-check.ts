import type { Facts } from '@claviger/contract/decide/decisions'
import { type EntryPointName, entryPoints } from '@claviger/contract/decide/entry-points'
import {
  type ConditionName,
  policyActions,
  policyStates,
  type PolicySignInMethod,
} from '@claviger/contract/decide/policy-content'
import { groupsIn } from '#features/decide/decisions/decisions.ts'
import { compile, decide, type PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { levelOfKey, strengthsMet } from '#features/decide/strengths/strengths.meet.ts'
import type { WorkspaceStrengths } from '#features/decide/strengths/strengths.ts'
import type { Removal } from '#platform/app-context.ts'
import { withoutDevices } from '../after-removal.ts'
import { emptyContent, unknownFacts, searchBudget, reporting, findFactsFor, spacesOf } from '../fact-space.ts'
import { type FactValues, valuesAt, valuesFor } from '../fact-values.ts'

/** One thing that users sign in with: a key, or a method that needs none. */
export interface SignInMeans {
  readonly key: string | null
  readonly keyKind: number | null
  readonly way: PolicySignInMethod
  readonly model: string | null
  /** Whether its passkey can be copied to other devices. */
  readonly copied: boolean
}

/** Users that all policies treat the same. */
export interface Subject {
  /** One of them. */
  readonly user: string
  /** As the database returns them, with a mark on those that ended. */
  readonly groups: readonly string[]
  readonly units: readonly string[]
  readonly uses: readonly SignInMeans[]
}

/** A site or an application, and the entry points that a sign-in method reaches there. */
export interface Place {
  readonly site: string
  readonly app: string | null
  readonly entries: (way: PolicySignInMethod) => readonly EntryPointName[]
}

/** `unsure` if the search took too long. */
export type AccessCheck = (one: Subject, place: Place) => Promise<boolean | 'unsure'>

interface Use extends SignInMeans {
  readonly entry: EntryPointName
}

const whoAndWhat = [
  'users',
  'groups',
  'units',
  'accounts',
  'securityKeyDeviceType',
  'waysIn',
] as const satisfies readonly ConditionName[]

/**
 * Checks whether any means, time of the week, and place gives a user access. Tries all values named in policies and
 * one other. Each result is confirmed by the evaluator as a whole, and counts for all users for whom the same policies match.
 */
export function accessCheck(
  set: PolicySet,
  { now, strengths, removed }: { now: Date; strengths: WorkspaceStrengths; removed?: Removal | undefined },
): AccessCheck {
  const compiled = compile(set)
  const left = searchBudget()
  const spaceFor = spacesOf(set, left)
  const valuesHere = keptBy(
    (entry: EntryPointName) => valuesAt(values, entry),
    entry => entry,
  )
  const values = withoutDevices(valuesFor(set, now), removed)
  const siteValues = keptBy(
    (site: string): FactValues[] => [{ rp: site }],
    site => site,
  )
  const appValues = keptBy(
    (app: string | null): FactValues[] => [app === null ? { app, absent: { app: 'none' } } : { app }],
    app => app ?? '',
  )
  const known = new Map<string, boolean>()
  const asksStrengths = compiled.asks.has('strengths')

  const metBy = ({ key, keyKind, way, model, copied }: Use, at: Date) =>
    strengthsMet(
      strengths,
      {
        level: levelOfKey({ keyKind, way, copied: key === null ? null : copied }),
        way,
        keyKind,
        model,
        verified: key !== null,
        signedInAt: at,
      },
      at,
    )
  const allows = ({ entry, key, keyKind, way, model, copied }: Use, facts: Facts) => {
    const use = { entry, key, keyKind, way, model, verified: key !== null, signedInAt: facts.at }
    const met = asksStrengths && { strengths: metBy({ ...use, copied }, new Date(facts.at)) }
    return decide(compiled, { ...facts, ...use, ...met, absent: entryPoints[entry].absent }).allowed
  }
  const meets = reporting(set, content => ({
    ...content,
    ...emptyContent,
    ...Object.fromEntries(whoAndWhat.map(of => [of, content[of]])),
  }))
  /** Which policies match by who the user is and what they use. */
  const whoMeets = (one: Subject, { entry, key, keyKind, model, way }: Use) => {
    const { absent } = entryPoints[entry]
    return [...meets({ ...unknownFacts, ...whoIs(one), key, keyKind, model, way, absent })].join(' ')
  }
  const whoIs = ({ user, groups, units }: Subject) => ({
    user,
    ...groupsIn(groups),
    units: [...units],
    account: user,
  })

  async function search(one: Subject, { site, app }: Place, use: Use): Promise<boolean | 'unsure'> {
    const { key, keyKind, model, way } = use
    const print = [use.entry, site, app, model, asksStrengths && metBy(use, now).join(' '), whoMeets(one, use)].join(
      '|',
    )
    const before = known.get(print)
    if (before !== undefined) return before
    const none = entryPoints[use.entry].absent.keyKind
    const absent = none === undefined ? {} : { keyKind: none }
    const space = await spaceFor({
      ...valuesHere(use.entry),
      users: [{ user: one.user }],
      groups: [groupsIn(one.groups)],
      units: [{ units: [...one.units] }],
      accounts: [{ account: one.user }],
      securityKeyDeviceType: [{ key, keyKind, model, ...(keyKind === null && { absent }) }],
      waysIn: [{ way }],
      rpRestriction: siteValues(site),
      appRestriction: appValues(app),
    })
    let unsure = false
    for (const wanted of allowingOf(set)) {
      const found = await findFactsFor(space, wanted)
      if (found === 'unsure') unsure = true
      else if (found !== 'none' && allows(use, { ...found, ...whoIs(one) })) {
        known.set(print, true)
        return true
      }
    }
    if (unsure) return 'unsure'
    known.set(print, false)
    return false
  }

  return async (one, place) => {
    const uses = one.uses.flatMap(means => place.entries(means.way).map((entry): Use => ({ ...means, entry })))
    const here: Facts = {
      ...whoIs(one),
      entry: null,
      key: null,
      keyKind: null,
      model: null,
      way: null,
      rp: place.site,
      app: place.app,
      device: null,
      deviceGroups: [],
      ip: null,
      country: null,
      position: null,
      at: now.toISOString(),
      verified: null,
      signedInAt: null,
    }
    // The common case first: anywhere, now
    if (uses.some(use => allows(use, here))) return true
    let unsure = false
    for (const use of uses) {
      const found = await search(one, place, use)
      if (found === true) return true
      if (found === 'unsure') unsure = true
    }
    return unsure ? 'unsure' : false
  }
}

function keptBy<In, Out>(make: (of: In) => Out, keyOf: (of: In) => string): (of: In) => Out {
  const kept = new Map<string, Out>()
  return of => {
    const key = keyOf(of)
    const found = kept.get(key) ?? make(of)
    kept.set(key, found)
    return found
  }
}

/** What gives access: an allowing policy that no earlier one preempts, or the default. */
function allowingOf({ policies, defaultAction }: PolicySet) {
  const decides = policies.map(({ content }) => content.state === policyStates.on)
  const before = (place: number) => policies.flatMap((_, at) => (at < place && decides[at] ? [at] : []))
  return [
    ...policies.flatMap(({ content }, at) =>
      decides[at] && content.action === policyActions.allow ? [{ met: [at], unmet: before(at) }] : [],
    ),
    ...(defaultAction === policyActions.allow ? [{ met: [], unmet: before(policies.length) }] : []),
  ]
}
