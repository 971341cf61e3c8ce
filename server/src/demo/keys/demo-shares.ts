import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { insertMany } from '../bulk.ts'
import { idsByName } from '../demo-area.ts'
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

/**
 * Accounts of shared workstations, opened by the night shift and the people on call.
 * @returns the ID of the first account
 */
export async function insertDemoShares(
  ctx: TransactionContext,
  workspace: string,
  staff: readonly StaffMember[],
  at: Date,
): Promise<string> {
  const active = staff.filter(one => one.fate === 'active' && one.role === undefined)
  const accounts = active.filter(one => one.groups.includes('Shared workstations')).slice(0, 3)
  const [first] = accounts
  if (!first) throw new Error('the hospital has no shared workstations')
  const group = await idsByName(ctx, 'groups')
  const line = (account: string, person: string | null, shared: string | null) => [
    workspace,
    newId(),
    account,
    person,
    shared,
    'IT Service Desk',
    at,
  ]
  const onCall = active.filter(one => !accounts.includes(one) && one.groups.includes('On call')).slice(0, 9)
  await insertMany(
    ctx.db,
    'shares',
    columns,
    accounts.flatMap((account, place) => [
      ...onCall.slice(3 * place, 3 * place + 3).map(one => line(account.id, one.id, null)),
      line(account.id, null, group(place === 1 ? 'On call' : 'Night shift')),
    ]),
  )
  return first.id
}
