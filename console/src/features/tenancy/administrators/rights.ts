import {
  accountRoles,
  reachesOtherWorkspaces,
  additionalNames,
  type Permission,
  permissions,
  permissionsOf,
  roleNames,
  type WorkspaceRole,
} from '@claviger/contract/platform/permissions'
import { msg, t } from '#platform/text/text.ts'
import type { Session } from '#shell/session.tsx'

const nouns: Record<string, string> = {
  workspace: msg('Workspace settings'),
  users: msg('Users'),
  groups: msg('Groups'),
  units: msg('Organization units'),
  activity: msg('Activity log'),
  statistics: msg('Statistics'),
  admins: msg('Admins'),
  'api-keys': msg('API keys'),
  'log-streams': msg('Log streams'),
  passwords: msg('Stored passwords'),
  keys: msg('Security keys'),
  devices: msg('Devices'),
  providers: msg('Identity providers'),
}

const acts: Partial<Record<Permission, string>> = {
  'workspace.transfer': msg('Transfer ownership'),
  'workspace.delete': msg('Delete workspace'),
  'api-keys.grant': msg('Take responsibility for API keys and grant them sensitive actions'),
}

const inWords = (name: string) => {
  const words = name.replaceAll('-', ' ')
  return words[0]?.toUpperCase() + words.slice(1)
}

export interface Right {
  label: string
  see?: Permission
  change?: Permission
  act?: Permission
}

export function rightsText(): Right[] {
  const rights = new Map<string, Right>()
  for (const permission of permissions) {
    const [noun = '', verb] = permission.split('.')
    if (verb === undefined || reachesOtherWorkspaces(permission) || verb === 'own') continue
    if (verb !== 'read' && verb !== 'write') {
      rights.set(permission, {
        label: t(acts[permission] ?? inWords(verb)),
        act: permission,
      })
      continue
    }
    const right = rights.get(noun) ?? { label: t(nouns[noun] ?? inWords(noun)) }
    rights.set(noun, { ...right, [verb === 'read' ? 'see' : 'change']: permission })
  }
  return [...rights.values()].toSorted((a, b) => Number(a.act !== undefined) - Number(b.act !== undefined))
}

/** "Change", "See", "Yes", or null; translate it when rendering. */
export function grantOf(right: Right, has: (permission: Permission) => boolean): 'Change' | 'View' | 'Yes' | null {
  if (right.act) return has(right.act) ? msg('Yes') : null
  if (right.change && has(right.change)) return msg('Change')
  return right.see && has(right.see) ? msg('View') : null
}

/** Describes a permission: "Users: see". */
export function wordsOf(permission: string): string {
  const [noun = '', verb] = permission.split('.')
  const right = t(nouns[noun] ?? inWords(noun))
  return verb === 'read' ? t('{right}: view', { right }) : t('{right}: change', { right })
}

export const roles = Object.entries(roleNames).map(([value, label]) => ({
  value: Number(value) as WorkspaceRole,
  label,
}))
export const additional = Object.entries(additionalNames).map(([value, label]) => ({ value: Number(value), label }))

/** True if the signed-in administrator can grant all of these permissions. */
export const canGrant = ({ can }: Session, workspaceRole: WorkspaceRole, extra: readonly number[] = []): boolean =>
  [...permissionsOf({ accountRole: accountRoles.administrator, workspaceRole, additional: extra })].every(
    may => !may.includes('.') || can(may),
  )

export const superRole = { value: accountRoles.superAdmin, label: msg('Super administrator') }

export const roleWord = (role: number): string =>
  t(role === superRole.value ? superRole.label : roleNames[role as WorkspaceRole])

/** For example "User Management + Workspace Settings". */
export const roleOf = (row: { role: number; additionalPermissions: readonly number[] }): string =>
  [roleWord(row.role), ...row.additionalPermissions.map(one => t(additionalNames[one] ?? ''))].join(' + ')
