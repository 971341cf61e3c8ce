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
import { record } from '../../../ground/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { administratorOfRow } from './administrators.list.ts'
import {
  type AdministratorRow,
  changeAdministrator,
  deleteAdministrator,
  insertAdministrator,
  lockAdministrator,
} from './administrators.store.ts'
import { isLastOwner } from './administrators.ts'

interface Rights {
  role: number
  additionalPermissions?: number[] | undefined
}

/**
 * Makes users administrators, all or none. Throws not-found, already-administrator, and beyond-own for a role that
 * could do more than the caller.
 */
export async function createAdministrators(ctx: Ctx, input: Rights & { ids: string[] }) {
  const rights = rightsOf(ctx, input)
  const rows: AdministratorRow[] = []
  for (const id of new Set(input.ids)) {
    if (await lockAdministrator(ctx.db, id)) throw problem('already-administrator')
    const made = await insertAdministrator(ctx.db, {
      workspace_id: workspaceOf(ctx),
      user_id: id,
      ...rights,
      created_at: ctx.clock.now(),
    })
    if (!made) throw problem('not-found')
    rows.push(made)
    await record(ctx, { action: 'administrator.created', object: objectOf(made), after: toldOf(made) })
  }
  return { items: rows.map(administratorOfRow) }
}

/**
 * Changes the rights of an administrator. Throws not-found, own-role, last-owner, not-permitted for somebody above the
 * caller, and beyond-own.
 */
export async function updateAdministrator(ctx: Ctx, input: Rights & { id: string }) {
  const before = await administratorToChange(ctx, input.id, input.role !== workspaceRoles.owner)
  const rights = rightsOf(ctx, input)
  // An owner owns the whole workspace
  const type = rights.role === workspaceRoles.owner ? administratorTypes.company : before.type
  const after = await changeAdministrator(ctx.db, input.id, { ...rights, type })
  if (!after) throw problem('not-found')
  await record(ctx, {
    action: 'administrator.updated',
    object: objectOf(after),
    before: toldOf(before),
    after: toldOf(after),
  })
  return administratorOfRow(after)
}

/** Takes the role from administrators, all or none. Throws not-found, own-role, last-owner and not-permitted. */
export async function removeAdministrators(ctx: Ctx, input: { ids: string[] }) {
  for (const id of new Set(input.ids)) {
    const row = await administratorToChange(ctx, id, true)
    await deleteAdministrator(ctx.db, id)
    await record(ctx, { action: 'administrator.removed', object: objectOf(row), before: toldOf(row) })
  }
  return done
}

async function administratorToChange(ctx: Ctx, id: string, leavesOwners: boolean): Promise<AdministratorRow> {
  const actor = administratorOf(ctx)
  if (leavesOwners && (await isLastOwner(ctx, id))) throw problem('last-owner')
  const row = await lockAdministrator(ctx.db, id)
  if (!row) throw problem('not-found')
  if (id === actor.id) throw problem('own-role')
  if (row.role < (actor.workspaceRole ?? Infinity)) throw problem('not-permitted')
  return row
}

/** The rights as they are kept, when all that they permit is the caller's to give. Throws beyond-own. */
function rightsOf(
  ctx: Ctx,
  { role, additionalPermissions = [] }: Rights,
): { role: WorkspaceRole; additional: number[] } {
  const workspaceRole = role as WorkspaceRole
  const additional =
    role < workspaceRoles.userManagement ? [] : [...new Set(additionalPermissions)].toSorted((a, b) => a - b)
  const own = administratorOf(ctx).permissions
  const given = permissionsOf({ accountRole: 2, workspaceRole, additional })
  for (const may of given) if (may.includes('.') && !own.has(may)) throw problem('beyond-own')
  return { role: workspaceRole, additional }
}

const objectOf = (row: AdministratorRow) => ({ type: 'user', id: row.id, name: `${row.first_name} ${row.last_name}` })

const toldOf = (row: AdministratorRow) => ({
  role: roleNames[row.role as WorkspaceRole],
  ...(row.additional.length > 0 && { additionalPermissions: row.additional.map(one => additionalNames[one]) }),
})
