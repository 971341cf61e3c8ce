import { account } from '@claviger/contract/access/account'
import { users } from '@claviger/contract/people/users'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { openSession } from './sessions.ts'
import type { Person } from '#test/api/fixtures.ts'

const { as, given, world } = await startTestApp()

const request = { id: 'test', ip: '127.0.0.1', userAgent: '' }

const kept = async ({ id }: { id: string }): Promise<number> => {
  const { rows } = await world.superPool.query('select from session_cache where user_id = $1', [id])
  return rows.length
}

async function cachedOf(person: Person): Promise<void> {
  await as(person.accessToken).tell(account.self, {})
  await expect.poll(() => kept(person)).toBe(1)
}

const change = (text: string, ...values: unknown[]) => world.superPool.query(text, values)
const code = async (person: Person) => (await as(person.accessToken).ask(users.list, {})).body['code']

test('a suspended, deactivated, or deleted user is refused on the next call', async () => {
  for (const column of ['suspended_at', 'deactivated_at', 'deleted_at']) {
    const person = { ...given.readOnly, ...(await given.session(given.readOnly)) }
    await cachedOf(person)
    expect(await code(person)).toBeUndefined()
    await change(`update users set ${column} = now() where id = $1`, person.id)
    expect(await code(person)).toBe('session-ended')
    await change(`update users set ${column} = null where id = $1`, person.id)
    expect(await code(person)).toBe('session-ended')
  }
})

test('a removed, granted, or limited role takes effect on the next call', async () => {
  let person = given.userManager
  const again = async () => (person = { ...person, ...(await given.session(person)) })
  await cachedOf(person)
  await change('update administrators set type = 2 where user_id = $1', person.id)
  expect(await code(person)).toBe('session-ended')
  await again()
  await cachedOf(person)
  expect((await as(person.accessToken).tell(users.list, {})).items).toEqual([])
  await change('delete from administrators where user_id = $1', person.id)
  expect(await code(person)).toBe('session-ended')
  await again()
  await cachedOf(person)
  expect(await code(person)).toBe('not-permitted')
  await change(
    'insert into administrators (workspace_id, user_id, role) values ($1, $2, 3)',
    person.workspace,
    person.id,
  )
  expect(await code(person)).toBeUndefined()
})

test('a new name and email appear on the next call, and a new super administrator is no longer cached', async () => {
  const person = given.administrator
  await cachedOf(person)
  await change(`update users set first_name = 'Renamed', email = 'renamed@northgate.example' where id = $1`, person.id)
  const self = await as(person.accessToken).tell(account.self, {})
  expect(JSON.stringify(self)).toContain('Renamed')
  await cachedOf(person)
  const { rows } = await change('select name, email, super from session_cache where user_id = $1', person.id)
  expect(rows).toEqual([{ name: expect.stringMatching(/^Renamed /), email: 'renamed@northgate.example', super: false }])
  await change('insert into super_administrators (workspace_id, user_id) values ($1, $2)', person.workspace, person.id)
  expect(await kept(person)).toBe(0)
})

test('an ended, confirmed, or extended session is read again, and a changed workspace takes effect', async () => {
  const person = given.ownerElsewhere
  const act = (text: string) => change(`update sessions set ${text} where user_id = $1`, person.id)
  for (const text of ['verified_at = now()', `expires_at = expires_at + interval '1 hour'`]) {
    await cachedOf(person)
    await act(text)
    expect(await kept(person)).toBe(0)
  }
  await cachedOf(person)
  await act('last_seen_at = now()')
  expect(await kept(person)).toBe(1)
  await change('update workspaces set type = 2 where id = $1', person.workspace)
  expect(await code(person)).toBe('personal-workspace')
  await act('ended_at = now()')
  expect(await code(person)).toBe('session-ended')
})

async function apart<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await world.superPool.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('commit')
    client.release()
  }
}

const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'

const cache = async (client: pg.ClientBase, { id, workspace }: Person) => {
  const { rows } = await client.query<{ id: string }>(
    'select id from sessions where user_id = $1 and ended_at is null',
    [id],
  )
  await client.query('select cache_session($1, $2)', [workspace, rows[0]?.id])
}

test('while a user is being changed nothing is cached for them, and no call waits', async () => {
  const person = given.user
  for (const text of [
    'update users set suspended_at = now() where id = $1',
    'update users set suspended_at = null where id = $1',
    'insert into super_administrators (workspace_id, user_id) select workspace_id, id from users where id = $1',
    'delete from super_administrators where user_id = $1',
    'update sessions set verified_at = now() where user_id = $1',
  ]) {
    await given.session(person)
    await apart(async changing => {
      await changing.query(text, [person.id])
      await apart(keeping => cache(keeping, person))
      expect(await kept(person)).toBe(0)
    })
    expect(await kept(person)).toBe(0)
  }
})

test('a session opened with a key that is being suspended is refused, cached or not, and stays refused', async () => {
  const person = given.administrator
  const key = await given.addKey(person.id)
  const opened = () =>
    transact(world, { actor: { kind: 'nobody' }, request, workspace: person.workspace }, ctx =>
      openSession(ctx, { user: person.id, method: 'passkey', verified: true, key }),
    )
  await change('update sessions set ended_at = now() where user_id = $1', person.id)
  const late = await apart(async changing => {
    await changing.query('update security_keys set status = 40 where id = $1', [key])
    const tokens = await opened()
    await apart(keeping => cache(keeping, person))
    expect(await kept(person)).toBe(0)
    return { ...person, ...tokens }
  })
  expect(await code(late)).toBe('session-ended')
  await change('update security_keys set status = 20 where id = $1', key)
  expect(await code(late)).toBe('session-ended')
})

test('changing a user waits for a concurrent cache write, and removes its entry', async () => {
  const person = given.user
  for (const text of [
    'insert into super_administrators (workspace_id, user_id) select workspace_id, id from users where id = $1',
    'delete from super_administrators where user_id = $1',
    'update sessions set verified_at = now() where user_id = $1',
    'update users set suspended_at = now() where id = $1',
  ]) {
    let done = false
    await given.session(person)
    await apart(async keeping => {
      await cache(keeping, person)
      void change(text, person.id).then(() => (done = true))
      await expect.poll(async () => (await keeping.query(waiting)).rows.length).toBe(1)
      expect(done).toBe(false)
    })
    await expect.poll(() => done).toBe(true)
    expect(await kept(person)).toBe(0)
  }
})
