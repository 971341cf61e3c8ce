import type {
  ProvisionedItem,
  Provisioning,
  ProvisioningDifference,
  provisioning,
  ProvisioningReason,
} from '@claviger/contract/directories/provisioning'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { administratorOf } from '#platform/db/transaction.ts'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findProvisioningComparison, type ProvisioningComparisonRow } from './comparing/comparisons.store.ts'
import * as store from './items.store.ts'
import type { CountRow, ListedDifference, ListedItem } from './items.store.ts'
import { applicationFor } from './application-lookup.ts'
import type { TargetRow } from './targets.store.ts'

type InputFor<Call extends keyof typeof provisioning.calls> = OutputOf<(typeof provisioning.calls)[Call]['input']>

const states = ['waiting', 'told', 'ended', 'refused'] as const
const sorts = { 1: 'person', 2: 'group' } as const

const troubleOf = ({ reason, detail }: { reason: string | null; detail: string | null }) =>
  reason === null ? null : { reason: reason as ProvisioningReason, detail }

const countsOf = (rows: readonly CountRow[], what: number) => {
  const of = (state: number) => rows.find(row => row.what === what && row.state === state)?.n ?? 0
  return { waiting: of(0), told: of(1), ended: of(2), refused: of(3) }
}

const instantOf = (at: Date | null) => at?.toISOString() ?? null

const lookOf = (row: ProvisioningComparisonRow): NonNullable<Provisioning['look']> => ({
  state: row.state as 'reading' | 'done' | 'failed',
  people: row.people,
  groups: row.groups,
  same: row.same,
  missing: row.missing,
  differs: row.differs,
  strangers: row.strangers,
  trouble: troubleOf(row),
  begunAt: row.begun_at.toISOString(),
  begunBy: row.begun_by,
  endedAt: instantOf(row.ended_at),
})

export async function provisioningOf(ctx: TransactionContext, row: TargetRow): Promise<Provisioning> {
  const counts = await store.countItems(ctx.db, row.id)
  const look = await findProvisioningComparison(ctx.db, row.id)
  return {
    active: row.active,
    address: row.address,
    atEnd: row.at_end as Provisioning['atEnd'],
    deletesFound: row.deletes_found,
    groups: row.groups as Provisioning['groups'],
    mapping: row.mapping,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
    gathering: row.sweeping !== null,
    deniedAt: instantOf(row.denied_at),
    trouble: troubleOf(row),
    failingSince: instantOf(row.failing_since),
    nextTryAt: instantOf(row.next_try_at),
    toldAt: instantOf(row.delivered_at),
    due: counts.reduce((sum, one) => sum + one.due, 0),
    people: countsOf(counts, 1),
    groupsToldOf: countsOf(counts, 2),
    look: look ? lookOf(look) : null,
  }
}

/** The lists reveal user attributes, so they require permission to read users. @throws not-permitted */
function mustReadUsers(ctx: TransactionContext): void {
  if (!administratorOf(ctx).permissions.has('users.read')) throw problem('not-permitted')
}

/** One page of provisioned items. @throws not-found, not-permitted */
export async function listItems(ctx: TransactionContext, ask: InputFor<'items'>) {
  mustReadUsers(ctx)
  await applicationFor(ctx, ask.id)
  const state = ask.state === undefined ? undefined : states.indexOf(ask.state)
  const item = (row: ListedItem): ProvisionedItem => ({
    id: row.local_id,
    what: sorts[row.what],
    name: row.name,
    state: states[row.state],
    remoteId: row.remote_id,
    madeHere: row.made_here,
    trouble: troubleOf(row),
    toldAt: instantOf(row.told_at),
    nextTryAt: instantOf(row.due_at),
  })
  return paginate<ProvisionedItem>(ctx, ask, { ...store.itemList(ask.id, state), item })
}

/** One page of the last comparison's differences. @throws not-found, not-permitted */
export async function listDifferences(ctx: TransactionContext, ask: InputFor<'differences'>) {
  mustReadUsers(ctx)
  await applicationFor(ctx, ask.id)
  const item = (row: ListedDifference): ProvisioningDifference => ({
    id: row.id,
    kind: row.kind,
    what: sorts[row.what],
    localId: row.local_id,
    remoteId: row.remote_id,
    name: row.name,
    fields: row.fields,
  })
  return paginate<ProvisioningDifference>(ctx, ask, { ...store.differenceList(ask.id, ask.kind), item })
}
