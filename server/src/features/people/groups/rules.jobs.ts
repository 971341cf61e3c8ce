import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { AppContext } from '#platform/app-context.ts'
import { applyGroupRules } from './rules.follow.ts'

interface Where {
  /** Default: all workspaces with pending work, when the job is scheduled. */
  workspace?: string
}

const waiting = `select workspace_id as workspace from group_rule_changes
  union select workspace_id from group_rules where applied_at is null`

export const followRules: JobKind<Where> = {
  name: 'group-rules',
  cron: '* * * * *',
  silent: { tables: ['group_rules'], because: 'Up to when a rule was followed is no change of it' },
  async work(world, { workspace }) {
    if (workspace !== undefined) return catchUpIn(world, workspace)
    const { rows } = await world.superPool.query<{ workspace: string }>(waiting)
    for (const row of rows) await catchUpIn(world, row.workspace)
  },
}

async function catchUpIn(world: AppContext, workspace: string): Promise<void> {
  const from = {
    actor: { kind: 'operator', name: 'Claviger' } as const,
    request: { id: 'group-rules', ip: '', userAgent: '' },
    workspace,
  }
  while (await transact(world, from, applyGroupRules));
}
