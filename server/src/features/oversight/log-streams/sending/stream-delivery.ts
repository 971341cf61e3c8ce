import { setTimeout as sleep } from 'node:timers/promises'
import { transact } from '#platform/db/transaction.ts'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import { newId } from '#platform/ids.ts'
import type { AppContext } from '#platform/app-context.ts'
import { deliveryErrorOf } from '#integrations/target.ts'
import { newestKnown } from '#platform/newest-checkpoint.ts'
import { receiverOf } from '../receivers.ts'
import {
  linesAfter,
  noteDelivery,
  noteFailure,
  releaseStream,
  type StreamRow,
  claimStream,
} from '../log-streams.store.ts'
import { toStreamLine } from './formats.ts'
import type { LogReceiver } from './receiver.ts'
import { send } from './stream-sending.ts'

const batch = 500
const atOnce = 8
const lookEvery = 2000

const keeper = {
  actor: { kind: 'nobody' },
  request: { id: 'log-streams', ip: '', userAgent: '' },
  everywhere: true,
} as const

/** Sends waiting lines of all workspaces; a stream has one sender at a time, across processes. */
export const streamTask: ScheduledTask = {
  name: 'log-streams',
  everySeconds: 2,
  async work(world, stopping) {
    const active = new Set<Promise<void>>()
    try {
      while (!stopping.aborted) {
        while (active.size < atOnce) {
          const taken = await takeNext(world)
          if (!taken) break
          const one = deliver(world, taken, stopping).finally(() => active.delete(one))
          active.add(one)
        }
        await sleep(lookEvery, undefined, { signal: stopping }).catch(() => undefined)
      }
    } finally {
      await Promise.all(active)
    }
  },
}

interface Taken {
  row: StreamRow
  sender: string
}

async function takeNext(world: AppContext): Promise<Taken | undefined> {
  const sender = newId()
  const row = await transact(world, keeper, ctx => claimStream(ctx.db, sender))
  return row && { row, sender }
}

export async function deliverDue(world: AppContext, stopping = new AbortController().signal): Promise<void> {
  for (let taken = await takeNext(world); taken; taken = await takeNext(world)) await deliver(world, taken, stopping)
}

async function deliver(world: AppContext, { row, sender }: Taken, stopping: AbortSignal): Promise<void> {
  try {
    const inWorkspace = { actor: keeper.actor, request: keeper.request, workspace: row.workspace_id }
    const receiver = await transact(world, inWorkspace, ctx => receiverOf(ctx, row))
    await deliverAll(world, { row, sender }, receiver, stopping)
    await transact(world, keeper, ctx => releaseStream(ctx.db, row, sender))
  } catch (error) {
    const failure = deliveryErrorOf(error)
    // A batch interrupted by our shutdown is resent by the next sender
    if (stopping.aborted) await transact(world, keeper, ctx => releaseStream(ctx.db, row, sender))
    else {
      world.log.warn(
        { stream: row.id, workspace: row.workspace_id, reason: failure.message },
        'the log was not delivered',
      )
      await transact(world, keeper, ctx => noteFailure(ctx.db, row, sender, failure.message, ctx.clock.now()))
    }
  }
}

async function deliverAll(world: AppContext, { row, sender }: Taken, receiver: LogReceiver, stopping: AbortSignal) {
  for (let position = row.position; !stopping.aborted;) {
    const placed = await transact(world, keeper, ctx => linesAfter(ctx.db, row.workspace_id, position, batch))
    const [first] = placed
    const last = placed.at(-1)
    if (!first || !last) return
    const lines = placed.map(toStreamLine).filter(line => line !== undefined)
    const newest = lines.at(-1)
    const checkpoint = newest && newestKnown(world)
    if (newest && checkpoint !== undefined) newest.checkpoint = checkpoint
    if (lines.length > 0) await send(receiver, lines, stopping)
    const missed = first.position - position - 1
    const goesOn = await transact(world, keeper, ctx =>
      noteDelivery(ctx.db, row, sender, last.position, missed, ctx.clock.now()),
    )
    if (!goesOn || placed.length < batch) return
    position = last.position
  }
}
