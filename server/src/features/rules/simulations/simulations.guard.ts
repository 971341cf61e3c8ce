import type { Facts } from '@claviger/contract/decide/decisions'
import { policyActions, policyStates } from '@claviger/contract/decide/policy-content'
import { compile, decide, type PolicySet } from '../../decide/evaluator/evaluator.ts'
import { contentInForce, type Draft } from '../../decide/evaluator/evaluator.in-force.ts'
import { unsaid } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { asItWouldBe, type Changes } from './drafts.ts'
import { type Administering, administering } from './simulations.store.ts'
import { patience, seek, spaceOf } from './space.ts'
import { valuesFor } from './values.ts'

const owner = 1

/** Somebody who could use a key at our own pages, and would not be able to any more. */
export interface Loser {
  readonly id: string
  readonly name: string
  readonly isOwner: boolean
  /** The names of the keys. */
  readonly keys: readonly string[]
}

/** Who would lose the last way, and whether no owner would have one left. */
export interface Losses {
  readonly lost: readonly Loser[]
  readonly refused: boolean
}

const namedAtMost = 5

/**
 * Refuses what would leave no owner able to use a key at our own pages, at whatever time and from wherever; what only
 * some would lose goes through where that was seen. To be called before anything is written. Throws owners-locked-out.
 */
export async function mustNotLockOut(
  ctx: Ctx,
  drafts: readonly Draft[],
  opts: Changes & { lockOutSeen?: boolean | undefined } = {},
): Promise<void> {
  const { lost, refused } = await lossesOf(ctx, await contentInForce(ctx), drafts, opts)
  if (refused) throw problem('owners-locked-out')
  if (lost.length === 0 || opts.lockOutSeen) return
  const names = lost.slice(0, namedAtMost).map(({ name }) => name)
  throw problem(
    'owners-locked-out',
    lost.length > namedAtMost
      ? unsaid(
          'With this, {names} and {more, plural, one {# other person} other {# others}} could use no key here any more',
          {
            names: names.join(', '),
            more: lost.length - namedAtMost,
          },
        )
      : unsaid('With this, {names} could use no key here any more', { names: names.join(', ') }),
  )
}

/** Who among owners and administrators could use a key at our own pages and could not any more. */
export async function lossesOf(
  ctx: Ctx,
  before: PolicySet,
  drafts: readonly Draft[],
  changes: Changes,
): Promise<Losses> {
  const people = await administering(ctx.db)
  if (people.length === 0) return { lost: [], refused: false }
  const after = asItWouldBe(before, drafts, changes)
  const site = new URL(ctx.config.publicUrl).hostname
  const stays = await waysIn(after, site, ctx.clock.now())
  const without: Administering[] = []
  for (const one of people) if (!(await stays(one))) without.push(one)
  if (without.length === 0) return { lost: [], refused: false }
  const was = await waysIn(asItWouldBe(before, []), site, ctx.clock.now())
  const lost: Loser[] = []
  for (const one of without)
    if (await was(one))
      lost.push({ id: one.id, name: one.name, isOwner: one.role === owner, keys: one.keys.map(({ name }) => name) })
  const owners = people.filter(({ role }) => role === owner)
  const noneLeft = owners.every(one => without.includes(one))
  return { lost, refused: noneLeft && lost.some(({ isOwner }) => isOwner) }
}

/**
 * Tells of people whether there is any of their keys, any time of the week and any place by which they are let in. Tried
 * are all values that policies name and one beside; whatever is found is asked of the evaluator once more, as a whole.
 */
async function waysIn(set: PolicySet, site: string, now: Date): Promise<(one: Administering) => Promise<boolean>> {
  const compiled = compile(set)
  const values = valuesFor(set, now)
  const left = patience()
  const allows = (facts: Facts) => decide(compiled, { ...facts, verified: true, signedInAt: facts.at }).allowed
  return async person => {
    const keys = person.keys.map(({ id, kind, model }) => ({ key: id, keyKind: kind, model }))
    const own = {
      user: person.id,
      groups: person.groups,
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
    // As things are mostly: somebody at some computer, now
    if (keys.some(key => allows({ ...own, ...key, verified: true, signedInAt: null }))) return true
    for (const key of keys) {
      const space = await spaceOf(
        set,
        {
          ...values,
          users: [{ user: person.id }],
          groups: [{ groups: person.groups }],
          units: [{ units: person.units }],
          accounts: [{ account: person.id }],
          securityKeyDeviceType: [key],
          rpRestriction: [{ rp: site }],
          appRestriction: [{ app: null }],
        },
        left,
      )
      for (const wanted of waysOf(set)) {
        const found = await seek(space, wanted)
        if (typeof found !== 'string' && allows(found)) return true
      }
    }
    return false
  }
}

/** What would let somebody in: a policy that allows and that no earlier one forestalls, or the default. */
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
