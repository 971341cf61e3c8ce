import { decodeJwt } from 'jose'
import type { World } from '../../../ground/world.ts'
import { tokenOfEntra } from './api-applications.entra.ts'
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
  const held = rolesIn(token)
  return {
    reason: null,
    missing: needs.filter(any => !any.some(one => held.has(one))).map(([least = '']) => least),
  }
}

/** The application permissions that a token names; it came from where it is meant for, so that it is only read. */
export function rolesIn(token: string): Set<string> {
  try {
    const { roles } = decodeJwt(token)
    return new Set(Array.isArray(roles) ? roles.filter(role => typeof role === 'string') : [])
  } catch {
    return new Set()
  }
}
