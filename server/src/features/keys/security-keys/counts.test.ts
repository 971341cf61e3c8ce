import { securityKeys } from '@claviger/contract/keys/security-keys'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { cleanUp } from '#jobs/cleanup.ts'

const { as, given, world } = await startTestApp()
const { workspace } = given.owner
const reader = as(given.readOnly.accessToken)
const write = (text: string, values: unknown[] = []) => world.superPool.query(text, values)

async function bothCounts() {
  const { rows } = await write(
    `select kind, status, aaguid, blocked_at is not null as blocked, coalesce(verification = 3, false) as pinless, count(*)
     from security_keys where workspace_id = $1 and not binned group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    [workspace],
  )
  const kept = await write(
    `select kind, status, aaguid, blocked, pinless, sum(keys)::bigint as count from key_counts where workspace_id = $1
     group by 1, 2, 3, 4, 5 having sum(keys) <> 0 order by 1, 2, 3, 4, 5`,
    [workspace],
  )
  return [kept.rows, rows] as const
}

test('the stored key counts match the real counts after every change to keys', async () => {
  const before = (await reader.tell(securityKeys.counts)).all
  const owners = [await given.addUser('Kept', 'One'), await given.addUser('Kept', 'Two')]
  const acts: [string, unknown[]][] = [
    [
      `insert into security_keys (workspace_id, id, user_id, kind, name, status, verification, credential_storage, proximity,
         audit, offline, remembered_pin_hours, activation, made_by_name, created_at, changed_at)
       select $1, gen_random_uuid(), u.id, 1 + n % 3, 'Kept ' || n, 20, case n % 3 when 1 then 3 end, 1, false, true, false, 0, 1,
         'Test', now(), now()
       from unnest($2::uuid[]) u(id), generate_series(1, 6) n`,
      [workspace, owners],
    ],
    [`update security_keys set status = 40 where name in ('Kept 1', 'Kept 2')`, []],
    [`update security_keys set blocked_at = now() where name = 'Kept 3'`, []],
    [`update security_keys set verification = 4 where name = 'Kept 4'`, []],
    [`update security_keys set last_used_at = now()`, []],
    [`update users set deleted_at = now() where id = $1`, [owners[0]]],
    [`update users set deleted_at = null where id = $1`, [owners[0]]],
    [`delete from security_keys where name = 'Kept 5'`, []],
    [`delete from users where id = $1`, [owners[1]]],
  ]
  for (const [text, values] of acts) {
    await write(text, values)
    const [kept, anew] = await bothCounts()
    expect(kept).toEqual(anew)
  }
  await cleanUp.work(world, {})
  const [kept, anew] = await bothCounts()
  expect(kept).toEqual(anew)
  const rows = await write('select count(*) from key_counts where workspace_id = $1', [workspace])
  expect(rows.rows).toEqual([{ count: anew.length }])
  const counts = await reader.tell(securityKeys.counts)
  expect(counts).toMatchObject({ all: before + 5, blocked: 1, pinless: 1 })
  const { total } = await reader.tell(securityKeys.list, { status: [40], blocked: false })
  expect(total).toBe(2)
})
