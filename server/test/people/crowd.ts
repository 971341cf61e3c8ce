import { keysChanged } from '../../src/features/people/users/users.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import type { TestApp } from '../app/test-app.ts'

/**
 * Inserts many users in the state that as many calls would have left. Each has active keys, which are counted.
 * The first is named `${prefix} No00001` with the User ID `${prefix}1`.
 */
export async function addCrowd(
  { world, given, clock }: Pick<TestApp, 'world' | 'given' | 'clock'>,
  prefix: string,
  count: number,
  keys = 1,
): Promise<string[]> {
  const { workspace } = given.owner
  const { rows } = await world.superPool.query<{ id: string }>(
    `insert into users (workspace_id, id, user_id, first_name, last_name, email)
     select $1, gen_random_uuid(), $2 || n, $2, 'No' || lpad(n::text, 5, '0'), lower($2) || n || '@throng.example'
     from generate_series(1, $3) n returning id`,
    [workspace, prefix, count],
  )
  const people = rows.map(row => row.id)
  await world.superPool.query(
    `insert into security_keys (workspace_id, id, user_id, kind, name, status, credential_storage, proximity, audit, offline,
       remembered_pin_hours, activation, made_by_name, created_at, changed_at)
     select $1, gen_random_uuid(), owner, 3, 'Key', 20, 1, false, true, false, 0, 1, 'Given', $3, $3
     from unnest($2::uuid[]) list(owner), generate_series(1, $4)`,
    [workspace, people, clock.now(), keys],
  )
  const from = {
    actor: { kind: 'nobody' },
    request: { id: 'crowd', ip: '127.0.0.1', userAgent: '' },
    workspace,
  } as const
  await transact(world, from, ctx => keysChanged(ctx, people))
  return people
}
