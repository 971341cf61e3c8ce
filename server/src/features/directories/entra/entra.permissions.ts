import { type EntraCheckResult, type EntraPermission, entraPermissions } from '@claviger/contract/directories/entra'

// Microsoft Graph permissions that include narrower ones (learn.microsoft.com/graph/permissions-reference)
const whole = ['Directory.Read.All', 'Directory.ReadWrite.All']
const wider: Readonly<Record<EntraPermission, readonly string[]>> = {
  'User.Read.All': ['User.ReadWrite.All', ...whole],
  'GroupMember.Read.All': ['GroupMember.ReadWrite.All', 'Group.Read.All', 'Group.ReadWrite.All', ...whole],
  'AdministrativeUnit.Read.All': ['AdministrativeUnit.ReadWrite.All', ...whole],
  'Device.Read.All': ['Device.ReadWrite.All', ...whole],
  'UserAuthMethod-Passkey.ReadWrite.All': ['UserAuthenticationMethod.ReadWrite.All'],
  'UserAuthenticationMethod.ReadWrite.All': [],
  'RoleManagement.Read.Directory': ['RoleManagement.ReadWrite.Directory'],
  'PrivilegedEligibilitySchedule.Read.AzureADGroup': [
    'PrivilegedEligibilitySchedule.ReadWrite.AzureADGroup',
    'PrivilegedAccess.Read.AzureADGroup',
    'PrivilegedAccess.ReadWrite.AzureADGroup',
  ],
  'Policy.Read.All': [],
}

/** Permissions that an import requires; the others are for individual features. */
const forImport: ReadonlySet<EntraPermission> = new Set(['User.Read.All', 'GroupMember.Read.All'])

/** All permissions used by features: whether granted, and whether an import requires it. */
export const permissionsIn = (roles: ReadonlySet<string>, byUnit: boolean): EntraCheckResult['permissions'] =>
  (Object.keys(entraPermissions) as EntraPermission[]).map(name => ({
    name,
    given: [name, ...wider[name]].some(one => roles.has(one)),
    needed: forImport.has(name) || (byUnit && name === 'AdministrativeUnit.Read.All'),
  }))
