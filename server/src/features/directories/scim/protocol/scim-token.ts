import type { ScimTokenStanding } from '@claviger/contract/directories/scim'
import { accountRoles, permissionsOf, workspaceRoles } from '@claviger/contract/platform/permissions'
import type { EntryStatement } from '#platform/db/transaction.ts'
import { readKeyText } from '#platform/secrets/key-text.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import { type KeeperRights, tokenSession } from '../tokens.store.ts'

export const scimText = 5

export interface ScimTokenClaim {
  workspace: string
  token: string
  hash: Buffer
}

export interface ScimSession extends KeeperRights {
  token_id: string
  expires_at: Date | null
  last_used_at: Date | null
  connection_id: string
  name: string
  active: boolean
  version: number
  state: string
  addresses: string[] | null
  workspace_status: number
  secret_fields: string[]
}

export const hashOfToken = (world: Pick<AppContext, 'hashKey'>, secret: Uint8Array): Buffer =>
  keyedHash(world.hashKey, 'scim-token', secret)

/** Parses an Authorization header: with "Bearer", or only the token as Okta sends it; undefined if invalid. */
export function claimIn(world: Pick<AppContext, 'hashKey'>, header: string | undefined): ScimTokenClaim | undefined {
  const text = header?.trim().replace(/^bearer\s+/i, '') ?? ''
  if (text.length > 200) return undefined
  const read = readKeyText(text)
  if (!read || read.type !== scimText) return undefined
  return { workspace: read.workspace, token: read.id, hash: hashOfToken(world, read.secret) }
}

/** Statement that verifies a token, inside its workspace. */
export const enterScim = (claim: ScimTokenClaim): EntryStatement => ({
  name: 'enter-scim',
  text: tokenSession,
  values: [claim.token, claim.hash],
  workspace: claim.workspace,
})

/** Current permissions of a token's keeper. Tokens without a recorded keeper were created by an administrator at least. */
export function heldByKeeper(rights: KeeperRights): ReadonlySet<string> {
  const unknown = rights.keeper_id === null
  if (!unknown && rights.role === null && rights.super !== true) return new Set()
  if (rights.units_only === true && rights.super !== true) return new Set()
  return permissionsOf({
    accountRole: rights.super === true ? accountRoles.superAdmin : accountRoles.administrator,
    workspaceRole: unknown ? workspaceRoles.administrator : rights.role,
    additional: rights.additional ?? [],
  })
}

/** How much a token can do of what an owner approved for its connection. */
export function standingOf(
  rights: KeeperRights,
  reach: Pick<ConnectedDirectory['reach'], 'roles' | 'touchesRank'>,
): ScimTokenStanding {
  const held = heldByKeeper(rights)
  if (!held.has('directories.write')) return 'orphaned'
  return held.has('directories.grant') || (reach.roles.length === 0 && !reach.touchesRank) ? 'whole' : 'less'
}

/** A connection as far as the keeper of the token that acts reaches. */
export function limitedBy(rights: KeeperRights, connection: ConnectedDirectory): ConnectedDirectory {
  if (standingOf(rights, connection.reach) === 'whole') return connection
  return {
    ...connection,
    reach: { ...connection.reach, touchesRank: false },
    limitedTo: [...heldByKeeper(rights)],
  }
}
