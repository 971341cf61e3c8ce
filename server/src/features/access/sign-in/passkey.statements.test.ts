import { signIn } from '@claviger/contract/access/sign-in'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { asAssertion, type SoftwareKey } from '../../../../test/authenticator.ts'
import { house } from '../../../../test/house.ts'
import { addPasskey, signInWith } from '../../../../test/passkeys.ts'
import { sent } from '../../../../test/sent.ts'

const home = await house()
const { as, given, world } = home
const set = (text: string, ...values: unknown[]) => world.superPool.query(text, values)

let key: SoftwareKey
let id: string
beforeAll(async () => {
  id = await given.addUser('Sam', 'Meanwhile')
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  ;({ key } = await addPasskey(home, accessToken))
})

/** Signs in, and changes something before the second statement has its connection. */
async function changing<T>(change: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { pool } = world
  const { connect } = pool
  let taken = 0
  const late = async (...args: unknown[]) => {
    // Whoever gives a function wants a connection for something else
    if (args.length === 0 && ++taken === 2) await change()
    return (connect as (...all: unknown[]) => Promise<pg.PoolClient>).apply(pool, args)
  }
  pool.connect = late as typeof connect
  try {
    return await work()
  } finally {
    pool.connect = connect
  }
}

const written = async () => {
  const { rows } = await set(
    `select (select count(*)::int from sessions where user_id = $1) as sessions,
       (select last_sign_in_at::text from user_sign_ins where user_id = $1) as last,
       (select count(*)::int from activities where actor_id = $1 and action = 'sign-in.passkey' and status = 1) as lines,
       (select sign_count from credentials where user_id = $1) as count`,
    id,
  )
  return rows[0] as Record<string, unknown>
}

test('a sign-in is two statements, each of which commits by itself', async () => {
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  const before = await written()
  const texts = await sent(() => as(session).tell(signIn.passkeyLogin, asAssertion(key.get(options))))
  expect(texts).toEqual([expect.stringMatching(/^select not exists .*spent/s), expect.stringMatching(/^with spent as/)])
  const after = await written()
  expect(after).toMatchObject({ sessions: Number(before['sessions']) + 1, lines: Number(before['lines']) + 1 })
  expect(after['count']).toBeGreaterThan(Number(before['count']))
})

test('beginning one asks the database nothing', async () => {
  expect(await sent(() => as(undefined).tell(signIn.passkeyInitial))).toEqual([])
})

test.each([
  [
    'the user is suspended',
    'update users set suspended_at = now() where id = $1',
    'update users set suspended_at = null where id = $1',
  ],
  [
    'the user goes into the bin',
    'update users set deleted_at = now() where id = $1',
    'update users set deleted_at = null where id = $1',
  ],
  [
    'the key is suspended',
    'update security_keys set status = 40 where user_id = $1',
    'update security_keys set status = 20 where user_id = $1',
  ],
  [
    'the key is blocked',
    'update security_keys set blocked_at = now() where user_id = $1',
    'update security_keys set blocked_at = null where user_id = $1',
  ],
  [
    'the workspace is disabled',
    'update workspaces set status = 0 where id = (select workspace_id from users where id = $1)',
    'update workspaces set status = 1 where id = (select workspace_id from users where id = $1)',
    'workspace-disabled',
  ],
  [
    'a copy of the key comes first',
    'update credentials set sign_count = sign_count + 1000 where user_id = $1',
    'update credentials set sign_count = sign_count - 1000 where user_id = $1',
  ],
])('where %s between the two, nothing is written', async (_what, change, undo, code = 'passkey-refused') => {
  const before = await written()
  try {
    const answer = await changing(
      () => set(change, id),
      () => signInWith(home, key),
    )
    expect(answer).toMatchObject({ body: { code } })
  } finally {
    await set(undo, id)
  }
  expect(await written()).toEqual(before)
  const { rows } = await set(
    `select status, reason from activities where action = 'sign-in.passkey' order by id desc limit 1`,
  )
  // Whoever is in the bin is nobody
  if (!/deleted_at/.test(change)) expect(rows[0]).toMatchObject({ status: 2 })
  expect(await signInWith(home, key)).toMatchObject({ status: 200 })
})

test('where the challenge is spent between the two, it is refused', async () => {
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  const challenge = Buffer.from(options.challenge, 'base64url')
  const before = await written()
  const answer = await changing(
    () => set('insert into spent_challenges (challenge, expires_at) values ($1, now())', challenge),
    () => as(session).ask(signIn.passkeyLogin, asAssertion(key.get(options))),
  )
  expect(answer).toMatchObject({ status: 401, body: { code: 'challenge-refused' } })
  expect(await written()).toEqual(before)
})

test('a security key is noted as used once an hour', async () => {
  const used = async () => {
    const { rows } = await set('select last_used_at as at from security_keys where user_id = $1', id)
    return (rows[0] as { at: Date }).at.getTime()
  }
  const hour = 3_600_000
  // To a minute after the next full hour
  home.clock.forward(hour - (home.clock.now().getTime() % hour) + 60_000)
  await signInWith(home, key)
  const first = await used()
  expect(first).toBe(home.clock.now().getTime())
  home.clock.forward(hour / 2)
  await signInWith(home, key)
  expect(await used()).toBe(first)
  home.clock.forward(hour / 2)
  await signInWith(home, key)
  expect(await used()).toBe(home.clock.now().getTime())
})
