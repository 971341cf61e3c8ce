import {
  accountRoles,
  grantableRoles,
  permissionsOf,
  type WorkspaceRole,
} from '@claviger/contract/platform/permissions'
import { msg } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { followProviderGroups } from '#features/people/groups/groups.provider.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { followProvider } from '#features/people/users/users.change.ts'
import { appoint, dismiss, keptRights, regrade } from '#features/tenancy/administrators/administrators.change.ts'
import { pendingRoleOf, withdrawRole } from '#features/tenancy/administrators/administrators.pending.ts'
import { lockAdministrator } from '#features/tenancy/administrators/administrators.ts'
import { loadAsker } from '#features/work/rank/rank.ts'
import type { MissingGroupsReason, Identity } from './identity.ts'
import { attributesOf } from './external-users.ts'

export async function followNames(
  ctx: TransactionContext,
  row: ProviderRow,
  identity: Identity,
  user: UserRow,
): Promise<void> {
  if (!row.settings.people.update) return
  const { firstName, lastName } = identity.told
  await followProvider(ctx, user, {
    ...(firstName?.[0] && { firstName: firstName[0].slice(0, 100) }),
    ...(lastName?.[0] && { lastName: lastName[0].slice(0, 100) }),
    ...attributesOf(identity),
  })
}

export async function followGroups(
  ctx: TransactionContext,
  row: ProviderRow,
  identity: Identity,
  user: string,
): Promise<void> {
  // Groups that the provider didn't state end no membership
  const rules = row.settings.people.groups.filter(one => identity.told.groups !== undefined || one.value === '*')
  const there = new Set(identity.told.groups ?? [])
  const joined = rules.filter(one => one.value === '*' || there.has(one.value)).map(one => one.group)
  await followProviderGroups(ctx, user, { in: joined, of: [...new Set(rules.map(one => one.group))] })
}

const whyMissing: Record<MissingGroupsReason, string> = {
  'not-stated': msg('The response contains no groups'),
  'too-many': msg(
    'Entra ID leaves out the groups of users with more than 200 groups. Add an API application for this tenant, which can read them',
  ),
  unresolved: msg(
    'Entra ID left out the groups of a user with more than 200 groups, and Microsoft Graph could not be asked. Use group IDs in the rules, and check the API application of the tenant',
  ),
}

/** Notes that groups and role stayed as they were, because the provider didn't state the groups. */
export async function noteMissingGroups(
  ctx: TransactionContext,
  row: ProviderRow,
  identity: Identity,
  user: UserRow,
): Promise<void> {
  const { groups, roles } = row.settings.people
  if (identity.told.groups !== undefined || (groups.every(one => one.value === '*') && roles.length === 0)) return
  await record(ctx, {
    action: 'external.groups-not-stated',
    by: { id: user.id, name: `${user.first_name} ${user.last_name}` },
    object: { type: 'identity-provider', id: row.id, name: row.name },
    after: { reason: whyMissing[identity.groupsMissing ?? 'not-stated'] },
  })
}

/**
 * Offers the role mapped to the user's groups, and removes a role that was given this way before. Never owner, never more than
 * the author of the rule holds now, and never replaces a role that an administrator gave. Returns what it gave.
 */
export async function followRoles(
  ctx: TransactionContext,
  row: ProviderRow,
  identity: Identity,
  { user, given }: { user: string; given: number | null },
): Promise<number | null> {
  if (identity.told.groups === undefined) return given
  const wanted = await wantedRole(ctx, row, identity)
  const now = await lockAdministrator(ctx.db, user)
  const pending = await pendingRoleOf(ctx, user)
  if (now && (now.role !== given || now.additional.length > 0)) return null
  if (pending && pending.given_by !== row.id) return null
  if (pending && wanted !== pending.role) await withdrawRole(ctx, user)
  if (wanted === (now?.role ?? null)) return wanted
  const giver = { id: row.id, name: `Identity provider ${row.name}` }
  if (now && wanted === null) await dismiss(ctx, now)
  else if (now && wanted !== null) await regrade(ctx, now, keptRights({ role: wanted }), giver)
  else if (wanted !== null) await appoint(ctx, [user], keptRights({ role: wanted }), giver)
  return wanted
}

async function wantedRole(ctx: TransactionContext, row: ProviderRow, identity: Identity): Promise<number | null> {
  const { people, rolesBy } = row.settings
  const there = new Set(identity.told.groups ?? [])
  const named = people.roles.filter(one => there.has(one.value)).map(one => one.role)
  if (named.length === 0 || rolesBy === null) return null
  const writer = await loadAsker(ctx, { actor_id: rolesBy, actor_name: '', units_of: null }, 'providers.write')
  const may = (role: WorkspaceRole) =>
    [
      ...permissionsOf({
        accountRole: accountRoles.administrator,
        workspaceRole: role,
        additional: [],
      }),
    ].every(one => !one.includes('.') || writer.holds?.includes(one))
  return grantableRoles.find(role => named.includes(role) && may(role)) ?? null
}
