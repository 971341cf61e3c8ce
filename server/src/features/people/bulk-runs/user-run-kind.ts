import { type BulkAct, bulkReasons } from '@claviger/contract/people/bulk-runs'
import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { groupsAbove } from '#features/work/rank/rank.ts'
import { runCalls } from '#features/work/works/works.runs.ts'
import { longWork, type WorkRowResult, type Slice, type Work } from '#features/work/works/works.ts'
import { isJoinable } from '../groups/groups.many.ts'
import { isUnit } from '../units/units.many.ts'
import { type ActResult, perform } from '../users/users.acts.ts'
import { userRows } from './bulk-runs.store.ts'
import { canUndo, undoUserAct } from '../users/users.undo.ts'

export interface UserRunParameters {
  act: BulkAct
  target: string | null
}

type Was = Pick<ActResult, 'wasSuspendedAt' | 'wasSuspendedBy' | 'wasDeactivatedAt'>

const date = (text: unknown) => (typeof text === 'string' ? new Date(text) : null)

const says = ({ total, name }: Work<UserRunParameters>) => ({ users: total, ...(name !== null && { target: name }) })

export const userActs = longWork<UserRunParameters>('user-acts', {
  may: 'users.write',
  object: 'bulk-run',
  lines: {
    begun: { action: 'users.act-started', says },
    undone: { action: 'users.act-undone', says },
  },
  did: ['done'],
  act: work => work.parameters.act,
  // An invitation costs a link and a job; the other acts need a few statements for all
  size: work => (work.parameters.act === 'invite' ? 50 : 1000),
  canUndo: work => canUndo(work.parameters.act),
  async write(ctx, slice) {
    const { work, by, rows } = slice
    const { act, target } = work.parameters
    if (target && !(await takesPeople(ctx, act, target)))
      return rows.map(({ row }) => ({ row, outcome: 'refused', reason: 'target-closed' }))
    // A group may open an account with a higher role than the current actor's
    if (act === 'add-to-group' && target && (await groupsAbove(ctx, by, [target])).size > 0)
      return rows.map(({ row }) => ({ row, outcome: 'refused', reason: 'above-you' }))
    const ids = rows.map(row => row.subject as string)
    const acted = await perform(ctx, { act, by, now: ctx.clock.now(), target }, { targetName: work.name }, ids)
    return resultsOf(slice, acted)
  },
  async undo(ctx, slice) {
    const { work, by, rows } = slice
    const asked = { ...work.parameters, by, now: ctx.clock.now() }
    const earlier = rows.map((row): ActResult => {
      const was = row.was as {
        wasSuspendedAt?: string | null
        wasSuspendedBy?: number | null
        wasDeactivatedAt?: string | null
      } | null
      return {
        user: row.subject as string,
        reason: null,
        actedAt: row.actedAt,
        wasSuspendedAt: date(was?.wasSuspendedAt),
        wasSuspendedBy: was?.wasSuspendedBy ?? null,
        wasDeactivatedAt: date(was?.wasDeactivatedAt),
      }
    })
    return resultsOf(slice, await undoUserAct(ctx, asked, { targetName: work.name }, earlier))
  },
})

/** The target may have been deleted since the run started, or may no longer accept manual members. */
const takesPeople = (ctx: TransactionContext, act: BulkAct, target: string): Promise<boolean> =>
  act === 'add-to-group' ? isJoinable(ctx, target) : isUnit(ctx, target)

function resultsOf({ rows }: Slice<UserRunParameters>, acted: readonly ActResult[]): WorkRowResult[] {
  const numbers = new Map(rows.map(({ subject, row }) => [subject, row]))
  return acted.map(({ user, reason, actedAt, wasSuspendedAt, wasSuspendedBy, wasDeactivatedAt }) => ({
    row: numbers.get(user) as number,
    outcome: reason === null ? 'done' : 'refused',
    reason,
    actedAt,
    was: { wasSuspendedAt, wasSuspendedBy, wasDeactivatedAt } satisfies Was,
  }))
}

export const userRuns = runCalls([userActs], {
  ...userRows,
  headers: [msg('Name'), msg('User ID')],
  reasons: bulkReasons,
  item: ({ id, name, detail, done, reason }) => ({ id, name, userId: detail, done, reason }),
})
