import {
  accountRoles,
  type Permission,
  permissionsOf,
  permissionsOfKeys,
  type WorkspaceRole,
} from '@claviger/contract/ground/permissions'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { later, minutes } from '../ground/clock.ts'
import { beside } from '../ground/db/pool/line.ts'
import { type Entering, transact } from '../ground/db/transaction.ts'
import { Problem, problem } from '../ground/problem.ts'
import { type Entry, record } from '../ground/record/record.ts'
import { recordRefused } from '../ground/record/record-refused.ts'
import { keyShownAs } from '../ground/record/shown-as.ts'
import { isKeyText, readKeyText } from '../ground/secrets/key-text.ts'
import { keyedHash } from '../ground/secrets/seal.ts'
import type { ApiKeyActor, Ctx, RequestFacts, World } from '../ground/world.ts'
import { isWithin } from './limits/network.ts'

/** An API key as it was sent, before the database has been asked. */
export interface ApiKeyClaim {
  kind: 'api-key'
  workspace: string
  key: string
  hash: Buffer
}

/** What the keeper of a key holds now; no role: nothing. */
interface KeeperRights {
  role: WorkspaceRole | null
  additional: number[] | null
  units_only: boolean | null
}

/** One row of enter_api_key. */
export interface KeyRow extends KeeperRights {
  id: string
  name: string
  type: number
  scopes: string[] | null
  granted: string[]
  keeper_id: string | null
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

/** The statement that asks for an API key, and sets the workspace until it is committed. */
export const enterApiKey = (claim: ApiKeyClaim): Entering => ({
  name: 'enter-api-key',
  text: 'select * from enter_api_key($1, $2, $3)',
  values: [claim.workspace, claim.key, claim.hash],
})

/**
 * Whoever acts with a key that was sent, and notes its use; the refusal of a key that is known leaves a line in the log.
 * Throws api-key-refused, api-key-expired, api-key-address and api-key-orphaned.
 */
export function admitKey(
  world: World,
  claim: ApiKeyClaim,
  row: KeyRow | undefined,
  request: RequestFacts,
): ApiKeyActor {
  try {
    return actorOfKey(row, world.clock.now(), request.ip)
  } catch (error) {
    if (error instanceof Problem) noteRefusal(world, claim, row, request, error)
    throw error
  }
}

/** Turns the row into whoever acts. Throws what admitKey does. */
function actorOfKey(row: KeyRow | undefined, now: Date, ip: string): ApiKeyActor {
  if (!row) throw problem('api-key-refused')
  if (row.expires_at && row.expires_at <= now) throw problem('api-key-expired')
  if (row.addresses.length > 0 && !isWithin(row.addresses, ip)) throw problem('api-key-address')
  const permissions = permissionsBehind(row)
  if (permissions.size === 0) throw problem('api-key-orphaned')
  return {
    kind: 'api-key',
    id: row.id,
    name: row.name,
    keeper: row.keeper_id,
    permissions,
    granted: new Set(row.granted as Permission[]),
    workspaceType: row.workspace_type,
    limited: row.scopes !== null || row.expires_at !== null || row.addresses.length > 0,
  }
}

const adminKey = 0
const mobileKey = 1
const clientsKey = 2

/**
 * What a key may do now: of its scopes what its keeper holds, which is nothing where none of them is left. Keys of tablets
 * and agents open their own calls, none of an administrator's, and lean on nobody.
 */
export function permissionsBehind(row: Pick<KeyRow, 'type' | 'scopes'> & KeeperRights): Set<Permission> {
  if (row.type === clientsKey) return new Set(['clients'])
  if (row.type === mobileKey) return new Set(['mobiles'])
  if (row.type !== adminKey) return new Set()
  const held = heldBy(row)
  const left = scopesOf(row).filter(may => held.has(may))
  return new Set(left.length === 0 ? [] : [...left, 'keys.own'])
}

/** What an Admin key was made for, whatever is left of it. */
export const scopesOf = ({ scopes }: Pick<KeyRow, 'scopes'>): Permission[] =>
  permissionsOfKeys.filter(may => may !== 'keys.own' && (scopes === null || scopes.includes(may)))

// A key reaches the whole workspace: somebody who administers units can keep none
function heldBy({ role, additional, units_only }: KeeperRights): ReadonlySet<Permission> {
  if (role === null || units_only) return new Set()
  return permissionsOf({
    accountRole: accountRoles.administrator,
    workspaceRole: role,
    additional: additional ?? [],
  })
}

/** Notes the use of a key beside the request, at most once a minute: no answer waits for it. */
export function noteUse(world: World, claim: ApiKeyClaim, row: KeyRow, ip: string): void {
  const now = world.clock.now()
  if (row.last_used_at && later(row.last_used_at, minutes(1)) > now) return
  beside(() =>
    world.pool
      .query('select note_api_key_use($1, $2, $3, $4)', [claim.workspace, claim.key, now, ip])
      .catch((error: Error) => world.log.warn({ reason: error.message }, 'the use of an API key was not noted')),
  )
}

const noteIn = (ctx: Ctx, entry: Entry & { failed: string }, known: boolean) =>
  known ? record(ctx, entry) : recordRefused(ctx, entry, { unknown: entry.object?.id ?? '' })

const refusals = new WeakMap<World['pool'], RateLimiterPostgres>()

/** One line in ten minutes for each key and reason, whoever asks how often: a stranger cannot fill the log. */
const oncePerReason = (world: World): RateLimiterPostgres => {
  const known = refusals.get(world.pool)
  if (known) return known
  const made = new RateLimiterPostgres({
    storeClient: world.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'refused-key',
    points: 1,
    duration: 600,
    inMemoryBlockOnConsumed: 1,
  })
  refusals.set(world.pool, made)
  return made
}

/** Notes a refusal beside the request: no answer waits for it. */
function noteRefusal(
  world: World,
  claim: ApiKeyClaim,
  row: KeyRow | undefined,
  request: RequestFacts,
  why: Problem,
): void {
  // One that was deleted, or never was: a program somewhere may still use it
  const { id, name } = row ?? { id: claim.key, name: `…${claim.key.slice(-4)}` }
  const entry: Entry & { failed: string } = {
    action: 'api-key.refused',
    failed: why.message,
    by: row ? keyShownAs(row) : { id: null, name: keyShownAs({ id, name }).name },
    object: { type: 'api-key', id, name },
  }
  // Strangers may make up as many as they like
  const about = row ? row.id : `of ${claim.workspace} ${claim.key.slice(-1)}`
  const from = { actor: { kind: 'nobody' }, request, workspace: claim.workspace } as const
  beside(() =>
    oncePerReason(world)
      .consume(`${about} ${why.code}`)
      .then(() => transact(world, from, ctx => noteIn(ctx, entry, row !== undefined)))
      .catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return
        world.log.warn({ reason: String(error) }, 'the refusal of an API key was not noted')
      }),
  )
}
