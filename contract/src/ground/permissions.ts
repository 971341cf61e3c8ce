/**
 * Who may call what. The server refuses by this table and the console hides by it.
 * Audience is a permission (administrator, partner, super administrator, owner of the account), not a folder.
 */
export const permissions = [
  // No session, or one of the short sessions on the way to one
  'public',
  'interim',
  'enrolling',
  // A person at the card page of a workspace, unknown at first
  'self-service',
  // Programs on computers: by a Clients key, and by what was given to one that reads cards
  'clients',
  'reader',
  // Agents on computers, phones and tablets: by a Shared Mobile key, and by what was given to one that registered
  'mobiles',
  'agent',
  // Anybody signed in, over the own account
  'self',
  // Administrators of a workspace
  'workspace.read',
  'workspace.write',
  'users.read',
  'users.write',
  'groups.read',
  'groups.write',
  'units.read',
  'units.write',
  // The own keys for everybody, all keys for those who may read or write them (decision G18)
  'keys.own',
  'keys.read',
  'keys.write',
  'devices.read',
  'devices.write',
  'activity.read',
  'statistics.read',
  'admins.read',
  'admins.write',
  'api-keys.read',
  'api-keys.write',
  'log-streams.read',
  'log-streams.write',
  'passwords.read',
  'passwords.write',
  // The applications that one may open for everybody, all of them for those who may read or write them (decision G18)
  'applications.own',
  'applications.read',
  'applications.write',
  // Access policies and named lists
  'policies.read',
  'policies.write',
  // External identity providers
  'providers.read',
  'providers.write',
  // Directories that people come from, and what is provisioned there; workflows
  'directories.read',
  'directories.write',
  'workflows.read',
  'workflows.write',
  // Of owners alone
  'workspace.transfer',
  'workspace.delete',
  'api-keys.grant',
  // How far a directory reaches: the roles it may give, whom of rank it may change, what may leave in numbers; and which
  // private addresses the server may call
  'directories.grant',
  // Whole installation
  'super.workspaces',
  'super.trust-domains',
  'super.administrators',
  'super.key-models',
  'super.self-service',
] as const
export type Permission = (typeof permissions)[number]

/** Says who signs in (specification §6). */
export const accountRoles = { superAdmin: 0, owner: 1, administrator: 2, user: 3 } as const
export type AccountRole = (typeof accountRoles)[keyof typeof accountRoles]

/** Says what an administrator may do (decision G7). */
export const workspaceRoles = { owner: 1, administrator: 2, userManagement: 3, billingManager: 4, readOnly: 5 } as const
export type WorkspaceRole = (typeof workspaceRoles)[keyof typeof workspaceRoles]

export const roleNames: Record<WorkspaceRole, string> = {
  1: 'Owner',
  2: 'Administrator',
  3: 'User Management',
  4: 'Billing Manager',
  5: 'Read-only',
}

/** Names that older clients send for roles (decision G7); 0 is the account role of super administrators. */
export const roleAliases: Record<string, number> = { superadmin: 0, owner: 1, contributor: 2 }

/** Additional permissions by their numbers; they widen role 3 and below (specification §6). */
export const additionalNames: Record<number, string> = {
  1: 'Full Access',
  2: 'User Management',
  3: 'User Activity Monitoring',
  4: 'Workspace Settings',
}

const ofOwners: readonly Permission[] = [
  'workspace.transfer',
  'workspace.delete',
  'api-keys.grant',
  'directories.grant',
]
const everyRead = permissions.filter(p => p.endsWith('.read'))
const business = permissions.filter(p => p.includes('.') && !p.startsWith('super.'))
const ofAdministrators = business.filter(p => !ofOwners.includes(p))

/** Users and all that is theirs. */
const ofPeople: readonly Permission[] = [
  'users.read',
  'users.write',
  'groups.read',
  'groups.write',
  'units.read',
  'units.write',
  'passwords.read',
  'passwords.write',
  'keys.read',
  'keys.write',
]

const byRole: Record<WorkspaceRole, readonly Permission[]> = {
  1: business,
  2: ofAdministrators,
  3: [...ofPeople, 'devices.read', 'workspace.read', 'statistics.read'],
  4: ['workspace.read'],
  5: everyRead,
}

const byAdditional: Record<number, readonly Permission[]> = {
  1: ofAdministrators,
  2: ofPeople,
  3: ['activity.read', 'statistics.read'],
  4: ['workspace.read', 'workspace.write'],
}

export interface Grants {
  accountRole: AccountRole
  workspaceRole: WorkspaceRole | null
  additional: readonly number[]
  /** An administrator of organization units (decision G21). */
  unitsOnly?: boolean
}

/** All that an administrator of units may get from a role; the database narrows it to their people. */
const ofUnits: readonly Permission[] = [
  'users.read',
  'users.write',
  'groups.read',
  'units.read',
  'passwords.read',
  'passwords.write',
  'keys.read',
  'keys.write',
  'activity.read',
  'statistics.read',
]

/** What a role, or an additional permission, gives over a whole workspace or over units only. */
export interface Grant {
  role: number | null
  additional: number | null
  unitsOnly: boolean
  permissions: readonly Permission[]
}

/** All that can be given, one by one; what somebody holds is the sum of what role and additional permissions give. */
export const everyGrant: readonly Grant[] = [false, true].flatMap(unitsOnly => {
  const within = (all: readonly Permission[]) => (unitsOnly ? all.filter(p => ofUnits.includes(p)) : all)
  const roles = Object.entries(byRole).map(([role, all]) => ({ role: Number(role), additional: null, all }))
  const more = Object.entries(byAdditional).map(([one, all]) => ({ role: null, additional: Number(one), all }))
  return [...roles, ...more].map(({ all, ...given }) => ({ ...given, unitsOnly, permissions: within(all) }))
})

/** What one additional permission adds to a role. */
export const permissionsOfAdditional = (one: number): readonly Permission[] => byAdditional[one] ?? []

/** What an Admin API key may do at most: all that an administrator may. */
export const permissionsOfKeys: readonly Permission[] = ofAdministrators

// There are few standings, and each call asks for one
const known = new Map<string, ReadonlySet<Permission>>()
const mostKnown = 500

/** Every permission that this standing gives, 'public' and 'self' included. */
export function permissionsOf(who: Grants): ReadonlySet<Permission> {
  const { accountRole, workspaceRole, additional, unitsOnly = false } = who
  const standing = `${accountRole} ${workspaceRole} ${unitsOnly} ${additional.join(' ')}`
  const before = known.get(standing)
  if (before) return before
  const all = new Set<Permission>(['public', 'self', 'keys.own', 'applications.own'])
  const within = (p: Permission) => !unitsOnly || ofUnits.includes(p)
  if (accountRole === accountRoles.superAdmin) for (const p of permissions) if (p.startsWith('super.')) all.add(p)
  if (workspaceRole !== null) {
    for (const p of byRole[workspaceRole].filter(within)) all.add(p)
    for (const extra of additional) for (const p of (byAdditional[extra] ?? []).filter(within)) all.add(p)
  }
  if (known.size < mostKnown) known.set(standing, all)
  return all
}
