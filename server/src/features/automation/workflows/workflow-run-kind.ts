import { longWork, type WorkRowResult, type Slice } from '#features/work/works/works.ts'
import { undoKeyAct } from '#features/keys/key-acts/key-acts.undo.ts'
import type { PreviousKeyState } from '#features/keys/key-acts/key-acts.ts'
import { holdsAll } from './needs.ts'
import { dueAmong } from './types/due.store.ts'
import { activationResult } from './types/type.ts'
import { workflowTypeOf } from './types/types.ts'
import { findWorkflow } from './workflows.store.ts'

export interface WorkflowRunParameters {
  workflow: string
  type: number
}

export const workflowRuns = longWork<WorkflowRunParameters>('workflow', {
  entrance: 'workflow',
  may: 'workflows.write',
  object: 'workflow-run',
  lines: {
    begun: { action: 'workflow.started', says: work => ({ rows: work.total }) },
    undone: { action: 'workflow.undone', says: work => ({ rows: work.total }) },
  },
  did: ['done'],
  size: () => 100,
  async write(ctx, { work, by, rows }) {
    const workflow = await findWorkflow(ctx.db, work.parameters.workflow)
    const type = workflow && workflowTypeOf(workflow.type)
    if (!workflow || !type?.due || !type.write) return rows.map(row => activationResult(row, 'refused', 'unknown'))
    if (by.id === null || !holdsAll(by, workflow.type))
      return rows.map(row => activationResult(row, 'refused', 'no-rights'))
    const due = await dueAmong(
      ctx.db,
      type.due(workflow, ctx.clock.now()),
      rows.map(row => row.subject as string),
    )
    const results = await type.write(ctx, { workflow, by: { ...by, id: by.id }, rows }, due)
    const told = new Set(results.map(one => one.row))
    return [
      ...results,
      ...rows.filter(row => !told.has(row.row)).map(row => activationResult(row, 'skipped', 'changed-since')),
    ].map(result => withNames(result, rows, due))
  },
  undo: undoSuspended,
})

function withNames(
  result: WorkRowResult,
  rows: Slice<WorkflowRunParameters>['rows'],
  due: Awaited<ReturnType<typeof dueAmong>>,
): WorkRowResult {
  const subject = rows.find(row => row.row === result.row)?.subject
  const named = due.get(subject ?? '')
  return {
    ...result,
    named: named?.name?.slice(0, 260) ?? null,
    facts: { ...result.facts, ...(named && { detail: named.detail }) },
  }
}

async function undoSuspended(
  ctx: Parameters<typeof undoKeyAct>[0],
  { by, rows }: Slice<WorkflowRunParameters>,
): Promise<WorkRowResult[]> {
  const suspended = rows.filter(row => (row.facts as { step?: string } | null)?.step === 'suspend')
  const earlier = suspended.map(row => ({
    id: row.subject as string,
    actedAt: row.actedAt,
    was: row.was as PreviousKeyState | null,
  }))
  const back = new Map((await undoKeyAct(ctx, 'suspend', by, earlier)).map(one => [one.id, one.reason]))
  return rows.map(row => {
    const facts = { detail: (row.facts as { detail?: string } | null)?.detail ?? null }
    if (!suspended.includes(row)) return activationResult(row, 'skipped', 'already', { named: row.named, facts })
    const reason = back.get(row.subject as string) ?? null
    return reason === null
      ? activationResult(row, 'done', 'reactivated', { named: row.named, facts })
      : activationResult(row, 'skipped', reason, { named: row.named, facts })
  })
}
