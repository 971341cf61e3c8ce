import {
  accountRoles,
  type Permission,
  permissionsOf,
  permissionsOfKeys,
  type WorkspaceRole,
} from '@claviger/contract/platform/permissions'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { later, minutes } from '../platform/clock.ts'
import { runOutsideLease } from '../platform/db/pool/connection-lease.ts'
import { type EntryStatement, transact } from '../platform/db/transaction.ts'
import { Problem, problem } from '../platform/problem.ts'
import { type ActivityEntry, record } from '../platform/record/record.ts'
import { recordRefused } from '../platform/record/record-refused.ts'
import { keyShownAs } from '../platform/record/shown-as.ts'
import { isKeyText, readKeyText } from '../platform/secrets/key-text.ts'
import { keyedHash } from '../platform/secrets/seal.ts'
import type { ApiKeyActor, TransactionContext, RequestFacts, AppContext } from '../platform/app-context.ts'
import { isWithin } from './limits/network.ts'

export interface ApiKeyClaim {
  kind: 'api-key'
  workspace: string
  key: string
  hash: Buffer
}

interface KeeperRights {
  role: WorkspaceRole | null
  additional: number[] | null
  units_only: boolean | null
}

export interface EnteredApiKey extends KeeperRights {
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

export function readKeyClaim(world: AppContext, text: string): ApiKeyClaim | undefined {
  if (!isKeyText(text)) return undefined
  const read = readKeyText(text)
  if (!read) throw problem('api-key-refused')
  return { kind: 'api-key', workspace: read.workspace, key: read.id, hash: hashOfKey(world, read.secret) }
}

export const hashOfKey = (world: Pick<AppContext, 'hashKey'>, secret: Uint8Array): Buffer =>
  keyedHash(world.hashKey, 'api-key', secret)

export const enterApiKey = (claim: ApiKeyClaim): EntryStatement => ({
  name: 'enter-api-key',
  text: 'select * from enter_api_key($1, $2, $3)',
  values: [claim.workspace, claim.key, claim.hash],
})

/**
 * Resolves the actor of an API key and records its use. Refusals of a known key are logged.
 * @throws api-key-refused, api-key-expired, api-key-address, api-key-orphaned
 */
export function admitKey(
  world: AppContext,
  claim: ApiKeyClaim,
  row: EnteredApiKey | undefined,
  request: RequestFacts,
): ApiKeyActor {
  try {
    return actorOfKey(row, world.clock.now(), request.ip)
  } catch (error) {
    if (error instanceof Problem) noteRefusal(world, claim, row, request, error)
    throw error
  }
}

function actorOfKey(row: EnteredApiKey | undefined, now: Date, ip: string): ApiKeyActor {
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
 * Permissions of a key: those of its scopes that its keeper still has. Keys of tablets and agents open only
 * their own calls and don't depend on a keeper.
 */
export function permissionsBehind(row: Pick<EnteredApiKey, 'type' | 'scopes'> & KeeperRights): Set<Permission> {
  if (row.type === clientsKey) return new Set(['clients', 'kiosk-opening'])
  if (row.type === mobileKey) return new Set(['mobiles', 'kiosk-opening'])
  if (row.type !== adminKey) return new Set()
  const held = heldBy(row)
  const left = scopesOf(row).filter(may => held.has(may))
  return new Set(left.length === 0 ? [] : [...left, 'keys.own'])
}

export const scopesOf = ({ scopes }: Pick<EnteredApiKey, 'scopes'>): Permission[] =>
  permissionsOfKeys.filter(may => may !== 'keys.own' && (scopes === null || scopes.includes(may)))

// A key covers the whole workspace, so a unit administrator can't keep one
function heldBy({ role, additional, units_only }: KeeperRights): ReadonlySet<Permission> {
  if (role === null || units_only) return new Set()
  return permissionsOf({
    accountRole: accountRoles.administrator,
    workspaceRole: role,
    additional: additional ?? [],
  })
}

/** Records the use of a key in the background, at most once a minute, so that no response waits for it. */
export function noteApiKeyUse(world: AppContext, claim: ApiKeyClaim, row: EnteredApiKey, ip: string): void {
  const now = world.clock.now()
  if (row.last_used_at && later(row.last_used_at, minutes(1)) > now) return
  runOutsideLease(() =>
    world.pool
      .query('select note_api_key_use($1, $2, $3, $4)', [claim.workspace, claim.key, now, ip])
      .catch((error: Error) => world.log.warn({ reason: error.message }, 'the use of an API key was not noted')),
  )
}

const noteIn = (ctx: TransactionContext, entry: ActivityEntry & { failed: string }, known: boolean) =>
  known ? record(ctx, entry) : recordRefused(ctx, entry, { unknown: entry.object?.id ?? '' })

const refusals = new WeakMap<AppContext['pool'], RateLimiterPostgres>()

/** One log line per key and reason in ten minutes, so that a stranger can't flood the log. */
const oncePerReason = (world: AppContext): RateLimiterPostgres => {
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

function noteRefusal(
  world: AppContext,
  claim: ApiKeyClaim,
  row: EnteredApiKey | undefined,
  request: RequestFacts,
  why: Problem,
): void {
  // The key was deleted or never existed; a program may still use it
  const { id, name } = row ?? { id: claim.key, name: `…${claim.key.slice(-4)}` }
  const entry: ActivityEntry & { failed: string } = {
    action: 'api-key.refused',
    failed: why.message,
    by: row ? keyShownAs(row) : { id: null, name: keyShownAs({ id, name }).name },
    object: { type: 'api-key', id, name },
  }
  // Strangers can invent any number of keys, so these share a few slots
  const about = row ? row.id : `of ${claim.workspace} ${claim.key.slice(-1)}`
  const from = { actor: { kind: 'nobody' }, request, workspace: claim.workspace } as const
  runOutsideLease(() =>
    oncePerReason(world)
      .consume(`${about} ${why.code}`)
      .then(() => transact(world, from, ctx => noteIn(ctx, entry, row !== undefined)))
      .catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return
        world.log.warn({ reason: String(error) }, 'the refusal of an API key was not noted')
      }),
  )
}
