import { policyActions } from '@claviger/contract/decide/policy-content'
import { setImmediate as turn } from 'node:timers/promises'
import type { KeptDecision } from '#features/decide/decisions/decisions.ts'
import { contentInForce, type Draft } from '#features/decide/evaluator/evaluator.in-force.ts'
import { compile, type CompiledPolicySet } from '#features/decide/evaluator/evaluator.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { applyDrafts } from './drafts.ts'
import { Judge } from './judge.ts'
import * as store from './replay.store.ts'
import type { RecordedUse, ReplayRow } from './replay.store.ts'
import { clockOf, wallOf } from './simulated-times.ts'

export interface SimulationReference {
  workspace: string
  id: string
}

export interface SampledUse {
  activity: string
  at: string
  person: string | null
  called: string
  site: string | null
  was: boolean
  would: boolean
}

const linesOfSlice = 1000
/** Lines judged before yielding to other work: a few milliseconds at most. */
const linesOfTurn = 50
const mostSampled = 50

/**
 * Processes a replay's lines from the newest back until done or stopped. Each slice is judged without an open
 * transaction, and stored with its progress in the one that reads the next.
 */
export async function runReplay(world: AppContext, which: SimulationReference): Promise<void> {
  const begun = await inSlice(world, which, ctx => begin(ctx, which.id))
  if (!begun) return
  const { judge, asked, hourOf, lowest } = begun
  const readFrom = async (ctx: TransactionContext, next: string): Promise<Slice> => {
    const lines = await store.linesBefore(ctx.db, lowest, next, linesOfSlice)
    return { lines, askedThen: await asked(ctx, lines) }
  }
  let far = begun.far
  let slice: Slice | undefined = await inSlice(world, which, ctx => readFrom(ctx, far.next))
  while (slice) {
    const { lines, askedThen }: Slice = slice
    const { next } = far
    const { to, counts } = await judgeAll(lines, far, { judge, askedThen, hourOf })
    far = { ...to, next: lines.at(-1)?.id ?? lowest }
    const state = lines.length < linesOfSlice ? 'done' : 'running'
    slice = await inSlice(world, which, async (ctx): Promise<Slice | undefined> => {
      const found = { ...columnsOf(far), state, touched_at: ctx.clock.now() }
      const kept = await store.saveReplayResults(ctx.db, { id: which.id, next }, found, counts)
      return kept && state === 'running' ? readFrom(ctx, far.next) : undefined
    })
  }
}

interface Slice {
  readonly lines: readonly RecordedUse[]
  readonly askedThen: AskedThen
}

interface Far {
  next: string
  looked: number
  refused: number
  allowed: number
  undecidable: number
  hours: number[]
  sample: SampledUse[]
}

const farOf = (row: ReplayRow): Far => ({
  next: row.next,
  looked: row.looked,
  refused: row.now_refused,
  allowed: row.now_allowed,
  undecidable: row.undecidable,
  hours: row.by_hour as unknown as number[],
  sample: row.sample as unknown as SampledUse[],
})

const columnsOf = ({ refused, allowed, hours, sample, ...far }: Far) => ({
  ...far,
  now_refused: refused,
  now_allowed: allowed,
  by_hour: JSON.stringify(hours),
  sample: JSON.stringify(sample),
})

type AskedThen = (version: number) => CompiledPolicySet['asks']

async function begin(ctx: TransactionContext, id: string) {
  const row = await store.findReplay(ctx.db, id)
  if (row?.state !== 'running') return undefined
  const now = await contentInForce(ctx)
  const drafts = row.drafts as unknown as Draft[]
  const changes = row.default_action === null ? {} : { defaultAction: row.default_action as 0 | 1 }
  const total = row.total ?? (await store.countLines(ctx.db, row.lowest, row.next))
  if (!(await store.saveReplayResults(ctx.db, row, { total, touched_at: ctx.clock.now() }, []))) return undefined
  const clock = clockOf(await store.findZoneOfWorkspace(ctx.db))
  return {
    lowest: row.lowest,
    far: farOf(row),
    judge: new Judge(applyDrafts(now, drafts, changes)),
    asked: whatWasAsked(),
    hourOf: (at: Date) => (clock ? new Date(wallOf(clock, at.getTime())) : at).getUTCHours(),
  }
}

function whatWasAsked() {
  const known = new Map<number, CompiledPolicySet['asks']>()
  return async (ctx: TransactionContext, lines: readonly RecordedUse[]): Promise<AskedThen> => {
    const versions = new Set(lines.map(({ decision }) => (decision as unknown as KeptDecision).set))
    for (const version of versions) {
      if (known.has(version)) continue
      const policies = (await store.contentsAt(ctx.db, version)).map(content => ({ id: '', version: 1, content }))
      known.set(version, compile({ version, defaultAction: policyActions.allow, policies, lists: [] }).asks)
    }
    return version => known.get(version) ?? new Set()
  }
}

interface By {
  readonly judge: Judge
  readonly askedThen: AskedThen
  readonly hourOf: (at: Date) => number
}

async function judgeAll(lines: readonly RecordedUse[], far: Far, { judge, askedThen, hourOf }: By) {
  const to = { ...far, looked: far.looked + lines.length, hours: [...far.hours], sample: [...far.sample] }
  const counts = new Map<string, { about: string; name: string; events: number }>()
  const count = (about: 'person' | 'site', name: string) => {
    const known = counts.get(`${about} ${name}`) ?? { about, name, events: 0 }
    counts.set(`${about} ${name}`, { ...known, events: known.events + 1 })
  }
  for (const [place, line] of lines.entries()) {
    if (place % linesOfTurn === linesOfTurn - 1) await turn()
    const kept = line.decision as unknown as KeptDecision
    const would = judge.judge(kept, line.at, askedThen(kept.set))
    if (would === 'undecidable') to.undecidable++
    if (would === 'undecidable' || would === kept.allowed) continue
    if (would) to.allowed++
    else to.refused++
    const { user: person = null, rp: site = null } = kept.facts
    count('person', person ?? '')
    count('site', site ?? '')
    const hour = hourOf(line.at)
    to.hours[hour] = (to.hours[hour] ?? 0) + 1
    if (to.sample.length < mostSampled)
      to.sample.push({
        activity: line.id,
        at: line.at.toISOString(),
        person,
        called: line.actor_name,
        site,
        was: kept.allowed,
        would,
      })
  }
  return { to, counts: [...counts.values()] }
}

const inSlice = <T>(
  world: AppContext,
  { workspace, id }: SimulationReference,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> =>
  transact(
    world,
    {
      actor: { kind: 'operator', name: 'Claviger' },
      request: { id: `policy-replay ${id}`, ip: '', userAgent: '' },
      workspace,
    },
    work,
  )
