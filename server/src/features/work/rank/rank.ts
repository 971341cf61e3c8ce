import {
  accountRoles,
  permissions,
  permissionsOf,
  type Permission,
  workspaceRoles,
} from '@claviger/contract/platform/permissions'
import { type RawBuilder, sql } from 'kysely'
import { administratorOf } from '#platform/db/transaction.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { ApiKeyActor, TransactionContext, UserActor } from '#platform/app-context.ts'
import * as store from './rank.store.ts'
import type { Asker } from './rank.store.ts'

export { type Asker, setPlacementOrigin as placeAs, rankSources } from './rank.store.ts'

const holdsAll = ({ accountRole, permissions: own }: Pick<UserActor, 'accountRole' | 'permissions'>) =>
  accountRole === accountRoles.superAdmin ? permissions : [...own]

/** The actor of an act on others. An endpoint without an administrator check is a fault. */
export function askerOf(ctx: { actor: TransactionContext['actor'] }): Asker & { id: string } {
  const actor: UserActor | ApiKeyActor = administratorOf(ctx)
  const ofUnits = actor.kind === 'user' && actor.unitsOnly && actor.accountRole !== accountRoles.superAdmin
  return {
    id: actor.id,
    name: shownAs(ctx).name,
    holds: actor.kind === 'user' ? holdsAll(actor) : [...actor.permissions],
    unitsOf: ofUnits ? actor.id : null,
  }
}

export interface WorkOrigin {
  actor_id: string | null
  actor_name: string
  units_of: string | null
}

export const workOriginOf = (ctx: TransactionContext): WorkOrigin => {
  const { id, name } = askerOf(ctx)
  return { actor_id: id, actor_name: name.slice(0, 260), units_of: ctx.unitsOf ?? null }
}

/**
 * The user who started background work, with current permissions: revoked rights no longer apply. `needs` is
 * the permission of the starting call.
 */
export async function loadAsker(ctx: TransactionContext, begun: WorkOrigin, needs: Permission): Promise<Asker> {
  const asker = { id: begun.actor_id, name: begun.actor_name, holds: undefined, unitsOf: null }
  if (begun.actor_id === null) return asker
  const rights = await store.rightsNow(ctx.db, begun.actor_id)
  const own = rights
    ? holdsAll({
        accountRole: rights.super ? accountRoles.superAdmin : accountRoles.administrator,
        permissions: permissionsOf({
          accountRole: rights.super ? accountRoles.superAdmin : accountRoles.administrator,
          workspaceRole: rights.role,
          additional: rights.additional ?? [],
          unitsOnly: rights.units_only,
        }),
      })
    : await store.rightsOfKeyNow(ctx, begun.actor_id)
  // Work started for some units stays limited to them; an administrator limited to units since must not continue
  // for all
  const ofUnits = rights?.units_only === true && !rights.super
  if (!own.includes(needs) || ofUnits !== (begun.units_of !== null)) return asker
  return { ...asker, holds: own, unitsOf: ofUnits ? begun.actor_id : null }
}

/** Users with a higher role than the actor; all of them if the actor lost the permission. */
export const usersAbove = async (ctx: TransactionContext, asker: Asker, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await store.findUsersAbove(ctx.db, ids, asker)).map(one => one.id))

/**
 * Those of some users who hold a role, or may come to hold one, that this giver did not give; `given` says which role it
 * gave to whom.
 */
export async function ofRankBeside(
  ctx: TransactionContext,
  ids: readonly string[],
  giver: string,
  given: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  const others = (await store.rankSources(ctx.db, ids)).filter(
    one =>
      one.given_by !== giver &&
      (one.super || one.additional.length > 0 || one.role !== (given.get(one.user_id) ?? null)),
  )
  return new Set(others.map(one => one.user_id))
}

/** @throws above-you, naming a user with a higher role */
export async function mustReachAll(ctx: TransactionContext, ids: readonly string[]): Promise<void> {
  const [first] = await store.findUsersAbove(ctx.db, ids, askerOf(ctx))
  if (first?.name === null) throw problem('above-you')
  if (first !== undefined)
    throw problem(
      'above-you',
      deferText('{name} has a higher role than you. Ask an administrator with a higher role to do this', {
        name: first.name,
      }),
    )
}

const ofAdministrators = [
  ...permissionsOf({
    accountRole: accountRoles.administrator,
    workspaceRole: workspaceRoles.administrator,
    additional: [],
  }),
].filter(may => may.includes('.'))

/**
 * Whether the caller has all administrator permissions for the whole workspace. Required to change rules that
 * affect everyone's access.
 */
export function canActForAll(ctx: { actor: TransactionContext['actor'] }): boolean {
  const { holds, unitsOf } = askerOf(ctx)
  return unitsOf === null && ofAdministrators.every(may => holds?.includes(may))
}

const opened = async (ctx: TransactionContext, groups: readonly string[]): Promise<string[]> =>
  groups.length === 0 ? [] : (await store.accountsSharedWith(ctx.db, groups)).map(one => one.account)

/**
 * Refuses to add members to groups that open an account with a higher role than the caller's. @throws
 * above-you
 */
export const mustReachShared = async (ctx: TransactionContext, groups: readonly string[]): Promise<void> =>
  mustReachAll(ctx, await opened(ctx, groups))

export async function groupsAbove(
  ctx: TransactionContext,
  asker: Asker,
  groups: readonly string[],
): Promise<Set<string>> {
  if (groups.length === 0) return new Set()
  const shared = await store.accountsSharedWith(ctx.db, groups)
  const above = await usersAbove(ctx, asker, [...new Set(shared.map(one => one.account))])
  return new Set(shared.filter(one => above.has(one.account)).map(one => one.team))
}

/**
 * Refuses an act on groups, or on units and their administrators, if one of them has a higher role than the
 * caller.
 */
export const mustReachPeopleOf = async (
  ctx: TransactionContext,
  kind: 'group' | 'unit',
  ids: readonly string[],
): Promise<void> => mustReachAll(ctx, await store.administratorsIn(ctx.db, kind, ids))

/**
 * Refuses to let groups without manual membership open an administrator's account: otherwise control over a
 * rule's input, or a directory, would grant access.
 * @throws members-not-by-hand
 */
export async function mustBeJoinedByHand(
  ctx: TransactionContext,
  groups: readonly string[],
  account: string,
): Promise<void> {
  if (groups.length > 0 && (await store.isAccountGuarded(ctx.db, [account], groups)))
    throw problem('members-not-by-hand')
}

/** Refuses a rule for a group that opens an administrator's account. @throws members-not-by-hand */
export async function mustOpenNoAccountWithRole(ctx: TransactionContext, group: string): Promise<void> {
  if (await store.isAccountGuarded(ctx.db, await opened(ctx, [group]), [group])) throw problem('members-not-by-hand')
}

/**
 * In SQL: whether a user has a higher role than the actor. Evaluated once per statement, however many rows it
 * checks.
 */
export const hasHigherRole = (
  { id, holds, unitsOf }: Pick<Asker, 'id' | 'holds' | 'unitsOf'>,
  user: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  holds === undefined
    ? sql`true`
    : sql`(${user} is distinct from ${id}::uuid
        and ${user} in (select user_id from people_above(${holds}::text[], ${unitsOf}::uuid)))`
