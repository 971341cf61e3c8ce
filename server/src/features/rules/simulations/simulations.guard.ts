import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { ownEntryPoints } from '@claviger/contract/decide/entry-points'
import { ownHostOf, methodOfKey } from '#features/decide/decisions/decisions.ts'
import type { PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { contentInForce, type Draft } from '#features/decide/evaluator/evaluator.in-force.ts'
import { findCurrentSet } from '#features/decide/evaluator/evaluator.set.ts'
import { ownStrengths } from '#features/decide/strengths/strengths.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { afterRemoval, isRemoved } from './after-removal.ts'
import { type AccessCheck, accessCheck, type Place, type Subject } from './lost-access/access-check.ts'
import { applyDrafts, type SimulatedChanges } from './drafts.ts'
import { type AdministratorItem, administering } from './simulations.store.ts'

const owner = workspaceRoles.owner

export interface LockedOutUser {
  readonly id: string
  readonly name: string
  readonly isOwner: boolean
  readonly keys: readonly string[]
  readonly sites: readonly string[]
}

/** Who would lose the last sign-in option, and whether no owner would keep one. */
export interface LockOut {
  readonly lost: readonly LockedOutUser[]
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
  ctx: TransactionContext,
  drafts: readonly Draft[],
  opts: SimulatedChanges & { lockOutSeen?: boolean | undefined } = {},
): Promise<void> {
  const { lost, refused, vital } = await findLosses(ctx, await contentInForce(ctx), drafts, opts)
  if (refused && vital === undefined) throw problem('owners-locked-out')
  if (refused)
    throw problem(
      'owners-locked-out',
      deferText('This would leave every owner without a usable key at the essential site {site}', {
        site: vital ?? '',
      }),
    )
  if (lost.length === 0 || opts.lockOutSeen) return
  const names = lost.slice(0, namedAtMost).map(({ name }) => name)
  throw problem(
    'owners-locked-out',
    lost.length > namedAtMost
      ? deferText(
          'This would leave {names} and {more, plural, one {# more user} other {# more users}} without a usable key',
          {
            names: names.join(', '),
            more: lost.length - namedAtMost,
          },
        )
      : deferText('This would leave these users without a usable key: {names}', { names: names.join(', ') }),
  )
}

export async function findLosses(
  ctx: TransactionContext,
  before: PolicySet,
  drafts: readonly Draft[],
  changes: SimulatedChanges,
): Promise<LockOut> {
  const people = await administering(ctx.db)
  const { removed } = changes
  if (people.length === 0 || (removed?.kind === 'user' && !people.some(({ id }) => isRemoved(removed, id))))
    return { lost: [], refused: false }
  const now = ctx.clock.now()
  // Prepared once for any number of sites
  const strengths = await ownStrengths(ctx)
  const after = accessCheck(applyDrafts(before, drafts, changes), {
    now,
    strengths: changes.strengths ?? strengths,
    removed,
  })
  let was: AccessCheck | undefined
  const hasAfter = async (one: AdministratorItem, place: Place) => {
    const left = afterRemoval(removed, one)
    return left !== undefined && (await after(subjectOf(left), place)) === true
  }
  const ways = { hasAfter, before: () => (was ??= accessCheck(applyDrafts(before, []), { now, strengths })) }
  const own = ownHostOf(ctx.config)
  const all = new Map<string, LockedOutUser>()
  const closed: string[] = []
  for (const site of new Set([own, ...(await findCurrentSet(ctx)).vitalSites])) {
    const { lost, noOwner } = await lossesAt(
      { site, app: null, entries: site === own ? ownEntries : () => ['site'] },
      people,
      ways,
    )
    for (const one of lost)
      if (!isRemoved(removed, one.id)) all.set(one.id, { ...one, sites: [...(all.get(one.id)?.sites ?? []), site] })
    if (noOwner) closed.push(site)
  }
  const [first] = closed
  const vital = first !== undefined && first !== own && { vital: first }
  return { lost: [...all.values()], refused: closed.length > 0, ...vital }
}

/** Our own page, or a computer with an agent. */
const ownEntries: Place['entries'] = way => [ownEntryPoints[way], 'computer']

/** What a user with a role is judged by: their keys. */
const subjectOf = ({ id, groups, units, keys }: AdministratorItem): Subject => ({
  user: id,
  groups,
  units,
  uses: keys.map(({ id: key, kind, model, copied }) => ({
    key,
    keyKind: kind,
    way: methodOfKey({ keyKind: kind, verified: true }) ?? 'passkey',
    model,
    copied,
  })),
})

interface Checks {
  readonly before: () => AccessCheck
  readonly hasAfter: (one: AdministratorItem, place: Place) => Promise<boolean>
}

async function lossesAt(
  place: Place,
  people: readonly AdministratorItem[],
  { before, hasAfter }: Checks,
): Promise<{ lost: Omit<LockedOutUser, 'sites'>[]; noOwner: boolean }> {
  const without: AdministratorItem[] = []
  for (const one of people) if (!(await hasAfter(one, place))) without.push(one)
  if (without.length === 0) return { lost: [], noOwner: false }
  const lost: Omit<LockedOutUser, 'sites'>[] = []
  for (const one of without)
    if ((await before()(subjectOf(one), place)) === true)
      lost.push({ id: one.id, name: one.name, isOwner: one.role === owner, keys: one.keys.map(({ name }) => name) })
  const noneLeft = people.filter(({ role }) => role === owner).every(one => without.includes(one))
  return { lost, noOwner: noneLeft && lost.some(({ isOwner }) => isOwner) }
}
