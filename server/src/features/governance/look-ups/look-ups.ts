import {
  type FoundUser,
  type GovernanceEntry,
  governanceActions,
  type lookUps,
  type SupportKey,
} from '@claviger/contract/governance/look-ups'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { PageOf } from '@claviger/contract/platform/page'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import { enterOnly, enterWorkspace } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { devicesOfUser } from '#features/keys/devices/devices.list.ts'
import { activatedCard, keysOfOne } from '#features/keys/security-keys/security-keys.queries.ts'
import { pageOfKeys } from '#features/keys/security-keys/security-keys.list.ts'
import { listTokenPolicies } from '#features/keys/token-policies/token-policies.ts'
import { listActivity, listActivityOfUser } from '#features/oversight/activity/activity.ts'
import { findKeyOf, findUserOf, findUsers, type FoundUserRow, nameOfWorkspace } from './look-ups.store.ts'

type InputFor<Call extends keyof typeof lookUps.calls> = OutputOf<(typeof lookUps.calls)[Call]['input']>

/** Records a look-up in the log of a workspace, which its owner can read; from here on, the transaction sees only this one. */
async function look(
  ctx: TransactionContext,
  workspace: string,
  action: ActivityAction,
  object: { type: string; id: string; name: string },
  after: Record<string, unknown>,
): Promise<void> {
  await enterOnly(ctx, workspace)
  await record(ctx, { action, object, after })
}

const userOfRow = (row: FoundUserRow): FoundUser => ({
  id: row.id,
  workspace: { id: row.workspace_id, name: row.workspace_name },
  userId: row.user_id,
  name: row.name,
  email: row.email,
  status: row.status,
  keys: row.keys,
  createdAt: row.created_at.toISOString(),
})

/** @throws look-up-needs-term; not-found for an unknown workspace */
export async function lookUpUsers(ctx: TransactionContext, ask: InputFor<'users'>): Promise<{ items: FoundUser[] }> {
  if (ask.workspace !== undefined && (await nameOfWorkspace(ctx.db, ask.workspace)) === undefined)
    throw problem('not-found')
  const rows = await matching(ctx, ask)
  const by = ask.email === undefined ? (ask.userId === undefined ? 'card ID' : 'user ID') : 'email'
  // Users of several workspaces can have the term; each log gets its entry before one workspace could hide the next
  for (const row of rows) {
    await enterWorkspace(ctx, row.workspace_id)
    await record(ctx, { action: 'look-up.user', object: { type: 'user', id: row.id, name: row.name }, after: { by } })
  }
  return { items: rows.map(userOfRow) }
}

async function matching(
  ctx: TransactionContext,
  { email, userId, cardId, workspace }: InputFor<'users'>,
): Promise<FoundUserRow[]> {
  if (email !== undefined) return findUsers(ctx.db, { email }, workspace)
  if (userId !== undefined) return findUsers(ctx.db, { userId }, workspace)
  if (cardId === undefined || workspace === undefined) throw problem('look-up-needs-term')
  await enterOnly(ctx, workspace)
  const { key } = await activatedCard(ctx, { cardId })
  const row = key && (await findUserOf(ctx.db, workspace, key.owner.id))
  return row ? [row] : []
}

/** From here on, the transaction sees only the user's workspace. @throws not-found */
async function enterForUser(
  ctx: TransactionContext,
  { id, workspace }: { id: string; workspace: string },
  what: string,
) {
  const row = await findUserOf(ctx.db, workspace, id)
  if (!row) throw problem('not-found')
  await look(ctx, workspace, 'look-up.user', { type: 'user', id, name: row.name }, { seen: what })
}

/** @throws not-found */
export async function lookUpDevices(ctx: TransactionContext, of: InputFor<'paired'>) {
  await enterForUser(ctx, of, 'Paired devices')
  return devicesOfUser(ctx, of)
}

/** @throws not-found */
export async function eventsOf(ctx: TransactionContext, { workspace, ...ask }: InputFor<'events'>) {
  await enterForUser(ctx, { id: ask.id, workspace }, 'Events')
  return listActivityOfUser(ctx, { ...ask, order: 'desc' })
}

const supportKeyOf = ({
  id,
  name,
  type,
  status,
  isBlocked,
  model,
  lastActivity,
  createdAt,
}: SecurityKey): SupportKey => ({
  id,
  name,
  type,
  status,
  isBlocked,
  model,
  lastActivity,
  createdAt,
})

/** @throws not-found */
export async function keysOfUser(ctx: TransactionContext, of: InputFor<'keysOfUser'>) {
  await enterForUser(ctx, of, 'Security keys')
  const { items } = await keysOfOne(ctx, of)
  return { items: items.map(supportKeyOf) }
}

async function enterForWorkspace(ctx: TransactionContext, id: string, what: string): Promise<void> {
  const name = await nameOfWorkspace(ctx.db, id)
  if (name === undefined) throw problem('not-found')
  await look(ctx, id, 'look-up.workspace', { type: 'workspace', id, name }, { seen: what })
}

/** @throws not-found */
export async function keysOfWorkspace(
  ctx: TransactionContext,
  { id, ...ask }: InputFor<'keys'>,
): Promise<PageOf<SupportKey>> {
  await enterForWorkspace(ctx, id, 'Security keys')
  const page = await pageOfKeys(ctx, ask)
  return { ...page, items: page.items.map(supportKeyOf) }
}

/** @throws not-found */
export async function eventsOfKey(ctx: TransactionContext, { id, workspace, ...ask }: InputFor<'keyEvents'>) {
  const key = await findKeyOf(ctx.db, workspace, id)
  if (!key) throw problem('not-found')
  await look(ctx, workspace, 'look-up.key', { type: 'security-key', ...key }, {})
  return listActivity(ctx, { ...ask, object: id, order: 'desc' })
}

/** @throws not-found */
export async function keyPoliciesOf(ctx: TransactionContext, { id }: { id: string }) {
  await enterForWorkspace(ctx, id, 'Key policies')
  return listTokenPolicies(ctx)
}

/** The log of a workspace, limited to what was done to it as a whole; not recorded, because it shows no user. @throws not-found */
export async function logOfWorkspace(
  ctx: TransactionContext,
  { id, ...ask }: InputFor<'log'>,
): Promise<PageOf<GovernanceEntry>> {
  if ((await nameOfWorkspace(ctx.db, id)) === undefined) throw problem('not-found')
  await enterOnly(ctx, id)
  return listActivity(ctx, { ...ask, action: [...governanceActions], order: 'desc' })
}
