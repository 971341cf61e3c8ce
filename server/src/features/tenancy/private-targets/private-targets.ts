import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import {
  type OutgoingFeature,
  type PrivateTarget,
  type privateTargets,
} from '@claviger/contract/tenancy/private-targets'
import { transact, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext, Outgoing, AppContext } from '#platform/app-context.ts'
import { isPrivate, isWithin, networksOf } from '#integrations/private-addresses.ts'
import * as store from './private-targets.store.ts'
import type { PrivateTargetRow } from './private-targets.store.ts'

const most = 200

const targetOfRow = (row: PrivateTargetRow): PrivateTarget => ({
  id: row.id,
  feature: row.feature as OutgoingFeature,
  host: row.host,
  port: row.port,
  approved: row.approved_at && { at: row.approved_at.toISOString(), by: row.approved_name ?? '' },
  createdAt: row.created_at.toISOString(),
})

/** Private addresses of the workspace, and the networks whose addresses an owner can allow. */
export const listTargets = async (ctx: TransactionContext) => ({
  items: (await store.targetsOf(ctx.db)).map(targetOfRow),
  networks: [...(await networksHere(ctx))],
})

/**
 * Where the operator names no networks, the usual ones are open to the first workspace only: anybody can register
 * another one, and would else call into the operator's network.
 */
async function networksHere(ctx: TransactionContext): Promise<readonly string[]> {
  const { config } = ctx
  if (config.privateNetworks !== undefined) return config.privateNetworks
  if (config.demo || !(await store.isFirstWorkspace(ctx.db, workspaceOf(ctx)))) return []
  return networksOf(config)
}

/** Allows calls to a private address for a feature. Throws private-network-closed and private-targets-full. */
export async function approveTarget(
  ctx: TransactionContext,
  { feature, host, port = null }: OutputOf<typeof privateTargets.approve.input>,
): Promise<PrivateTarget> {
  // A passkey of an owner is asked for, which no program has
  userOf(ctx)
  await mustBeOpen(ctx, [host])
  return targetOfRow(await allowAddress(ctx, feature, host, port))
}

async function mustBeOpen(ctx: TransactionContext, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return
  const networks = await networksHere(ctx)
  const isShut = (host: string) => isPrivate(host) && !isWithin(networks, host)
  if (networks.length === 0 || hosts.some(isShut)) throw problem('private-network-closed')
}

/** Allows private hosts that an owner approved together with something else, at every port. Throws as approveTarget does. */
export async function allowHosts(
  ctx: TransactionContext,
  feature: OutgoingFeature,
  hosts: readonly string[],
): Promise<void> {
  await mustBeOpen(ctx, hosts)
  const known = (await store.targetsOf(ctx.db)).filter(row => row.approved_at && row.port === null)
  for (const host of hosts)
    if (!known.some(row => row.feature === feature && row.host === host)) await allowAddress(ctx, feature, host, null)
}

/** Blocks hosts again that an owner had approved together with something else. */
export async function blockHosts(
  ctx: TransactionContext,
  feature: OutgoingFeature,
  hosts: readonly string[],
): Promise<void> {
  if (hosts.length === 0) return
  for (const row of await store.targetsOf(ctx.db))
    if (row.feature === feature && row.port === null && hosts.includes(row.host)) await removeTarget(ctx, row)
}

/** Allows calls to an address, in the name of the caller. Throws private-targets-full. */
export async function allowAddress(
  ctx: TransactionContext,
  feature: OutgoingFeature,
  host: string,
  port: number | null,
): Promise<PrivateTargetRow> {
  if ((await store.countTargets(ctx.db)) >= most) throw problem('private-targets-full')
  const now = ctx.clock.now()
  const { id, name } = shownAs(ctx)
  const row = await store.allowTarget(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    feature,
    host,
    port,
    created_at: now,
    approved_by: id,
    approved_name: name.slice(0, 260),
    approved_at: now,
  })
  await record(ctx, { action: 'private-target.approved', object: objectOf(row), after: { feature } })
  return row
}

/** Blocks a private address from the next connection on, or forgets one that was blocked. Throws not-found. */
export async function removeTarget(ctx: TransactionContext, { id }: { id: string }) {
  const row = await store.deleteTarget(ctx.db, id)
  if (!row) throw problem('not-found')
  await record(ctx, {
    action: 'private-target.removed',
    object: objectOf(row),
    before: { feature: row.feature, allowed: row.approved_at !== null },
  })
  return doneReply
}

const objectOf = ({ id, host, port }: Pick<PrivateTargetRow, 'id' | 'host' | 'port'>) => ({
  type: 'private-target',
  id,
  name: port === null ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`,
})

/** Asks the database, for each connection to a private address, whether an owner has allowed it; notes what is blocked. */
export const outgoingOf = (world: () => AppContext): Outgoing => ({
  mayReach: ({ workspace, feature, host, port }) =>
    transact(
      world(),
      {
        actor: { kind: 'operator', name: 'Claviger' },
        request: { id: 'outgoing', ip: '', userAgent: '' },
        workspace,
      },
      async ctx => {
        if ((await networksHere(ctx)).length === 0) return 'closed'
        if (await store.isAllowed(ctx.db, feature, host, port)) return 'allowed'
        if ((await store.countTargets(ctx.db)) >= most) return 'blocked'
        const row = { workspace_id: workspace, id: newId(), feature, host, port, created_at: ctx.clock.now() }
        if (await store.noteBlocked(ctx.db, row))
          await record(ctx, {
            action: 'private-target.blocked',
            failed: msg('No owner has allowed this address'),
            object: objectOf(row),
            after: { feature },
          })
        return 'blocked'
      },
    ),
})
