import type { Permission } from '../../ground/permissions.ts'

/**
 * What programs may do only where an owner granted it to their key for that purpose, by the permission that it needs: the
 * calls that ask people for a fresh passkey.
 */
export const sensitiveActs = {
  'api-keys.write': 'Make API keys',
  'admins.write': 'Appoint administrators and change what they may do',
  'log-streams.write': 'Send the log to other receivers',
  'workspace.write': 'Change settings, policies and pages that decide who gets in',
  'users.write': 'Change the way in of users',
  'policies.write': 'Change access policies and named lists',
  'applications.write': 'Change applications that people sign in to',
  'providers.write': 'Change the identity providers that sign people in',
  'directories.write': 'Connect directories and change what they bring',
  'workflows.write': 'Change workflows',
  'keys.write': 'Change keys and their rules',
  'devices.write': 'Make secrets by which computers register',
  clients: 'Register programs that vouch for fingerprints',
} as const satisfies Partial<Record<Permission, string>>

export type SensitivePermission = keyof typeof sensitiveActs
export const sensitivePermissions = Object.keys(sensitiveActs) as [SensitivePermission, ...SensitivePermission[]]
