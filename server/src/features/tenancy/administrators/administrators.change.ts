import { done } from '@claviger/contract/ground/fields'
import {
  additionalNames,
  permissionsOf,
  roleNames,
  type WorkspaceRole,
  workspaceRoles,
} from '@claviger/contract/ground/permissions'
import { administratorTypes } from '@claviger/contract/tenancy/administrators'
import { administratorOf, workspaceOf } from '../../../ground/db/transaction.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { administratorOfRow } from './administrators.list.ts'
import * as store from './administrators.store.ts'
import type { AdministratorRow } from './administrators.store.ts'
import { isLastOwner } from './administrators.ts'
import { mustReachAll } from '../../work/rank/rank.ts'

interface Rights {
  role: number
  additionalPermissions?: number[] | undefined
}

interface KeptRights {
  role: WorkspaceRole
  additional: number[]
}

/**
 * Makes users administrators, all or none. Throws not-found, already-administrator, above-you for a super administrator
 * without a role here, and beyond-own for a role that could do more than the caller.
 */
export async function createAdministrators(ctx: Ctx, input: Rights & { ids: string[] }) {
  const rights = rightsToGive(ctx, input)
  await mustReachAll(ctx, input.ids)
  return { items: (await appoint(ctx, input.ids, rights)).map(administratorOfRow) }
}

/** Makes users administrators, all or none; the caller knows that it may. Throws not-found and already-administrator. */
export async function appoint(ctx: Ctx, ids: readonly string[], rights: KeptRights): Promise<AdministratorRow[]> {
  const rows: AdministratorRow[] = []
  for (const id of new Set(ids)) {
    if (await store.lockAdministrator(ctx.db, id)) throw problem('already-administrator')
    const made = await store.insertAdministrator(ctx.db, {
      workspace_id: workspaceOf(ctx),
      user_id: id,
      ...rights,
      created_at: ctx.clock.now(),
    })
    if (!made) throw problem('not-found')
    rows.push(made)
    await record(ctx, { action: 'administrator.created', object: objectOf(made), after: logFieldsOf(made) })
  }
  return rows
}

/**
 * Changes the rights of an administrator. Throws not-found, own-role, last-owner, above-you for somebody above the
 * caller, and beyond-own.
 */
export async function updateAdministrator(ctx: Ctx, input: Rights & { id: string }) {
  const before = await administratorToChange(ctx, input.id, input.role !== workspaceRoles.owner)
  return administratorOfRow(await regrade(ctx, before, rightsToGive(ctx, input)))
}

/** Gives an administrator other rights; the caller knows that it may. */
export async function regrade(ctx: Ctx, before: AdministratorRow, rights: KeptRights): Promise<AdministratorRow> {
  // An owner owns the whole workspace
  const type = rights.role === workspaceRoles.owner ? administratorTypes.company : before.type
  const after = await store.changeAdministrator(ctx.db, before.id, { ...rights, type })
  if (!after) throw problem('not-found')
  await record(ctx, {
    action: 'administrator.updated',
    object: objectOf(after),
    before: logFieldsOf(before),
    after: logFieldsOf(after),
  })
  return after
}

/** Takes the role from administrators, all or none. Throws not-found, own-role, last-owner and above-you. */
export async function removeAdministrators(ctx: Ctx, input: { ids: string[] }) {
  for (const id of new Set(input.ids)) await dismiss(ctx, await administratorToChange(ctx, id, true))
  return done
}

/** Takes the role from an administrator; the caller knows that it may. */
export async function dismiss(ctx: Ctx, row: AdministratorRow): Promise<void> {
  await store.deleteAdministrator(ctx.db, row.id)
  await record(ctx, { action: 'administrator.removed', object: objectOf(row), before: logFieldsOf(row) })
}

async function administratorToChange(ctx: Ctx, id: string, leavesOwners: boolean): Promise<AdministratorRow> {
  const actor = administratorOf(ctx)
  if (leavesOwners && (await isLastOwner(ctx, id))) throw problem('last-owner')
  const row = await store.lockAdministrator(ctx.db, id)
  if (!row) throw problem('not-found')
  if (id === actor.id) throw problem('own-role')
  await mustReachAll(ctx, [id])
  return row
}

/** The rights as they are kept, when all that they permit is the caller's to give. Throws beyond-own. */
function rightsToGive(ctx: Ctx, rights: Rights): KeptRights {
  const kept = keptRights(rights)
  const own = administratorOf(ctx).permissions
  const given = permissionsOf({ accountRole: 2, workspaceRole: kept.role, additional: kept.additional })
  for (const may of given) if (may.includes('.') && !own.has(may)) throw problem('beyond-own')
  return kept
}

/** A role with the additional permissions that it leaves room for. */
export function keptRights({ role, additionalPermissions = [] }: Rights): KeptRights {
  const sorted = [...new Set(additionalPermissions)].toSorted((a, b) => a - b)
  return { role: role as WorkspaceRole, additional: role < workspaceRoles.userManagement ? [] : sorted }
}

const objectOf = (row: AdministratorRow) => ({ type: 'user', id: row.id, name: `${row.first_name} ${row.last_name}` })

const logFieldsOf = (row: AdministratorRow) => ({
  role: roleNames[row.role as WorkspaceRole],
  ...(row.additional.length > 0 && { additionalPermissions: row.additional.map(one => additionalNames[one]) }),
})
