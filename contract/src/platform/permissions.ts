/**
 * All permissions. The server enforces this table, and the console hides what it doesn't allow. The audience of a
 * call (administrator, partner, super administrator, account owner) is a permission, not a folder.
 */
export const permissions = [
  // No session, or a short interim session before one exists
  'public',
  'interim',
  'enrolling',
  // A visitor of a card page, unidentified at first
  'self-service',
  // Clients on computers: a Clients key, or the credentials of a registered card client
  'clients',
  'reader',
  // Agents on computers, phones, and tablets: a Shared Mobile key, or the credentials of a registered agent
  'mobiles',
  'agent',
  // A kiosk of one attendance session, and the link or API key that opens it
  'kiosk',
  'kiosk-opening',
  // Any signed-in user, for their own account
  'self',
  'workspace.read',
  'workspace.write',
  'users.read',
  'users.write',
  'groups.read',
  'groups.write',
  'units.read',
  'units.write',
  // Own keys for all users; all keys with read or write permission (decision G18)
  'keys.own',
  'keys.read',
  'keys.write',
  'devices.read',
  'devices.write',
  'activity.read',
  'statistics.read',
  'attendance.read',
  'attendance.write',
  'admins.read',
  'admins.write',
  'api-keys.read',
  'api-keys.write',
  'log-streams.read',
  'log-streams.write',
  'passwords.read',
  'passwords.write',
  // Applications that the user can open; all of them with read or write permission (decision G18)
  'applications.own',
  'applications.read',
  'applications.write',
  'policies.read',
  'policies.write',
  'providers.read',
  'providers.write',
  'directories.read',
  'directories.write',
  'workflows.read',
  'workflows.write',
  'billing.read',
  'billing.write',
  'workspace.transfer',
  'workspace.delete',
  'api-keys.grant',
  // The granted access of a directory: roles it can give, users with a role that it can change, its safety threshold,
  // and which private addresses the server can call
  'directories.grant',
  'super.workspaces',
  'super.trust-domains',
  'super.administrators',
  'super.key-models',
  'super.self-service',
  'super.billing',
  'super.partners',
  'super.look-ups',
  'super.support',
  // Deleting or resetting a workspace: super administrators with permission 1 or 2 (rule R179)
  'super.delete',
  // Workspaces of a partner's customers
  'partner.read',
  'partner.write',
] as const
export type Permission = (typeof permissions)[number]

/** Calls of super administrators and partners reach workspaces other than the caller's. */
export const reachesOtherWorkspaces = (may: Permission): boolean =>
  may.startsWith('super.') || may.startsWith('partner.')

/** Permissions of a super administrator (specification §6); the first is needed for every change except deletion. */
export const superPermissions = { all: 1, deleteWorkspaces: 2 } as const

/** Account roles, by which users sign in (specification §6). */
export const accountRoles = { superAdmin: 0, owner: 1, administrator: 2, user: 3 } as const
export type AccountRole = (typeof accountRoles)[keyof typeof accountRoles]

/** Workspace roles, which determine an administrator's permissions (decision G7). */
export const workspaceRoles = {
  owner: 1,
  administrator: 2,
  userManagement: 3,
  billingManager: 4,
  readOnly: 5,
  policyAdministrator: 6,
} as const
export type WorkspaceRole = (typeof workspaceRoles)[keyof typeof workspaceRoles]

export const roleNames: Record<WorkspaceRole, string> = {
  1: 'Owner',
  2: 'Administrator',
  3: 'User Management',
  4: 'Billing Manager',
  5: 'Read-only',
  6: 'Policy Administrator',
}

/** Roles that directories and identity providers can give. If several match, the first counts. */
export const grantableRoles = [
  workspaceRoles.administrator,
  workspaceRoles.userManagement,
  workspaceRoles.policyAdministrator,
  workspaceRoles.billingManager,
  workspaceRoles.readOnly,
] as const

/** Role names that older clients send (decision G7); 0 is the super administrator's account role. */
export const roleAliases: Record<string, number> = { superadmin: 0, owner: 1, contributor: 2 }

/** Additional permissions by number; they extend role 3 and lower roles (specification §6). */
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
const business = permissions.filter(p => p.includes('.') && !reachesOtherWorkspaces(p))
const everyRead = business.filter(p => p.endsWith('.read'))
const ofAdministrators = business.filter(p => !ofOwners.includes(p))

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
  3: [...ofPeople, 'devices.read', 'workspace.read', 'statistics.read', 'attendance.read', 'attendance.write'],
  4: ['workspace.read', 'billing.read', 'billing.write'],
  5: everyRead,
  // Access policies and organization units, with what they name (Entra ID: Conditional Access Administrator)
  6: [
    'policies.read',
    'policies.write',
    'units.read',
    'units.write',
    'users.read',
    'groups.read',
    'devices.read',
    'applications.read',
    'workspace.read',
  ],
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
  /** Whether it is a partner's workspace, whose administrators look after the partner's customers. */
  partner?: boolean
}

const ofPartners: Record<WorkspaceRole, readonly Permission[]> = {
  1: ['partner.read', 'partner.write'],
  2: ['partner.read', 'partner.write'],
  3: [],
  4: ['partner.read'],
  5: ['partner.read'],
  6: [],
}

/** Maximum permissions of a unit administrator; row-level security in the database limits them to their users. */
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
  'attendance.read',
]

/** Permissions of a role or additional permission, for the whole workspace or for units only. */
export interface Grant {
  role: number | null
  additional: number | null
  unitsOnly: boolean
  permissions: readonly Permission[]
}

/** All grants; a user's permissions are the union of their role's and additional permissions' grants. */
export const everyGrant: readonly Grant[] = [false, true].flatMap(unitsOnly => {
  const within = (all: readonly Permission[]) => (unitsOnly ? all.filter(p => ofUnits.includes(p)) : all)
  const roles = Object.entries(byRole).map(([role, all]) => ({ role: Number(role), additional: null, all }))
  const more = Object.entries(byAdditional).map(([one, all]) => ({ role: null, additional: Number(one), all }))
  return [...roles, ...more].map(({ all, ...given }) => ({ ...given, unitsOnly, permissions: within(all) }))
})

export const permissionsOfAdditional = (one: number): readonly Permission[] => byAdditional[one] ?? []

export const permissionsOfKeys: readonly Permission[] = ofAdministrators

// Cached because there are few combinations but each request needs one
const known = new Map<string, ReadonlySet<Permission>>()
const mostKnown = 500

export function permissionsOf(who: Grants): ReadonlySet<Permission> {
  const { accountRole, workspaceRole, additional, unitsOnly = false, partner = false } = who
  const standing = `${accountRole} ${workspaceRole} ${unitsOnly} ${partner} ${additional.join(' ')}`
  const before = known.get(standing)
  if (before) return before
  const all = new Set<Permission>(['public', 'self', 'keys.own', 'applications.own'])
  const within = (p: Permission) => !unitsOnly || ofUnits.includes(p)
  if (accountRole === accountRoles.superAdmin) for (const p of permissions) if (p.startsWith('super.')) all.add(p)
  if (workspaceRole !== null) {
    for (const p of byRole[workspaceRole].filter(within)) all.add(p)
    if (partner && !unitsOnly) for (const p of ofPartners[workspaceRole]) all.add(p)
    for (const extra of additional) for (const p of (byAdditional[extra] ?? []).filter(within)) all.add(p)
  }
  if (known.size < mostKnown) known.set(standing, all)
  return all
}
