import type { AppContext } from '#platform/app-context.ts'
import { rolesOf, tokenOfEntra } from './api-applications.entra.ts'
import type { Access } from './api-applications.access.ts'
import type { ApiCheckResult } from './check-result.ts'

// Required Microsoft Graph permissions, each with broader ones that include it
const needs: readonly (readonly string[])[] = [
  ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  [
    'GroupMember.Read.All',
    'GroupMember.ReadWrite.All',
    'Group.Read.All',
    'Group.ReadWrite.All',
    'Directory.Read.All',
    'Directory.ReadWrite.All',
  ],
]

/** Gets a token with client credentials and reads its application permissions. @throws Undelivered */
export async function askEntra(world: AppContext, access: Access): Promise<ApiCheckResult> {
  const { token, reason } = await tokenOfEntra(world, access)
  if (token === undefined) return { reason, missing: [] }
  const held = rolesOf(token)
  return {
    reason: null,
    missing: needs.filter(any => !any.some(one => held.has(one))).map(([least = '']) => least),
  }
}
