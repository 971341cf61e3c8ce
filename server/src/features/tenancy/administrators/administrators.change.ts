import { doneReply } from '@claviger/contract/platform/fields'
import {
  accountRoles,
  additionalNames,
  permissionsOf,
  roleNames,
  type WorkspaceRole,
  workspaceRoles,
} from '@claviger/contract/platform/permissions'
import { type Administrator, administratorTypes } from '@claviger/contract/tenancy/administrators'
import { administratorOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { administratorOfRow } from './administrators.list.ts'
import * as store from './administrators.store.ts'
import type { AdministratorRow } from './administrators.store.ts'
import { isLastOwner } from './administrators.ts'
import {
  callerAsGiver,
  type OfferedRights,
  offerRole,
  pendingRoleOf,
  type RoleGiver,
  withdrawRole,
} from './administrators.pending.ts'
import { unitsAdministered } from './pending.store.ts'
import { mustReachAll } from '#features/work/rank/rank.ts'

interface Rights {
  role: number
  additionalPermissions?: number[] | undefined
}

interface KeptRights {
  role: WorkspaceRole
  additional: number[]
}

/**
 * Offers users a role, all or none, which each of them has to accept. Throws not-found, already-administrator, above-you
 * for a super administrator without a role here, and beyond-own for a role that could do more than the caller.
 */
export async function createAdministrators(
  ctx: TransactionContext,
  input: Rights & { ids: string[]; units?: readonly string[] | undefined },
) {
  const rights = rightsToGive(ctx, input)
  await mustReachAll(ctx, input.ids)
  await appoint(ctx, input.ids, { ...rights, units: input.units })
  const items: Administrator[] = []
  for (const id of new Set(input.ids)) items.push(await listedOf(ctx, id))
  return { items }
}

/** Offers users a role, all or none; the caller knows that it may. Throws not-found and already-administrator. */
export async function appoint(
  ctx: TransactionContext,
  ids: readonly string[],
  rights: OfferedRights,
  giver: RoleGiver = callerAsGiver(ctx),
): Promise<void> {
  for (const id of new Set(ids)) {
    if (await store.lockAdministrator(ctx.db, id)) throw problem('already-administrator')
    await offerRole(ctx, id, rights, giver)
  }
}

/**
 * Changes the rights of an administrator; what they gain waits until they accept it. Throws not-found, own-role,
 * last-owner, above-you for a user with a higher role, and beyond-own.
 */
export async function updateAdministrator(
  ctx: TransactionContext,
  input: Rights & { id: string; units?: readonly string[] | undefined },
): Promise<Administrator> {
  const before = await administratorToChange(ctx, input.id, input.role !== workspaceRoles.owner)
  const rights = { ...rightsToGive(ctx, input), units: input.units }
  if (before) await regrade(ctx, before, rights)
  else await offerRole(ctx, input.id, rights, callerAsGiver(ctx))
  return listedOf(ctx, input.id)
}

async function listedOf(ctx: TransactionContext, id: string): Promise<Administrator> {
  const row = await store.listedAdministrator(ctx.db, id)
  if (!row) throw problem('not-found')
  return administratorOfRow(row)
}

/**
 * Gives an administrator other rights; the caller knows that it may. Less comes true immediately. More is offered, and
 * the former role stays until then; where something goes and something comes, the former role ends first.
 */
export async function regrade(
  ctx: TransactionContext,
  before: AdministratorRow,
  rights: OfferedRights,
  giver: RoleGiver = callerAsGiver(ctx),
): Promise<void> {
  const owner = rights.role === workspaceRoles.owner
  const was = {
    ...before,
    units: before.type === administratorTypes.units ? await unitsAdministered(ctx.db, before.id) : null,
  }
  const units = owner || was.units === null ? undefined : (rights.units ?? was.units)
  const next = { role: rights.role, additional: rights.additional, units: units ?? null }
  if (!holdsAllOf(was, next)) {
    if (!holdsAllOf(next, was)) await dismiss(ctx, before)
    await offerRole(ctx, before.id, { ...rights, units }, giver)
    return
  }
  await withdrawRole(ctx, before.id)
  const after = await store.changeAdministrator(ctx.db, before.id, {
    role: rights.role,
    additional: rights.additional,
    type: before.type,
  })
  if (!after) throw problem('not-found')
  await record(ctx, {
    action: 'administrator.updated',
    object: objectOf(after),
    before: logFieldsOf(before),
    after: logFieldsOf(after),
  })
}

interface Extent {
  role: number
  additional: readonly number[]
  units: readonly string[] | null
}

/** Does one role give all that another gives, over at least the same units? */
function holdsAllOf(one: Extent, other: Extent): boolean {
  const gives = ({ role, additional, units }: Extent) =>
    permissionsOf({
      accountRole: accountRoles.administrator,
      workspaceRole: role as WorkspaceRole,
      additional,
      unitsOnly: units !== null,
    })
  const own = gives(one)
  const covers = one.units === null || (other.units !== null && other.units.every(unit => one.units?.includes(unit)))
  return covers && [...gives(other)].every(may => own.has(may))
}

/** Takes the role from administrators, also one that waits, all or none. Throws not-found, own-role, last-owner and above-you. */
export async function removeAdministrators(ctx: TransactionContext, input: { ids: string[] }) {
  for (const id of new Set(input.ids)) {
    const row = await administratorToChange(ctx, id, true)
    if (row) await dismiss(ctx, row)
    await withdrawRole(ctx, id)
  }
  return doneReply
}

/** The caller must have checked permission. */
export async function dismiss(ctx: TransactionContext, row: AdministratorRow): Promise<void> {
  await store.deleteAdministrator(ctx.db, row.id)
  await record(ctx, { action: 'administrator.removed', object: objectOf(row), before: logFieldsOf(row) })
}

/** The administrator to change; undefined for a user who has only a pending role. */
async function administratorToChange(
  ctx: TransactionContext,
  id: string,
  leavesOwners: boolean,
): Promise<AdministratorRow | undefined> {
  const actor = administratorOf(ctx)
  if (leavesOwners && (await isLastOwner(ctx, id))) throw problem('last-owner')
  const row = await store.lockAdministrator(ctx.db, id)
  if (!row && !(await pendingRoleOf(ctx, id))) throw problem('not-found')
  if (id === actor.id) throw problem('own-role')
  await mustReachAll(ctx, [id])
  return row
}

/** Normalizes the rights and checks that the caller has all of them. @throws beyond-own */
function rightsToGive(ctx: TransactionContext, rights: Rights): KeptRights {
  const kept = keptRights(rights)
  const own = administratorOf(ctx).permissions
  const given = permissionsOf({
    accountRole: accountRoles.administrator,
    workspaceRole: kept.role,
    additional: kept.additional,
  })
  for (const may of given) if (may.includes('.') && !own.has(may)) throw problem('beyond-own')
  return kept
}

/** Drops additional permissions that the role doesn't allow. */
export function keptRights({ role, additionalPermissions = [] }: Rights): KeptRights {
  const sorted = [...new Set(additionalPermissions)].toSorted((a, b) => a - b)
  return { role: role as WorkspaceRole, additional: role < workspaceRoles.userManagement ? [] : sorted }
}

const objectOf = (row: AdministratorRow) => ({ type: 'user', id: row.id, name: `${row.first_name} ${row.last_name}` })

const logFieldsOf = (row: AdministratorRow) => ({
  role: roleNames[row.role as WorkspaceRole],
  ...(row.additional.length > 0 && { additionalPermissions: row.additional.map(one => additionalNames[one]) }),
})
