import type { AppliedReason } from '@claviger/contract/directories/links'
import type { TransactionContext } from '#platform/app-context.ts'
import { suspendAs, suspensionSources } from '#features/people/users/users.directory.ts'
import { secretFields, withoutSecrets } from '#features/people/addresses/addresses.secrets.ts'
import type { WorkRowResult, WorkRow } from '#features/work/works/works.ts'
import { approverOf, asConnection, type ConnectedDirectory } from '../connections/connections.ts'
import {
  type AppliedPerson,
  applyGroup,
  applyUsers,
  awaitMembers,
  changeMembers,
  leaveGroup,
  applyLeaving,
  linkOf,
  linksOfLocal,
  ofRankAmong,
} from '../links/links.ts'
import type { PlannedChange } from './plan.ts'

type Of<D extends PlannedChange['do']> = WorkRow & { facts: Extract<PlannedChange, { do: D }> }

const plannedOf = (row: WorkRow) => row.facts as PlannedChange
const isOf =
  <D extends PlannedChange['do']>(doing: D) =>
  (row: WorkRow): row is Of<D> =>
    plannedOf(row).do === doing

export async function applyRows(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  mode: number,
  rows: readonly WorkRow[],
): Promise<WorkRowResult[]> {
  return [
    ...(await applyEach(ctx, connection, mode, rows.filter(isOf('person')))),
    ...(await leaveEach(ctx, connection, rows.filter(isOf('leave')))),
    ...(await leaveUnmanaged(ctx, connection, rows.filter(isOf('unmanaged')))),
    ...(await applyGroups(ctx, connection, rows)),
  ]
}

const didSomething: ReadonlySet<string> = new Set([
  'added',
  'changed',
  'linked',
  'restored',
  'suspended',
  'ended',
  'marked',
])

function resultOf(
  row: number,
  { outcome, reason, user, was }: Pick<AppliedPerson, 'outcome' | 'reason' | 'user' | 'was'>,
): WorkRowResult {
  return {
    row,
    outcome: outcome === 'refused' ? 'refused' : didSomething.has(outcome) ? 'done' : 'skipped',
    reason: reason ?? null,
    ...(user !== null && { subject: user }),
    was: { ...was, outcome },
  }
}

async function applyEach(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  mode: number,
  rows: readonly Of<'person'>[],
): Promise<WorkRowResult[]> {
  const people = rows.map(({ facts: { anchor, active, fields, sameAs } }) => ({ anchor, active, fields, sameAs }))
  const applied = new Map((await applyUsers(ctx, connection, people, mode)).map(one => [one.anchor, one]))
  const secret = await secretFields(ctx)
  return rows.flatMap(({ row, facts }) => {
    const one = applied.get(facts.anchor)
    if (!one) return []
    const kept = secret.length > 0 && { facts: { ...facts, fields: withoutSecrets(facts.fields, secret) } }
    return [{ ...resultOf(row, one), ...kept }]
  })
}

async function leaveEach(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  rows: readonly Of<'leave'>[],
): Promise<WorkRowResult[]> {
  const anchors = rows.map(({ facts }) => facts.anchor)
  const applied = new Map((await applyLeaving(ctx, connection, anchors, ctx.clock.now())).map(one => [one.anchor, one]))
  return rows.map(({ row, facts }) => resultOf(row, applied.get(facts.anchor) as AppliedPerson))
}

/** Suspends users without a directory if the connection is configured to; never users with a role. */
async function leaveUnmanaged(
  asked: TransactionContext,
  connection: ConnectedDirectory,
  rows: readonly Of<'unmanaged'>[],
): Promise<WorkRowResult[]> {
  if (rows.length === 0) return []
  const ctx = asConnection(asked, connection)
  const ids = rows.map(row => row.subject as string)
  const may = connection.unmanagedLeave && (await approverOf(ctx, connection)) !== undefined
  const kept = new Set((await linksOfLocal(ctx, 'user', ids)).map(link => link.local))
  const ofRank = await ofRankAmong(ctx, ids)
  const reasonFor = (id: string): AppliedReason | undefined =>
    !may ? 'not-approved' : ofRank.has(id) ? 'of-rank' : kept.has(id) ? 'changed-since' : undefined
  const able = ids.filter(id => reasonFor(id) === undefined)
  const by = { id: connection.id, name: `Directory ${connection.name}` }
  const held = new Set(await suspendAs(ctx, by, suspensionSources.directory, able))
  return rows.map(({ row, subject }) => {
    const user = subject as string
    const reason = reasonFor(user)
    const outcome = reason ? 'refused' : held.has(user) ? 'suspended' : 'unchanged'
    return resultOf(row, { outcome, reason, user, was: { held: false } })
  })
}

async function applyGroups(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  rows: readonly WorkRow[],
): Promise<WorkRowResult[]> {
  const results: WorkRowResult[] = []
  for (const row of rows) {
    const facts = plannedOf(row)
    if (facts.do === 'group') {
      const { group, outcome, reason, was } = await applyGroup(ctx, connection, facts)
      const result = resultOf(row.row, { outcome, reason, user: group })
      results.push(was ? { ...result, was: { ...result.was, group: was } } : result)
    } else if (facts.do === 'group-leave') {
      const { group, outcome, reason } = await leaveGroup(ctx, connection, facts.anchor)
      results.push(resultOf(row.row, { outcome, reason, user: group }))
    } else if (facts.do === 'members') results.push(await applyMembers(ctx, connection, row.row, facts))
  }
  return results
}

async function applyMembers(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  row: number,
  { anchor, add, remove, inDoubt, reason }: Of<'members'>['facts'],
): Promise<WorkRowResult> {
  const group = await linkOf(ctx, connection, 'group', anchor)
  if (!group || group.leftAt !== null)
    return resultOf(row, { outcome: 'refused', reason: 'no-group', user: group?.local ?? null })
  if (reason === 'members-hidden') return resultOf(row, { outcome: 'refused', reason, user: group.local })
  if (inDoubt) await awaitMembers(ctx, connection, anchor, inDoubt)
  // A solved conflict joins the groups that waited for it, also those that the directory has removed meanwhile
  const leaving = [...remove, ...(inDoubt?.remove ?? [])]
  const { added, removed, unknown } = await changeMembers(ctx, connection, group.local, { add, remove: leaving })
  // The preview also lists members who joined with a resolved conflict, and members with an open one
  const isDone = unknown.length < add.length + remove.length || inDoubt !== undefined
  return {
    row,
    subject: group.local,
    outcome: isDone ? 'done' : 'skipped',
    was: { outcome: 'changed', added, removed },
  }
}
