import type { InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import type { Replay, simulations } from '@claviger/contract/rules/simulations'
import { contentInForce } from '#features/decide/evaluator/evaluator.in-force.ts'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { lowestIdAt, newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { cancelReplays, findReplay, insertReplay, mostChanged, type ReplayRow } from './replay.store.ts'
import { replayPolicies } from './simulations.jobs.ts'
import { namesOf } from './simulations.store.ts'
import type { SampledUse } from './usage-sampling.ts'

type ReplayInput = OutputOf<(typeof simulations)['calls']['replay']['input']>
type ReplayReply = InputOf<(typeof simulations)['calls']['replay']['reply']>

const mostShown = 50

/**
 * Starts replaying drafts against recent uses in the background. Stops earlier replays of the same user.
 * @throws not-found for a deleted policy
 */
export async function beginReplay(
  ctx: TransactionContext,
  { drafts, defaultAction, days: count }: ReplayInput,
): Promise<ReplayReply> {
  const { policies } = await contentInForce(ctx)
  const there = new Set(policies.map(({ id }) => id))
  if (drafts.some(({ _id }) => _id !== null && !there.has(_id.toLowerCase()))) throw problem('not-found')
  const now = ctx.clock.now()
  const id = newId()
  const madeBy = 'id' in ctx.actor ? (ctx.actor.id ?? null) : null
  await cancelReplays(ctx.db, { madeBy })
  await insertReplay(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    state: 'running',
    days: count,
    drafts: JSON.stringify(drafts),
    default_action: defaultAction ?? null,
    lowest: lowestIdAt(later(now, -days(count))),
    next: lowestIdAt(later(now, 1)),
    by_hour: JSON.stringify(Array<number>(24).fill(0)),
    sample: '[]',
    made_by: madeBy,
    created_at: now,
    touched_at: now,
  })
  await ctx.jobs.announce(ctx, replayPolicies, { workspace: workspaceOf(ctx), id })
  return readReplay(ctx, { id })
}

export async function readReplay(ctx: TransactionContext, { id }: { id: string }): Promise<ReplayReply> {
  const row = await findReplay(ctx.db, id)
  if (!row) throw problem('not-found')
  const people = await mostChanged(ctx.db, id, 'person', mostShown)
  const sites = await mostChanged(ctx.db, id, 'site', mostShown)
  const sample = row.sample as unknown as SampledUse[]
  const ids = [...people.map(({ name }) => name), ...sample.flatMap(({ person }) => person ?? [])]
  const names = new Map(
    (
      await namesOf(
        ctx.db,
        [...new Set(ids)].filter(one => one !== ''),
      )
    ).map(one => [one.id, one.name]),
  )
  return {
    ...figuresOf(row),
    byPerson: people.map(({ name, events }) => ({ id: name || null, name: names.get(name) ?? '', events })),
    bySite: sites.map(({ name, events }) => ({ site: name, events })),
    byHour: row.by_hour as unknown as number[],
    sample: sample.map(({ person, called, ...one }) => ({ ...one, person: (person && names.get(person)) ?? called })),
  }
}

const figuresOf = (row: ReplayRow) => ({
  id: row.id,
  state: row.state as Replay['state'],
  days: row.days,
  total: row.total ?? 0,
  looked: row.looked,
  nowRefused: row.now_refused,
  nowAllowed: row.now_allowed,
  undecidable: row.undecidable,
  same: row.looked - row.now_refused - row.now_allowed - row.undecidable,
})

export async function cancelReplay(ctx: TransactionContext, { id }: { id: string }): Promise<ReplayReply> {
  await cancelReplays(ctx.db, { id })
  return readReplay(ctx, { id })
}
