import { BlockList, isIP } from 'node:net'
import { accountRoles, type Permission, permissionsOfKeys, workspaceRoles } from '@claviger/contract/ground/permissions'
import { later, minutes } from '../ground/clock.ts'
import { checkedId } from '../ground/ids.ts'
import { problem } from '../ground/problem.ts'
import { isKeyText, readKeyText } from '../ground/secrets/key-text.ts'
import { keyedHash } from '../ground/secrets/seal.ts'
import type { ApiKeyActor, World } from '../ground/world.ts'

/** An API key as it was sent, before the database has been asked. */
export interface ApiKeyClaim {
  kind: 'api-key'
  workspace: string
  key: string
  hash: Buffer
}

/** One row of api_key_actor. */
export interface KeyRow {
  id: string
  name: string
  type: number
  scopes: string[] | null
  addresses: string[]
  expires_at: Date | null
  last_used_at: Date | null
  workspace_type: number
  workspace_status: number
}

/** The claim of a text that means to be an API key; undefined for another. Throws api-key-refused for a mistyped one. */
export function readKeyClaim(world: World, text: string): ApiKeyClaim | undefined {
  if (!isKeyText(text)) return undefined
  const read = readKeyText(text)
  if (!read) throw problem('api-key-refused')
  return { kind: 'api-key', workspace: read.workspace, key: read.id, hash: hashOfKey(world, read.secret) }
}

/** What is kept of a key's secret. */
export const hashOfKey = (world: Pick<World, 'hashKey'>, secret: Uint8Array): Buffer =>
  keyedHash(world.hashKey, 'api-key', secret)

/** Written into SQL text so that begin, workspace and key take one round trip; id and hash are of digits only. */
export const keyQuery = (claim: ApiKeyClaim): string =>
  `select * from api_key_actor('${checkedId(claim.key)}', '\\x${claim.hash.toString('hex')}')`

/** The same for calls that only read, where the workspace is set in the same statement. */
export const enterApiKey = (claim: ApiKeyClaim) => ({
  name: 'enter-api-key',
  text: 'select * from enter_api_key($1, $2, $3)',
  values: [claim.workspace, claim.key, claim.hash],
})

/** Turns the row into whoever acts. Throws api-key-refused, api-key-expired and api-key-address. */
export function actorOfKey(row: KeyRow | undefined, now: Date, ip: string): ApiKeyActor {
  if (!row) throw problem('api-key-refused')
  if (row.expires_at && row.expires_at <= now) throw problem('api-key-expired')
  if (row.addresses.length > 0 && !isWithin(row.addresses, ip)) throw problem('api-key-address')
  return {
    kind: 'api-key',
    id: row.id,
    name: row.name,
    accountRole: accountRoles.administrator,
    workspaceRole: workspaceRoles.administrator,
    permissions: permissionsBehind(row),
    workspaceType: row.workspace_type,
    limited: row.scopes !== null || row.expires_at !== null || row.addresses.length > 0,
  }
}

const adminKey = 0

// Keys of tablets and agents open their own calls, none of an administrator's
function permissionsBehind({ type, scopes }: KeyRow): Set<Permission> {
  if (type !== adminKey) return new Set()
  return new Set(permissionsOfKeys.filter(may => scopes === null || may === 'keys.own' || scopes.includes(may)))
}

/** True when an address lies in one of the networks, each written as `address/bits` or as one address. */
function isWithin(networks: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

/** Notes the use of a key beside the request, at most once a minute: no answer waits for it. */
export function noteUse(world: World, claim: ApiKeyClaim, row: KeyRow, ip: string): void {
  const now = world.clock.now()
  if (row.last_used_at && later(row.last_used_at, minutes(1)) > now) return
  world.pool
    .query('select note_api_key_use($1, $2, $3, $4)', [claim.workspace, claim.key, now, ip])
    .catch((error: Error) => world.log.warn({ reason: error.message }, 'the use of an API key was not noted'))
}
