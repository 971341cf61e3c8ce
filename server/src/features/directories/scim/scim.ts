import { connectionKinds, type connections, type DirectoryConnection } from '@claviger/contract/directories/connections'
import type {
  scim,
  ScimConnection,
  ScimConnectionState,
  ScimGroupRole,
  ScimPreset,
} from '@claviger/contract/directories/scim'
import { appliedReasons } from '@claviger/contract/directories/links'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { hours, later } from '#platform/clock.ts'
import { textIn } from '../scim-documents/scim-documents.ts'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { newKeySecret, writeKeyText } from '#platform/secrets/key-text.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { approveGrantedScope, getConnection } from '../connections/connections.calls.ts'
import {
  addConnection,
  changeConnection,
  type ConnectedDirectory,
  connectionById,
  connectionsOf,
} from '../connections/connections.ts'
import { disconnectDirectory } from '../links/links.calls.ts'
import { mappingWrong } from '../links/links.mapping.ts'
import { beginOne, stopRunOf } from '../syncs/syncs.acts.ts'
import { mustHavePreview } from '../syncs/syncs.update.ts'
import { findHeldSuspensions, allowSuspensionsUntil } from './safety-threshold.store.ts'
import { mappingOf, presets } from './scim-presets.ts'
import { followGroupRoles, remapRoles, mustKnowGroups, shownGroupRoles } from './roles.ts'
import { peopleAfter } from './resources.store.ts'
import { baseOf } from './protocol/representation.ts'
import { hashOfToken, scimText, standingOf } from './protocol/scim-token.ts'
import { heldFor } from './scim.waiting.ts'
import { endTokens, findValidTokens, insertToken, transferTokens, type TokenRow } from './tokens.store.ts'
import { countByKind } from './lists/lists.store.ts'

type Calls = (typeof scim)['calls']
type InputFor<C extends keyof Calls> = OutputOf<Calls[C]['input']>

const kind = connectionKinds.scim

interface Settings {
  preset: ScimPreset
  addresses: string[]
  /** Undefined until a group grants a role. */
  groupRoles?: ScimGroupRole[]
}

const settingsOf = (connection: ConnectedDirectory): Settings => {
  const { preset = 'other', addresses = [], groupRoles } = connection.settings as Partial<Settings>
  return { preset, addresses, ...(groupRoles && { groupRoles }) }
}

export async function listScim(ctx: TransactionContext) {
  const tokens = await findValidTokens(ctx.db, ctx.clock.now())
  const items: ScimConnection[] = []
  for (const connection of await connectionsOf(ctx, kind)) items.push(await toldOf(ctx, connection, tokens))
  return { items }
}

export const listPresets = (ctx: TransactionContext) => ({ items: [...presets], url: baseOf(ctx.config.publicUrl) })

/** Creates a connection. @throws connection-name-taken, connections-full */
export async function createScim(ctx: TransactionContext, input: InputFor<'create'>): Promise<ScimConnection> {
  const settings: Settings = { preset: input.preset, addresses: input.addresses ?? [] }
  const { id } = await addConnection(ctx, { kind, name: input.name, settings, mapping: mappingOf(input.preset) })
  // Deleting a user in the directory suspends them now and deletes them later
  return told(ctx, await changeConnection(ctx, id, { leaving: 'delete' }))
}

/**
 * Changes a connection. Suspending users without a directory requires a preview within the last day; it happens
 * immediately and then daily.
 * @throws not-found, connection-name-taken, changed-meanwhile, mapping-wrong, dry-run-first, sync-runs
 */
export async function updateScim(
  ctx: TransactionContext,
  { id, preset, addresses, brakePeople, brakePercent, groupRoles, ...to }: InputFor<'update'>,
): Promise<ScimConnection> {
  const before = await connectedDirectory(ctx, id)
  const wrong = to.mapping && mappingWrong(to.mapping)
  if (wrong) throw problem('mapping-wrong', undefined, [{ field: wrong.field, message: wrong.reason }])
  const was = settingsOf(before)
  const roles = groupRoles?.map(({ group, role }) => ({ group, role })) ?? was.groupRoles
  const settings: Settings = {
    preset: preset ?? was.preset,
    addresses: addresses ?? was.addresses,
    ...(roles && (roles.length > 0 || was.groupRoles) && { groupRoles: roles }),
  }
  if (groupRoles) await mustKnowGroups(ctx, before, groupRoles)
  const turned = to.unmanagedLeave !== undefined && to.unmanagedLeave !== before.unmanagedLeave
  if (turned && to.unmanagedLeave === true) await mustHavePreview(ctx, id)
  const brake = { people: brakePeople ?? before.brake.people, percent: brakePercent ?? before.brake.percent }
  const everyMinutes = turned ? (to.unmanagedLeave === true ? daily : null) : undefined
  const after = await changeConnection(ctx, id, { ...to, brake, settings, everyMinutes })
  if (to.active === false) await stopRunOf(ctx, id)
  if (groupRoles) await followGroupRoles(ctx, before, after)
  if (turned && to.unmanagedLeave === true) await beginOne(ctx, { connection: id, dry: false })
  return told(ctx, after)
}

const daily = 1440

/** Deletes a connection; its users and groups become local. @throws not-found */
export async function removeScim(ctx: TransactionContext, { id }: { id: string }) {
  await connectedDirectory(ctx, id)
  return disconnectDirectory(ctx, { id })
}

/**
 * Creates a token, returned only once; earlier ones are revoked, the latest of them after some hours. A token can do
 * what an owner approved, so creating one for a connection that affects roles requires an owner.
 * @throws not-found, not-permitted
 */
export async function makeToken(ctx: TransactionContext, { uid, keepHours }: InputFor<'token'>) {
  const connection = await connectedDirectory(ctx, uid)
  const { roles, touchesRank } = connection.reach
  if ((touchesRank || roles.length > 0) && !askerOf(ctx).holds?.includes('directories.grant'))
    throw problem('not-permitted', 'Only an owner can create a token that can assign roles or change users with a role')
  const now = ctx.clock.now()
  const secret = newKeySecret()
  const id = newId()
  await endTokens(ctx.db, connection.id, later(now, hours(keepHours)), now)
  await insertToken(ctx.db, {
    id,
    connection: connection.id,
    hash: hashOfToken(ctx, secret),
    at: now,
    by: shownAs(ctx).name.slice(0, 260),
    keeper: keeperFor(ctx),
  })
  await record(ctx, {
    action: 'scim.token-made',
    object: { type: 'directory', id: connection.id, name: connection.name },
    after: { formerGoodForHours: keepHours },
  })
  const token = writeKeyText({ type: scimText, workspace: workspaceOf(ctx), id, secret })
  return { token, url: baseOf(ctx.config.publicUrl) }
}

/** The user whose permissions limit a new token: the administrator who creates it, or the keeper of the calling API key. */
function keeperFor(ctx: TransactionContext): string | null {
  const actor = administratorOf(ctx)
  return actor.kind === 'api-key' ? actor.keeper : actor.id
}

/**
 * Approves the granted access of a directory. A SCIM token of an administrator who could not approve it gets this access only
 * where the owner names it; every token that is not named ends. Throws not-found and scim-tokens-unnamed.
 */
export async function approveWithTokens(
  ctx: TransactionContext,
  { tokens: named, ...input }: OutputOf<(typeof connections)['calls']['approve']['input']>,
): Promise<DirectoryConnection> {
  const tokens = await findValidTokens(ctx.db, ctx.clock.now(), input.id)
  const lesser = tokens.filter(one => standingOf(one, input) !== 'whole')
  if (named === undefined && lesser.length > 0 && (input.touchesRank || input.roles.length > 0))
    throw problem('scim-tokens-unnamed')
  const approved = await approveGrantedScope(ctx, input)
  if (named === undefined) return approved
  await transferTokens(ctx.db, input.id, named, administratorOf(ctx).id)
  await record(ctx, {
    action: 'scim.tokens-named',
    object: { type: 'directory', id: approved.id, name: approved.name },
    after: {
      kept: tokens.filter(one => named.includes(one.id)).map(madeBy),
      ended: tokens.filter(one => !named.includes(one.id)).map(madeBy),
    },
  })
  return approved
}

const madeBy = (token: TokenRow) => `${token.created_by}, ${token.created_at.toISOString()}`

const atOnce = 300

/** Reapplies the mapping to the next several hundred users after a given one. @throws not-found */
export async function applyAgain(ctx: TransactionContext, { id, after }: InputFor<'applyAgain'>) {
  const connection = await connectedDirectory(ctx, id)
  const found = await peopleAfter(ctx.db, id, after ?? null, atOnce + 1)
  const rows = found.slice(0, atOnce)
  const applied = await remapRoles(ctx, connection, rows)
  const names = new Map(rows.map(row => [row.anchor, textIn(row.doc, 'userName')]))
  return {
    seen: rows.length,
    changed: applied.filter(one => one.outcome === 'changed').length,
    refused: applied
      .filter(one => one.outcome === 'refused')
      .map(one => ({
        name: names.get(one.anchor) ?? '',
        reason: one.reason === undefined ? '' : appliedReasons[one.reason],
      })),
    next: found.length > atOnce ? (rows.at(-1)?.id ?? null) : null,
  }
}

/** Allows all suspensions for one day. @throws not-found */
export async function allowSuspensions(ctx: TransactionContext, { id }: { id: string }): Promise<ScimConnection> {
  const connection = await connectedDirectory(ctx, id)
  const until = later(ctx.clock.now(), hours(24))
  const before = await findHeldSuspensions(ctx.db, id)
  await allowSuspensionsUntil(ctx.db, id, until, ctx.clock.now())
  await record(ctx, {
    action: 'scim.let-through',
    object: { type: 'directory', id, name: connection.name },
    after: { held: before?.held ?? 0, until: until.toISOString() },
  })
  return told(ctx, connection)
}

/** A SCIM connection. @throws not-found */
export async function connectedDirectory(ctx: TransactionContext, id: string): Promise<ConnectedDirectory> {
  const connection = await connectionById(ctx, id)
  if (connection?.kind !== kind) throw problem('not-found')
  return connection
}

const told = async (ctx: TransactionContext, connection: ConnectedDirectory) =>
  toldOf(ctx, connection, await findValidTokens(ctx.db, ctx.clock.now(), connection.id))

async function toldOf(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly TokenRow[],
): Promise<ScimConnection> {
  const { id, name, active, mapping, mode, deleteAfterDays, brake, reach, version } = connection
  const stands = await getConnection(ctx, { id })
  const tokens = all.filter(one => one.connection_id === id)
  const leavings = await findHeldSuspensions(ctx.db, id)
  const { user, group } = await countByKind(ctx.db, id)
  const now = ctx.clock.now()
  const state: ScimConnectionState = active && tokens.length > 0 ? stands.connection : 'not available'
  return {
    id,
    name,
    ...settingsOf(connection),
    groupRoles: await shownGroupRoles(ctx, connection),
    unmanagedLeave: connection.unmanagedLeave,
    active,
    status: active ? 'active' : 'inactive',
    connection: state,
    connectionReason: stands.connectionReason,
    connectedAt: stands.connectedAt,
    url: baseOf(ctx.config.publicUrl),
    tokens: tokens.map(row => ({ ...tokenOf(row), standing: standingOf(row, reach) })),
    mapping,
    mode,
    deleteAfterDays,
    brake,
    roles: reach.roles,
    touchesRank: reach.touchesRank,
    joins: reach.joins,
    approvedBy: stands.reach.approvedBy?.name ?? null,
    people: user,
    groups: group,
    held: leavings && leavings.since > later(now, -heldFor) ? leavings.held : 0,
    freeUntil: leavings?.free_until && leavings.free_until > now ? leavings.free_until.toISOString() : null,
    version,
  }
}

const tokenOf = (row: TokenRow) => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  keeperName: row.keeper_name,
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedIp: row.last_used_ip,
})
