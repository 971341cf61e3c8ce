import {
  accountRoles,
  grantableRoles,
  permissionsOf,
  type WorkspaceRole,
  workspaceRoles,
} from '@claviger/contract/platform/permissions'
import type { TransactionContext } from '#platform/app-context.ts'
import { appoint, dismiss, regrade } from '#features/tenancy/administrators/administrators.change.ts'
import { pendingRoleOf, withdrawRole } from '#features/tenancy/administrators/administrators.pending.ts'
import { lockAdministrator } from '#features/tenancy/administrators/administrators.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'

/** Role names in directory data; owner has none, because only owners can create owners. */
const roleNames: Record<string, WorkspaceRole> = {
  administrator: workspaceRoles.administrator,
  globaladministrator: workspaceRoles.administrator,
  contributor: workspaceRoles.administrator,
  usermanagement: workspaceRoles.userManagement,
  authenticationadministrator: workspaceRoles.userManagement,
  billingmanager: workspaceRoles.billingManager,
  billingadministrator: workspaceRoles.billingManager,
  readonly: workspaceRoles.readOnly,
  conditionalaccessadministrator: workspaceRoles.policyAdministrator,
  policyadministrator: workspaceRoles.policyAdministrator,
}

const roleNamed = (name: string): WorkspaceRole | undefined => roleNames[name.toLowerCase().replaceAll(/[^a-z]/g, '')]

function wantedOf(
  connection: ConnectedDirectory,
  names: readonly string[],
): WorkspaceRole | 'not-approved' | undefined {
  const known = names.flatMap(name => roleNamed(name) ?? [])
  const role = grantableRoles.find(one => known.includes(one) && connection.reach.roles.includes(one))
  return role ?? (known.length > 0 ? 'not-approved' : undefined)
}

export interface RoleChange {
  given: number | null
  refused: boolean
}

/**
 * Offers a user the role from their directory, or withdraws the one that it gave or offered. Roles given by
 * administrators stay. A role with permissions that the approving owner lacks is never offered.
 */
export async function followRole(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  approver: Asker,
  user: string,
  names: readonly string[] | undefined,
  given: number | null,
): Promise<RoleChange> {
  if (names === undefined) return { given, refused: false }
  const wanted = wantedOf(connection, names)
  if (connection.limitedTo) return { given, refused: wanted !== undefined && wanted !== given }
  const role = wanted === 'not-approved' || !holdsAll(approver, wanted) ? undefined : wanted
  const refused = wanted !== undefined && role === undefined
  if (role === undefined && given === null) return { given: null, refused }
  const row = await lockAdministrator(ctx.db, user)
  const pending = await pendingRoleOf(ctx, user)
  // The directory can't change a role that an administrator offers
  if (pending && pending.given_by !== connection.id)
    return { given, refused: role !== undefined && role !== pending.role }
  // A manually changed role is no longer the directory's
  if (row && row.role !== given) return { given: null, refused: role !== undefined && row.role !== role }
  if (row && row.additional.length > 0) return { given, refused: role !== given }
  if (pending && pending.role !== role) await withdrawRole(ctx, user)
  if (role === undefined) {
    if (row) await dismiss(ctx, row)
    return { given: null, refused }
  }
  const giver = { id: connection.id, name: `Directory ${connection.name}` }
  if (!row) await appoint(ctx, [user], { role, additional: [] }, giver)
  else if (row.role !== role) await regrade(ctx, row, { role, additional: [] }, giver)
  return { given: role, refused }
}

function holdsAll(approver: Asker, role: WorkspaceRole | undefined): boolean {
  if (role === undefined) return true
  const gives = permissionsOf({ accountRole: accountRoles.administrator, workspaceRole: role, additional: [] })
  return [...gives].every(may => !may.includes('.') || may.endsWith('.own') || approver.holds?.includes(may))
}
