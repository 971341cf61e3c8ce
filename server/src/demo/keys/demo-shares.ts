import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { insertMany } from '../bulk.ts'
import type { StaffMember } from '../staff.ts'

const columns = {
  workspace_id: 'uuid',
  id: 'uuid',
  account_id: 'uuid',
  person_id: 'uuid',
  group_id: 'uuid',
  made_by_name: 'text',
  created_at: 'timestamptz',
}

export async function insertDemoShares(
  ctx: TransactionContext,
  workspace: string,
  staff: readonly StaffMember[],
  at: Date,
): Promise<void> {
  const active = staff.filter(one => one.fate === 'active' && one.role === undefined)
  const account = active.find(one => one.groups.includes('Shared workstations'))
  if (!account) return
  const people = active.filter(one => one !== account && one.groups.includes('On call')).slice(0, 3)
  const groups = await ctx.db
    .selectFrom('groups')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('name', '=', 'Night shift')
    .execute()
  const line = (person: string | null, group: string | null) => [
    workspace,
    newId(),
    account.id,
    person,
    group,
    'IT Service Desk',
    at,
  ]
  await insertMany(ctx.db, 'shares', columns, [
    ...people.map(one => line(one.id, null)),
    ...groups.map(one => line(null, one.id)),
  ])
}
