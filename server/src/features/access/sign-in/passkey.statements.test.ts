import { signIn } from '@claviger/contract/access/sign-in'
import { beforeAll, expect, test } from 'vitest'
import { asAssertion, type SoftwareKey } from '#test/api/authenticator.ts'
import { runBetween } from '#test/app/interleave.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { collectStatements } from '#test/app/sent-statements.ts'

const home = await startTestApp()
const { as, given, world } = home
const set = (text: string, ...values: unknown[]) => world.superPool.query(text, values)

let key: SoftwareKey
let id: string
beforeAll(async () => {
  ;({ id, key } = await newPerson('Sam'))
})

async function newPerson(first: string) {
  const who = await given.addUser(first, 'Meanwhile')
  const { accessToken } = await given.session({ id: who, workspace: given.owner.workspace })
  return { id: who, key: (await addPasskey(home, accessToken)).key }
}

const renamed = () => set(`update credentials set name = left(name || '.', 100) where user_id = $1`, id)

const written = async (who = id) => {
  const { rows } = await set(
    `select (select count(*)::int from sessions where user_id = $1) as sessions,
       (select last_sign_in_at::text from user_sign_ins where user_id = $1) as last,
       (select count(*)::int from activities where actor_id = $1 and action = 'sign-in.passkey' and status = 1) as lines,
       (select sign_count from credentials where user_id = $1) as count`,
    who,
  )
  return rows[0] as Record<string, unknown>
}

const finding = expect.stringMatching(/^select not exists .*spent/s) as unknown
const writing = expect.stringMatching(/^with agreed as/) as unknown

test('a sign-in takes one statement if this process used the passkey before, otherwise two', async () => {
  const { id: newcomer, key: fresh } = await newPerson('Nell')
  const signIns = async () => {
    const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
    return collectStatements(() => as(session).tell(signIn.passkeyLogin, asAssertion(fresh.get(options))))
  }
  const before = await written(newcomer)
  expect(await signIns()).toEqual([finding, writing])
  const after = await written(newcomer)
  expect(after).toMatchObject({ sessions: Number(before['sessions']) + 1, lines: Number(before['lines']) + 1 })
  expect(after['count']).toBeGreaterThan(Number(before['count']))
  expect(await signIns()).toEqual([writing])
  expect(await written(newcomer)).toMatchObject({
    sessions: Number(after['sessions']) + 1,
    lines: Number(after['lines']) + 1,
  })
})

const lastLine = async () => {
  const { rows } = await set(
    `select a.status, a.reason, a.actor_name, a.object_name, a.decision from activities a
     where a.action = 'sign-in.passkey' order by a.id desc limit 1`,
  )
  return rows[0] as Record<string, unknown>
}

test.each([
  ['name of the user', `update users set first_name = 'Samuel' where id = $1`, { actor_name: 'Samuel Meanwhile' }],
  ['name of the key', `update security_keys set name = 'Blue' where user_id = $1`, { object_name: 'Blue' }],
  [
    'log of the key',
    `update security_keys set audit = false where user_id = $1`,
    { object_name: null, decision: null },
  ],
])('uses the current %s, not the cached one', async (_what, change, line) => {
  await signInWith(home, key)
  await set(change, id)
  expect(await signInWith(home, key)).toMatchObject({ status: 200 })
  expect(await lastLine()).toMatchObject({ status: 1, ...line })
  await set('update security_keys set audit = true where user_id = $1', id)
})

test('policies that exempt administrators do not exempt a user who is cached as one', async () => {
  const workspace = given.owner.workspace
  await set('insert into policy_sets (workspace_id, default_action) values ($1, 0)', workspace)
  await set('insert into administrators (workspace_id, user_id, role) values ($1, $2, 5)', workspace, id)
  expect(await signInWith(home, key)).toMatchObject({ status: 200 })
  await set('delete from administrators where workspace_id = $1 and user_id = $2', workspace, id)
  expect(await signInWith(home, key)).toMatchObject({ body: { code: 'policy-refused' } })
  await set('delete from policy_sets where workspace_id = $1', workspace)
})

test('starting a sign-in runs no database statement', async () => {
  expect(await collectStatements(() => as(undefined).tell(signIn.passkeyInitial))).toEqual([])
})

test.each([
  [
    'the user is suspended',
    'update users set suspended_at = now() where id = $1',
    'update users set suspended_at = null where id = $1',
  ],
  [
    'the user is deactivated',
    'update users set deactivated_at = now() where id = $1',
    'update users set deactivated_at = null where id = $1',
  ],
  [
    'the key waits for confirmation by its owner',
    'update security_keys set proof_due = true where user_id = $1',
    'update security_keys set proof_due = false where user_id = $1',
  ],
  [
    'the authentication profile of the user excludes passkeys',
    `insert into authentication_profiles (workspace_id, id, name, type, methods, everybody, position, created_at, changed_at, changed_by)
      select workspace_id, gen_random_uuid(), 'Codes', 'managed', '{code}', true, 1, now(), now(), '' from users where id = $1`,
    'delete from authentication_profiles where workspace_id = (select workspace_id from users where id = $1)',
    'way-not-offered',
  ],
  [
    'the user is deleted',
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
    'the access policies block everything',
    'insert into policy_sets (workspace_id, default_action) select workspace_id, 0 from users where id = $1',
    'delete from policy_sets where workspace_id = (select workspace_id from users where id = $1)',
    'policy-refused',
  ],
  [
    'a copy of the key was used first',
    'update credentials set sign_count = sign_count + 1000 where user_id = $1',
    'update credentials set sign_count = sign_count - 1000 where user_id = $1',
  ],
])('writes nothing if %s', async (_what, change, undo, code = 'passkey-refused') => {
  for (const place of [1, 3]) await refused(place, change, undo, code)
})

async function refused(place: number, change: string, undo: string, code: string): Promise<void> {
  await signInWith(home, key)
  if (place > 1) await renamed()
  const before = await written()
  try {
    const answer = await runBetween(
      world,
      () => set(change, id),
      () => signInWith(home, key),
      place,
    )
    expect(answer).toMatchObject({ body: { code } })
  } finally {
    await set(undo, id)
  }
  expect(await written()).toEqual(before)
  // Deleted users can't be logged, policy refusals have their own entry, and profile refusals are logged once a
  // minute
  if (!/deleted_at|policy_sets|profiles/.test(change)) expect(await lastLine()).toMatchObject({ status: 2 })
  expect(await signInWith(home, key)).toMatchObject({ status: 200 })
}

test.each([1, 3])('refuses a challenge that is spent before statement %i', async place => {
  if (place > 1) await renamed()
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  const challenge = Buffer.from(options.challenge, 'base64url')
  const before = await written()
  const answer = await runBetween(
    world,
    () => set('insert into spent_challenges (challenge, expires_at) values ($1, now())', challenge),
    () => as(session).ask(signIn.passkeyLogin, asAssertion(key.get(options))),
    place,
  )
  expect(answer).toMatchObject({ status: 401, body: { code: 'challenge-refused' } })
  expect(await written()).toEqual(before)
})

test('updates the last use of a security key once per hour', async () => {
  const used = async () => {
    const { rows } = await set('select last_used_at as at from security_keys where user_id = $1', id)
    return (rows[0] as { at: Date }).at.getTime()
  }
  const hour = 3_600_000
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
