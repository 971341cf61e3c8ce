import { ScimRefusal } from '#features/directories/scim-documents/scim-documents.ts'
import { mayEnter } from '#platform/entrance/entrance.ts'
import { later, minutes } from '#platform/clock.ts'
import { runOutsideLease } from '#platform/db/pool/connection-lease.ts'
import type { ExpectedCaller } from '#platform/db/reading/read-as.ts'
import { type AuthContext, transact } from '#platform/db/transaction.ts'
import { msg } from '#platform/languages.ts'
import type { TransactionContext, RequestFacts, AppContext } from '#platform/app-context.ts'
import { isWithin } from '#http/limits/network.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import {
  type ConnectedDirectory,
  connectionById,
  noteConnection,
} from '#features/directories/connections/connections.ts'
import { type ScimTokenClaim, type ScimSession, heldByKeeper, limitedBy } from './scim-token.ts'

/** Response to a missing or invalid token, whatever the reason. */
export const tokenRefusal = (): ScimRefusal => new ScimRefusal(401, 'The token is not valid')

/** The actor of a token. @throws 401 and 403; for a known token, the connection records the reason */
export function admitToken(
  world: AppContext,
  claim: ScimTokenClaim,
  row: ScimSession | undefined,
  request: RequestFacts,
): AuthContext {
  if (!row) throw tokenRefusal()
  const why = whyNot(world, row, request)
  if (why) {
    note(world, claim, row, request, why)
    throw why === expired ? tokenRefusal() : new ScimRefusal(403, why)
  }
  if (row.state !== 'successful') note(world, claim, row, request, undefined)
  noteUse(world, claim, row, request.ip)
  return standpointOf(claim, row, request)
}

const standpointOf = (claim: ScimTokenClaim, row: ScimSession, request: RequestFacts): AuthContext => ({
  actor: { kind: 'operator', id: row.connection_id, name: `Directory ${row.name}` },
  request,
  workspace: claim.workspace,
})

const expired = 'The token has ended. Make a new one on the SCIM page'

const orphaned = msg(
  'The administrator who made this token no longer manages directories. Make a new token on the SCIM page',
)

function whyNot(world: AppContext, row: ScimSession, { ip }: RequestFacts): string | undefined {
  if (row.expires_at && row.expires_at <= world.clock.now()) return expired
  if (row.addresses && row.addresses.length > 0 && !isWithin(row.addresses, ip))
    return 'This connection may not be used from this address'
  if (!mayEnter('scim', row.workspace_status)) return 'This workspace is disabled'
  if (!row.active) return 'This connection is switched off'
  if (!heldByKeeper(row).has('directories.write')) return orphaned
  return undefined
}

const noted = new Map<string, number>()
const mostNoted = 5000

/** Whether the same was noted within the last minute; from this moment it is. */
function isNoted(world: AppContext, key: string): boolean {
  const now = world.clock.now().getTime()
  if ((noted.get(key) ?? 0) > now - minutes(1)) return true
  if (noted.size >= mostNoted) noted.clear()
  noted.set(key, now)
  return false
}

function note(
  world: AppContext,
  claim: ScimTokenClaim,
  row: ScimSession,
  request: RequestFacts,
  why: string | undefined,
): void {
  if (isNoted(world, `${row.connection_id} ${why ?? ''}`)) return
  runOutsideLease(() =>
    transact(world, standpointOf(claim, row, request), async ctx => {
      await noteConnection(ctx, row.connection_id, why === undefined ? 'successful' : 'failed', why ?? null)
      const object = { type: 'directory', id: row.connection_id, name: row.name }
      if (why === orphaned)
        await recordRefused(ctx, { action: 'scim.token-refused', failed: why, object }, { known: row.token_id })
    }).catch((error: Error) => world.log.warn({ reason: error.message }, 'the state of a connection was not noted')),
  )
}

/** Records a token's use asynchronously, at most once a minute, so that no response waits for it. */
function noteUse(world: AppContext, claim: ScimTokenClaim, row: ScimSession, ip: string): void {
  const now = world.clock.now()
  if (row.last_used_at && later(row.last_used_at, minutes(1)) > now) return
  runOutsideLease(() =>
    world.pool
      .query('select note_scim_use($1, $2, $3, $4)', [claim.workspace, claim.token, now, ip])
      .catch((error: Error) => world.log.warn({ reason: error.message }, 'the use of a token was not noted')),
  )
}

const lastSeen = new Map<string, { hash: string; row: ScimSession }>()
const mostSeen = 1000

/**
 * The last known state of a token, so that queries that need it can be sent in the same round trip. It decides
 * nothing: their results count only if the token's current state is the same.
 */
export function expectedOf(
  claim: ScimTokenClaim,
  request: RequestFacts,
): (ExpectedCaller & { row: ScimSession }) | undefined {
  const known = lastSeen.get(claim.token)
  if (!known || known.hash !== claim.hash.toString('hex')) return undefined
  return {
    row: known.row,
    from: standpointOf(claim, known.row, request),
    holds: ([row]) => row !== undefined && sameness(row as ScimSession) === sameness(known.row),
  }
}

export function noteTokenUse(claim: ScimTokenClaim, row: ScimSession): void {
  if (lastSeen.size >= mostSeen) lastSeen.clear()
  lastSeen.set(claim.token, { hash: claim.hash.toString('hex'), row })
}

const sameness = (row: ScimSession) =>
  `${row.connection_id} ${row.version} ${row.active} ${row.workspace_status} ${row.expires_at?.getTime()} ` +
  `${row.keeper_id} ${row.role} ${row.additional?.join()} ${row.units_only} ${row.super} ${row.secret_fields.join()}`

const connectionsSeen = new Map<string, ConnectedDirectory>()
const mostConnections = 500

/** The connection behind a token, as far as the keeper of the token reaches now. */
export async function connectionBehind(ctx: TransactionContext, row: ScimSession): Promise<ConnectedDirectory> {
  const connection = { ...limitedBy(row, await connectionOfVersion(ctx, row)), secretFields: row.secret_fields }
  if (connection.limitedTo) noteReduced(ctx, row)
  return connection
}

const reduced = msg(
  'The administrator who made this token is no owner, so it gives no role and changes no user who has one',
)

/** Leaves a line in the log next to the answer: once a minute for a token. */
function noteReduced(ctx: TransactionContext, { token_id: token, connection_id: id, name }: ScimSession): void {
  if (isNoted(ctx, `${token} reduced`)) return
  const { actor, request, workspace } = ctx
  const entry = { action: 'scim.token-reduced', failed: reduced, object: { type: 'directory', id, name } } as const
  runOutsideLease(() =>
    transact(ctx, { actor, request, workspace }, own => recordRefused(own, entry, { known: token })).catch(
      (error: Error) => ctx.log.warn({ reason: error.message }, 'that a SCIM token was reduced was not noted'),
    ),
  )
}

/** The connection behind a token as it is approved; each version of one is read once. */
async function connectionOfVersion(ctx: TransactionContext, row: ScimSession): Promise<ConnectedDirectory> {
  const there = connectionsSeen.get(row.connection_id)
  if (there?.version === row.version) return there
  const connection = await connectionById(ctx, row.connection_id)
  if (!connection) throw tokenRefusal()
  if (connectionsSeen.size >= mostConnections) connectionsSeen.clear()
  if (connection.version === row.version) connectionsSeen.set(row.connection_id, connection)
  return connection
}
