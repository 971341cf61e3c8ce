import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { Facts } from '@claviger/contract/decide/decisions'
import { type EntryPointName, entryPoints, ownEntryOf } from '@claviger/contract/decide/entry-points'
import { policyActions, policyStates, type WayIn } from '@claviger/contract/decide/policy-content'
import { groupsIn, wayBy } from '#features/decide/decisions/decisions.ts'
import { compile, decide, type PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { contentInForce, type Draft } from '#features/decide/evaluator/evaluator.in-force.ts'
import { setNow } from '#features/decide/evaluator/evaluator.set.ts'
import { unsaid } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { Ctx } from '#platform/world.ts'
import { asItWouldBe, type SimulatedChanges } from './drafts.ts'
import { type Administering, administering } from './simulations.store.ts'
import { patience, seek, spaceOf } from './fact-space.ts'
import { valuesAt, valuesFor } from './fact-values.ts'

const owner = workspaceRoles.owner

export interface Loser {
  readonly id: string
  readonly name: string
  readonly isOwner: boolean
  readonly keys: readonly string[]
  readonly sites: readonly string[]
}

/** Who would lose the last sign-in option, and whether no owner would keep one. */
export interface Losses {
  readonly lost: readonly Loser[]
  readonly refused: boolean
  /** The first vital site at which no owner could sign in, if not our own page. */
  readonly vital?: string
}

const namedAtMost = 5

/**
 * Refuses a change after which no owner could use a key on our own page or a vital site, at any time or place.
 * Losses of only some administrators are allowed if they were shown. Call before writing.
 * @throws owners-locked-out
 */
export async function mustNotLockOut(
  ctx: Ctx,
  drafts: readonly Draft[],
  opts: SimulatedChanges & { lockOutSeen?: boolean | undefined } = {},
): Promise<void> {
  const { lost, refused, vital } = await lossesOf(ctx, await contentInForce(ctx), drafts, opts)
  if (refused && vital === undefined) throw problem('owners-locked-out')
  if (refused)
    throw problem(
      'owners-locked-out',
      unsaid('This would leave every owner without a usable key at the essential site {site}', { site: vital ?? '' }),
    )
  if (lost.length === 0 || opts.lockOutSeen) return
  const names = lost.slice(0, namedAtMost).map(({ name }) => name)
  throw problem(
    'owners-locked-out',
    lost.length > namedAtMost
      ? unsaid(
          'This would leave {names} and {more, plural, one {# more user} other {# more users}} without a usable key',
          {
            names: names.join(', '),
            more: lost.length - namedAtMost,
          },
        )
      : unsaid('This would leave these users without a usable key: {names}', { names: names.join(', ') }),
  )
}

export async function lossesOf(
  ctx: Ctx,
  before: PolicySet,
  drafts: readonly Draft[],
  changes: SimulatedChanges,
): Promise<Losses> {
  const people = await administering(ctx.db)
  if (people.length === 0) return { lost: [], refused: false }
  const now = ctx.clock.now()
  // Prepared once for any number of sites
  const after = waysIn(asItWouldBe(before, drafts, changes), now)
  let was: WaysIn | undefined
  const ways = { after, before: () => (was ??= waysIn(asItWouldBe(before, []), now)) }
  const own = new URL(ctx.config.publicUrl).hostname
  const all = new Map<string, Loser>()
  const closed: string[] = []
  for (const site of new Set([own, ...(await setNow(ctx)).vitalSites])) {
    const { lost, noOwner } = await lossesAt(
      { site, entries: site === own ? ownEntries : () => ['site'] },
      people,
      ways,
    )
    for (const one of lost) all.set(one.id, { ...one, sites: [...(all.get(one.id)?.sites ?? []), site] })
    if (noOwner) closed.push(site)
  }
  const [first] = closed
  const vital = first !== undefined && first !== own && { vital: first }
  return { lost: [...all.values()], refused: closed.length > 0, ...vital }
}

/** Our own page, or a computer with an agent. */
const ownEntries: Place['entries'] = way => [ownEntryOf[way ?? 'passkey'], 'computer']

async function lossesAt(
  place: Place,
  people: readonly Administering[],
  { before, after }: { before: () => WaysIn; after: WaysIn },
): Promise<{ lost: Omit<Loser, 'sites'>[]; noOwner: boolean }> {
  const without: Administering[] = []
  for (const one of people) if (!(await after(one, place))) without.push(one)
  if (without.length === 0) return { lost: [], noOwner: false }
  const lost: Omit<Loser, 'sites'>[] = []
  for (const one of without)
    if (await before()(one, place))
      lost.push({ id: one.id, name: one.name, isOwner: one.role === owner, keys: one.keys.map(({ name }) => name) })
  const noneLeft = people.filter(({ role }) => role === owner).every(one => without.includes(one))
  return { lost, noOwner: noneLeft && lost.some(({ isOwner }) => isOwner) }
}

/** A site, and the entry points at which a key with this sign-in method opens it. */
interface Place {
  readonly site: string
  readonly entries: (way: WayIn | null) => readonly EntryPointName[]
}

type WaysIn = (one: Administering, place: Place) => Promise<boolean>

/**
 * Checks whether any key, time of the week, and place lets a user in. Tries all values named in policies and
 * one other. Each result is confirmed by the evaluator as a whole.
 */
function waysIn(set: PolicySet, now: Date): WaysIn {
  const compiled = compile(set)
  const values = valuesFor(set, now)
  const left = patience()
  const allows = (facts: Facts) => decide(compiled, { ...facts, verified: true, signedInAt: facts.at }).allowed
  const valuesOf = new Map<EntryPointName, typeof values>()
  const valuesHere = (entry: EntryPointName) => {
    const known = valuesOf.get(entry) ?? valuesAt(values, entry)
    valuesOf.set(entry, known)
    return known
  }
  return async (person, { site, entries }) => {
    const keys = person.keys.map(({ id, kind, model }) => ({
      key: id,
      keyKind: kind,
      way: wayBy({ keyKind: kind, verified: true }),
      model,
    }))
    const own = {
      user: person.id,
      ...groupsIn(person.groups),
      units: person.units,
      account: person.id,
      rp: site,
      app: null,
      device: null,
      deviceGroups: [],
      ip: null,
      country: null,
      position: null,
      at: now.toISOString(),
    }
    // The common case first: any computer, now
    const uses = keys.flatMap(key =>
      entries(key.way).map(entry => ({ ...key, entry, absent: entryPoints[entry].absent })),
    )
    if (uses.some(use => allows({ ...own, ...use, verified: true, signedInAt: null }))) return true
    for (const { entry, absent, ...key } of uses) {
      const space = await spaceOf(
        set,
        {
          ...valuesHere(entry),
          users: [{ user: person.id }],
          groups: [groupsIn(person.groups)],
          units: [{ units: person.units }],
          accounts: [{ account: person.id }],
          securityKeyDeviceType: [key],
          waysIn: [{ way: key.way }],
          rpRestriction: [{ rp: site }],
          appRestriction: [{ app: null, absent: { app: 'none' } }],
        },
        left,
      )
      for (const wanted of waysOf(set)) {
        const found = await seek(space, wanted)
        if (typeof found !== 'string' && allows({ ...found, entry, absent })) return true
      }
    }
    return false
  }
}

/** What lets a user in: an allowing policy that no earlier one preempts, or the default. */
function waysOf({ policies, defaultAction }: PolicySet) {
  const decides = policies.map(({ content }) => content.state === policyStates.on)
  const before = (place: number) => policies.flatMap((_, at) => (at < place && decides[at] ? [at] : []))
  return [
    ...policies.flatMap(({ content }, at) =>
      decides[at] && content.action === policyActions.allow ? [{ met: [at], unmet: before(at) }] : [],
    ),
    ...(defaultAction === policyActions.allow ? [{ met: [], unmet: before(policies.length) }] : []),
  ]
}
