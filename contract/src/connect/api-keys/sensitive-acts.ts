import type { Permission } from '#platform/permissions.ts'

/**
 * Actions that require a fresh passkey from users, by the permission they need. A program can do them only if an
 * owner granted the action to its key.
 */
export const sensitiveActs = {
  'api-keys.write': 'Create API keys',
  'admins.write': 'Add administrators and change their permissions',
  'log-streams.write': 'Send the log to other receivers',
  'workspace.write': 'Change settings, policies, and pages that control sign-in',
  'users.write': 'Change the sign-in methods of users',
  'policies.write': 'Change access policies and named lists',
  'applications.write': 'Change the applications users sign in to',
  'providers.write': 'Change the identity providers users sign in with',
  'directories.write': 'Connect directories and change what they provision',
  'workflows.write': 'Change workflows',
  'keys.write': 'Change keys and their rules',
  'devices.write': 'Create secrets for computer registration',
  clients: 'Register programs that verify fingerprints',
} as const satisfies Partial<Record<Permission, string>>

export type SensitivePermission = keyof typeof sensitiveActs
export const sensitivePermissions = Object.keys(sensitiveActs) as [SensitivePermission, ...SensitivePermission[]]
