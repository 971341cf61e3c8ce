import { later } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { msg } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { removeRejectedCredential } from '#features/keys/held-keys/held-keys.on-behalf.ts'
import type { TransactionWorld } from '#features/work/works/works.ts'
import {
  deleteRemotePasskey,
  lockPasskey,
  type RemotePasskeyRow,
  claimDueRegistrations,
  claimUnchecked,
  updatePasskey,
} from './on-behalf.store.ts'
import { searchOfPasskey, remoteAccountOf } from './remote-lookup.ts'
import { findRemotePasskeys } from './remote-check.ts'
import { reasonOf, type RemoteAccount } from './remote-account.ts'

const asOperator = { kind: 'operator', name: 'Claviger' } as const
const request = { id: 'on-behalf', ip: '', userAgent: '' }

const mostTries = 60
/** Backoff in ms: from one minute up to one hour. */
const waits = (tries: number) => Math.min(60_000 * 2 ** (tries - 1), 3_600_000)

/**
 * Every minute: deletes passkeys at the provider whose cards or owners were deleted here, and resolves interrupted
 * registrations. Retries while the provider is unreachable; reports what can't be deleted.
 */
export const maintainOnBehalf: JobKind = {
  name: 'on-behalf-look-after',
  cron: '* * * * *',
  silent: { tables: ['on_behalf_passkeys'], because: 'That it was removed or left there is recorded once it is known' },
  async work(world) {
    for (;;) {
      const due = await transact(world, { actor: asOperator, request, everywhere: true }, ctx =>
        claimDueRegistrations(ctx.db, world.clock.now()),
      )
      if (due.length === 0) return
      for (const row of due) await lookAfter(inside(world, row.workspace_id), row)
    }
  },
}

/**
 * Daily: checks whether registered passkeys still exist, so that a key's page doesn't show deleted ones. Retries
 * later if the provider doesn't respond.
 */
export const checkStillRegistered: JobKind = {
  name: 'on-behalf-look-whether-there',
  cron: '*/10 * * * *',
  silent: { tables: ['on_behalf_passkeys'], because: 'Notes when it was looked; that something is gone is recorded' },
  async work(world) {
    const some = await transact(world, { actor: asOperator, request, everywhere: true }, ctx =>
      claimUnchecked(ctx.db, world.clock.now()),
    )
    const away = new Set<string>()
    for (const row of some) {
      if (away.has(row.connection_id)) continue
      try {
        await findRemotePasskeys(inside(world, row.workspace_id), row)
      } catch (error) {
        if (reasonOf(error).reason !== 'gone-there') away.add(row.connection_id)
      }
    }
  },
}

const inside = (world: AppContext, workspace: string): TransactionWorld =>
  Object.assign(Object.create(world) as AppContext, {
    transact: <T>(work: (ctx: TransactionContext) => Promise<T>) =>
      transact(world, { actor: asOperator, request, workspace }, work),
  })

async function lookAfter(world: TransactionWorld, row: RemotePasskeyRow): Promise<void> {
  try {
    const there = await remoteAccountOf(world, row)
    if (row.state === 'making') await settle(world, row, there)
    else await remove(world, row, there)
  } catch (error) {
    const { reason, says } = reasonOf(error)
    if (reason === 'gone-there') return world.transact(ctx => forget(ctx, row, row.state === 'removing'))
    const ends = reason !== 'away-there' || row.tries >= mostTries
    const due_at = later(world.clock.now(), waits(row.tries))
    await world.transact(ctx => (ends ? leave(ctx, row, says) : updatePasskey(ctx.db, row.id, { due_at })))
  }
}

async function settle(world: TransactionWorld, row: RemotePasskeyRow, there: RemoteAccount): Promise<void> {
  const found = row.credential_id && (await there.find(searchOfPasskey(row, row.credential_id)))
  if (!found && row.remote_id) await there.remove(row.remote_id)
  await world.transact(async ctx => {
    if (!found) return forget(ctx, row, false)
    const now = await lockPasskey(ctx.db, row.id)
    if (now?.state !== 'making' || isClaimed(now, ctx.clock.now())) return
    const settled = { state: 'registered', remote_id: found, due_at: null, claimed_until: null, tries: 0 }
    await updatePasskey(ctx.db, row.id, settled)
    const by = { id: row.by_id, name: row.by_name }
    const after = { service: row.service, found: true }
    await record(ctx, { action: 'on-behalf.registered', object: personOf(row), after, by })
  })
}

const isClaimed = ({ claimed_until }: RemotePasskeyRow, now: Date) => claimed_until !== null && claimed_until > now

async function forget(ctx: TransactionContext, row: RemotePasskeyRow, removed: boolean): Promise<void> {
  const now = await lockPasskey(ctx.db, row.id)
  if (now?.state !== row.state || isClaimed(now, ctx.clock.now())) return
  await deleteRemotePasskey(ctx.db, row.id)
  if (now.held_id) await removeRejectedCredential(ctx, now.held_id)
  const line = { object: personOf(row), before: { service: row.service } }
  const failed = msg('The registration was interrupted and never completed')
  await record(ctx, {
    ...line,
    ...(removed ? { action: 'on-behalf.removed' } : { action: 'on-behalf.registered', failed }),
  })
}

async function remove(world: TransactionWorld, row: RemotePasskeyRow, there: RemoteAccount): Promise<void> {
  const known = row.credential_id && (await there.find(searchOfPasskey(row, row.credential_id)))
  const remote = known || row.remote_id
  if (remote) await there.remove(remote)
  await world.transact(ctx => forget(ctx, row, true))
}

/** It can't be deleted automatically, so an administrator must do it manually. */
async function leave(ctx: TransactionContext, row: RemotePasskeyRow, says: string): Promise<void> {
  const now = ctx.clock.now()
  await updatePasskey(ctx.db, row.id, {
    ...(row.state === 'removing' && { state: 'left' }),
    due_at: row.state === 'making' && row.tries < mostTries ? later(now, 3_600_000) : null,
    reason: says.slice(0, 300),
    changed_at: now,
  })
  if (row.state !== 'removing') return
  const failed = says.slice(0, 300)
  await record(ctx, { action: 'on-behalf.removed', object: personOf(row), before: { service: row.service }, failed })
}

const personOf = ({ user_id, user_name }: RemotePasskeyRow) => ({ type: 'user', id: user_id, name: user_name })
