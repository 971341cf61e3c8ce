import type { World } from '../../../ground/world.ts'
import { rolesOf, tokenOfEntra } from './api-applications.entra.ts'
import type { Access } from './api-applications.access.ts'
import type { Found } from './found.ts'

// Application permissions of Microsoft Graph that the directory asks for, and wider ones that hold them
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

/** Fetches a token by client credentials and reads which application permissions it has. Throws Undelivered. */
export async function askEntra(world: World, access: Access): Promise<Found> {
  const { token, reason } = await tokenOfEntra(world, access)
  if (token === undefined) return { reason, missing: [] }
  const held = rolesOf(token)
  return {
    reason: null,
    missing: needs.filter(any => !any.some(one => held.has(one))).map(([least = '']) => least),
  }
}
