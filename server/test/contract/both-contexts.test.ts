// Some changes run by themselves or in a transaction, by the same statement: each guard refuses alike in both.
import { signIn } from '@claviger/contract/access/sign-in'
import { users } from '@claviger/contract/people/users'
import { beforeAll, describe, expect, test } from 'vitest'
import { asAssertion, type SoftwareKey } from '#test/api/authenticator.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { later, minutes } from '#platform/clock.ts'
import { runAutocommit, runSingleStatement, transact } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { newChallenge, requestFor, useAssertion, withAssertion } from '#features/keys/credentials/credentials.ts'

const home = await startTestApp()
const { as, clock, given, world } = home
const { addGroup, appoint } = testData(home)
const { workspace } = given.owner
const set = async (text: string, ...values: unknown[]) => {
  const { rows } = await world.superPool.query<Record<string, unknown>>(text, values)
  return rows
}
const allow = `insert into policy_sets (workspace_id, default_action) values ($1, 1)`
// Another version, because decisions are cached by it
const forbid = `insert into policy_sets (workspace_id, default_action, version) values ($1, 0, 2)`
const lift = 'delete from policy_sets where workspace_id = $1'

const anonymous = { actor: { kind: 'nobody' }, request: { id: 'test', ip: '127.0.0.1', userAgent: '' } } as const

describe('a passkey is used', () => {
  let id: string
  let key: SoftwareKey
  beforeAll(async () => {
    id = await given.addUser('Uma', 'Used')
    ;({ key } = await addPasskey(home, (await given.session({ id, workspace })).accessToken))
  })
  const from = { ...anonymous, workspace }
  type Given = Parameters<typeof withAssertion>[1]
  const contexts = {
    'by itself': (one: Given) =>
      runAutocommit(world, from, at => useAssertion(at, one, who => ({ parts: {}, answer: who }))),
    'in a transaction': (one: Given) =>
      transact(world, from, ctx => withAssertion(ctx, one, who => Promise.resolve(who))),
  }
  const ways = Object.entries(contexts)

  async function outcome(use: (typeof contexts)['by itself'], challenge = newChallenge()) {
    const assertion = asAssertion(key.get(requestFor(world, challenge)))
    const endsAt = later(clock.now(), minutes(3))
    const done = use({ assertion, challenge, endsAt, action: 'sign-in.passkey' })
    return done.catch((error: unknown) => {
      if (error instanceof Problem) return { code: error.code }
      throw error
    })
  }
  const state = async () =>
    (await set('select sign_count, last_used_at from credentials where user_id = $1', id))[0] as { sign_count: number }
  const reason = async () =>
    (await set(`select reason from activities where action = 'sign-in.passkey' order by id desc limit 1`))[0]

  test.each([
    ['the user is suspended', `update users set suspended_at = now() where id = $1`, 'suspended or deactivated'],
    ['the user is deactivated', `update users set deactivated_at = now() where id = $1`, 'suspended or deactivated'],
    ['the user is deleted', `update users set deleted_at = now() where id = $1`, 'unknown'],
    ['the key is suspended', `update security_keys set status = 40 where user_id = $1`, 'suspended or blocked'],
    ['the key is blocked', `update security_keys set blocked_at = now() where user_id = $1`, 'suspended or blocked'],
    ['the key waits', `update security_keys set proof_due = true where user_id = $1`, 'waiting'],
    ['a copy was used first', `update credentials set sign_count = sign_count + 1000 where user_id = $1`, 'counter'],
  ])('and refused in both contexts if %s', async (_what, change, why) => {
    for (const [context, use] of ways) {
      expect(await outcome(use), context).toMatchObject({ user: id })
      const { sign_count: count } = await state()
      await set(change, id)
      const before = await state()
      const challenge = newChallenge()
      expect(await outcome(use, challenge), context).toEqual({ code: 'passkey-refused' })
      expect(await state(), context).toEqual(before)
      expect(await reason(), context).toEqual({ reason: expect.stringContaining(why) as string })
      await set('update users set suspended_at = null, deactivated_at = null, deleted_at = null where id = $1', id)
      await set('update security_keys set status = 20, blocked_at = null, proof_due = false where user_id = $1', id)
      await set('update credentials set sign_count = $2 where user_id = $1', id, count)
    }
  })

  test.each([
    ['name of the user', 'users set first_name = $2 where id = $1', 'Ursa', { name: 'Ursa Used' }, 'Uma'],
    ['name of the passkey', 'credentials set name = $2 where user_id = $1', 'Red', { credentialName: 'Red' }, 'Blue'],
    ['name of the key', 'security_keys set name = $2 where user_id = $1', 'Ring', { key: { name: 'Ring' } }, 'Bar'],
    ['log of the key', 'security_keys set audit = $2 where user_id = $1', false, { audited: false }, true],
    ['kind of the key', 'security_keys set kind = $2 where user_id = $1', 1, { known: { keyKind: 1 } }, 3],
  ])('and its current %s counts in both contexts', async (_what, change, value, current, original) => {
    for (const [context, use] of ways) {
      expect(await outcome(use), context).toMatchObject({ user: id })
      await set(`update ${change}`, id, value)
      expect(await outcome(use), context).toMatchObject(current)
      await set(`update ${change}`, id, original)
    }
  })

  test.each([
    ['role', 'insert into administrators (workspace_id, user_id, role) values ($1, $2, 5)', { administrator: true }],
    [
      'version of the policies',
      `insert into policy_sets (workspace_id, version, default_action) select $1, 7, 1 where $2::text is not null`,
      { version: 7 },
    ],
  ])('and the current %s counts in both contexts', async (_what, change, known) => {
    for (const [context, use] of ways) {
      expect(await outcome(use), context).toMatchObject({ user: id })
      await set(change, workspace, id)
      expect(await outcome(use), context).toMatchObject({ known })
      await set('delete from administrators where user_id = $1', id)
      await set(lift, workspace)
    }
  })

  test('and the current status of the workspace counts in both contexts', async () => {
    for (const [context, use] of ways) {
      await outcome(use)
      await set('update workspaces set status = 0 where id = $1', workspace)
      expect(await outcome(use), context).toMatchObject({ workspaceStatus: 0 })
      await set('update workspaces set status = 1 where id = $1', workspace)
    }
  })

  test('once for a challenge in both contexts, also by two requests at once and with no counter', async () => {
    for (const counts of [true, false])
      for (const [context, use] of ways) {
        await set('update credentials set sign_count = 0 where user_id = $1 and not $2', id, counts)
        const challenge = newChallenge()
        const assertion = asAssertion(key.get(requestFor(world, challenge), counts ? {} : { signCount: 0 }))
        const once = {
          assertion,
          challenge,
          endsAt: later(clock.now(), minutes(3)),
          action: 'sign-in.passkey',
        } as const
        const answers = await Promise.all(
          [use, use].map(one =>
            one(once).then(
              () => 'used',
              (error: unknown) => (error as Problem).code,
            ),
          ),
        )
        expect(answers.toSorted(), `${context} ${counts}`).toEqual(['challenge-refused', 'used'])
        const { sign_count: before } = await state()
        expect(await use(once).catch((error: unknown) => (error as Problem).code)).toBe('challenge-refused')
        expect((await state()).sign_count).toBe(before)
      }
  })

  test('and refused in both contexts if another user must be confirmed', async () => {
    for (const [context, use] of ways) {
      expect(await outcome(use), context).toMatchObject({ user: id })
      const challenge = newChallenge()
      const assertion = asAssertion(key.get(requestFor(world, challenge)))
      const endsAt = later(clock.now(), minutes(3))
      const before = await state()
      const done = use({ assertion, challenge, endsAt, user: given.owner.id, action: 'sign-in.passkey' })
      await expect(done, context).rejects.toMatchObject({ code: 'passkey-refused' })
      expect(await state(), context).toEqual(before)
      expect(await reason(), context).toEqual({ reason: 'This passkey is unknown' })
    }
  })

  test('with any counter if the server answers, in both contexts, and the highest one stays', async () => {
    for (const [context, use] of ways) {
      const { sign_count: count } = await state()
      await set('update credentials set sign_count = $2 where user_id = $1', id, 5000)
      const challenge = newChallenge()
      const assertion = asAssertion(key.get(requestFor(world, challenge), { signCount: 4000 }))
      const endsAt = later(clock.now(), minutes(3))
      const done = await use({ assertion, challenge, endsAt, ours: true, action: 'sign-in.card' })
      expect(done, context).toMatchObject({ user: id })
      expect(await state(), context).toMatchObject({ sign_count: 5000 })
      await set('update credentials set sign_count = $2 where user_id = $1', id, count)
    }
  })
})

describe('a session is renewed', () => {
  const contexts = [
    ['by itself', undefined],
    ['in a transaction', allow],
  ] as const
  const renew = (refreshToken: string) => as(undefined).ask(signIn.refresh, { refreshToken })
  const row = async (id: string) =>
    (
      await set('select generation, ended_for, last_seen_at, expires_at, ends_at from sessions where user_id = $1', id)
    )[0]
  let count = 0
  async function both(work: (context: string, id: string, refreshToken: string) => Promise<unknown>) {
    for (const [context, begin] of contexts) {
      const id = await given.addUser('Rita', `Renewed ${count++}`)
      const { refreshToken } = await given.session({ id, workspace })
      if (begin !== undefined) await set(begin, workspace)
      try {
        await work(context, id, refreshToken)
      } finally {
        await set(lift, workspace)
      }
    }
  }

  test('with the same times in both contexts', () =>
    both(async (context, id, token) => {
      clock.forward(minutes(1))
      expect(await renew(token), context).toMatchObject({ status: 200 })
      expect(await row(id), context).toMatchObject({ generation: 2, ended_for: null })
      const { last_seen_at: seen } = (await row(id)) as { last_seen_at: Date }
      expect(clock.now().getTime() - seen.getTime(), context).toBeLessThan(10_000)
    }))

  const open = 'update sessions set ended_at = null, ended_for = null where user_id = $1'
  test.each([
    ['the user is suspended', ['update users set suspended_at = now() where id = $1', open], undefined],
    ['the user is deactivated', ['update users set deactivated_at = now() where id = $1', open], undefined],
    ['the user is deleted', ['update users set deleted_at = now() where id = $1', open], undefined],
    ['it expired', [`update sessions set expires_at = '2020-01-01' where user_id = $1`], undefined],
    [
      'an administrator ended it',
      [`update sessions set ended_at = now(), ended_for = 'administrator' where user_id = $1`],
      'by an administrator',
    ],
    [
      'its time with a role has expired',
      [
        `insert into administrators (workspace_id, user_id, role) select workspace_id, id, 5 from users where id = $1`,
        `update sessions set ended_at = null, ended_for = null, role_ends_at = '2020-01-01' where user_id = $1`,
      ],
      'maximum duration',
    ],
  ])('and refused in both contexts if %s', (_what, changes, why) =>
    both(async (context, id, token) => {
      for (const change of changes) await set(change, id)
      const before = await row(id)
      const { status, body } = await renew(token)
      expect({ status, code: body['code'] }, context).toEqual({ status: 401, code: 'refresh-refused' })
      if (why !== undefined) expect(body['message'], context).toContain(why)
      expect(await row(id), context).toEqual(before)
    }),
  )

  test('by the newest token only, in both contexts, and an older one ends it', () =>
    both(async (context, id, token) => {
      expect(await renew(token), context).toMatchObject({ status: 200 })
      expect(await renew(token), context).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
      expect(await row(id), context).toMatchObject({ generation: 2, ended_for: 'replayed' })
    }))

  test('and an older token of an ended session learns no reason in both contexts', () =>
    both(async (context, id, token) => {
      expect(await renew(token), context).toMatchObject({ status: 200 })
      await set(`update sessions set ended_at = now(), ended_for = 'administrator' where user_id = $1`, id)
      const replays = () => set(`select count(*) from activities where action = 'session.replayed'`)
      const before = await replays()
      const { status, body } = await renew(token)
      expect({ status, code: body['code'] }, context).toEqual({ status: 401, code: 'refresh-refused' })
      expect(body['message'], context).not.toContain('administrator')
      expect(await row(id), context).toMatchObject({ ended_for: 'administrator' })
      expect(await replays(), context).toEqual(before)
    }))

  test('by one of two requests at once in both contexts', () =>
    both(async (context, _id, token) => {
      const answers = await Promise.all([renew(token), renew(token)])
      expect(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        context,
      ).toEqual([200, 401])
    }))

  test('only after the access policies allowed it, and while an account is shared', async () => {
    const id = await given.addUser('Paul', 'Checked')
    const { refreshToken } = await given.session({ id, workspace })
    await set(`update sessions set method = 'passkey' where user_id = $1`, id)
    await set(forbid, workspace)
    expect(await renew(refreshToken)).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
    await set(lift, workspace)
    expect(await row(id)).toMatchObject({ generation: 1, ended_for: 'policy' })
    const opened = await given.addUser('Sheila', 'Shared')
    const other = await given.session({ id: opened, workspace })
    await set('update sessions set opened_by = $2 where user_id = $1', opened, id)
    expect(await renew(other.refreshToken)).toMatchObject({ status: 401 })
    expect(await row(opened)).toMatchObject({ generation: 1, ended_for: 'sharing' })
  })
})

describe('a user is added', () => {
  let count = 0
  const someone = (more: { email: string; groups?: string[]; sharesEmail?: boolean }) => ({
    userId: `both.${++count}`,
    firstName: 'Both',
    lastName: `Contexts ${count}`,
    phoneNumber: { countryCode: '49', mobileNumber: `0171 987 ${1000 + count}` },
    invite: true,
    ...more,
  })
  const group = addGroup('In steps')
  const contexts = async (): Promise<[string, { groups?: string[] }][]> => [
    ['by itself', {}],
    ['in a transaction', { groups: [await group] }],
  ]
  const lower = async () => as((await given.session(given.userManager)).accessToken)
  const letters = async () => Number((await set(`select count(*) from jobs.job where name = 'mail'`))[0]?.['count'])
  const written = async (id: string) => ({
    user: (
      await set(
        `select email_verified_at is not null as verified, invited_at is not null as invited, mailbox_placed, phone_placed,
           shares_email, status from users where id = $1`,
        id,
      )
    )[0],
    links: await set(
      'select purpose, expires_at - created_at as lasts, made_by from account_links where user_id = $1',
      id,
    ),
    lines: await set('select action, actor_id, status from activities where object_id = $1 order by action', id),
  })

  test('with the same row, link, email, and log lines in both contexts', async () => {
    for (const domain of ['northgate.example', 'elsewhere.example']) {
      const all = []
      for (const [, more] of await contexts()) {
        const before = await letters()
        const { id } = await (await lower()).tell(users.create, someone({ ...more, email: `b${count}@${domain}` }))
        all.push({ ...(await written(id)), letters: (await letters()) - before })
      }
      expect(all[1]).toEqual(all[0])
      expect(all[0]).toMatchObject({ letters: 1, lines: [{ action: 'user.created' }, { action: 'user.invited' }] })
    }
  })

  test('and refused in both contexts if a higher role shares the mailbox', async () => {
    const email = 'shared.heads@northgate.example'
    await appoint(await given.addUser('Head', 'Sharing', { email, shares_email: true }), 2)
    const lines = () => set(`select count(*) from activities where action in ('user.created', 'user.invited')`)
    for (const [context, more] of await contexts()) {
      const before = { letters: await letters(), lines: await lines() }
      const refused = await (await lower()).ask(users.create, someone({ ...more, email }))
      expect(refused, context).toMatchObject({ status: 403, body: { code: 'above-you' } })
      expect({ letters: await letters(), lines: await lines() }, context).toEqual(before)
    }
  })

  test('with one email in both contexts if users without a role share the mailbox', async () => {
    const email = 'shared.ward@northgate.example'
    await given.addUser('Ward', 'Sharing', { email, shares_email: true })
    for (const [context, more] of await contexts()) {
      const before = await letters()
      const sharesEmail = context !== 'by itself'
      const { id } = await (await lower()).tell(users.create, someone({ ...more, sharesEmail, email }))
      expect((await letters()) - before, context).toBe(1)
      expect((await written(id)).links, context).toHaveLength(1)
    }
  })

  test('and placed by its administrator even if another user shares the batch', async () => {
    const id = await given.addUser('Bea', 'Batched')
    await given.session({ id, workspace })
    const [session] = await set('select id from sessions where user_id = $1', id)
    const text = 'select * from enter_session($1, $2)'
    const statement = { text, values: [workspace, session?.['id']] }
    let isDone = false
    const others = Array.from({ length: 8 }, async () => {
      while (!isDone) await runAutocommit(world, { ...anonymous, workspace }, at => runSingleStatement(at, statement))
    })
    const admin = await lower()
    const made = []
    try {
      for (let n = 0; n < 10; n++)
        made.push((await admin.tell(users.create, someone({ email: `n${n}@batch.example` }))).id)
    } finally {
      isDone = true
    }
    await Promise.all(others)
    const placed = await set(`select distinct mailbox_placed ->> 'by' as by from users where id = any($1)`, made)
    expect(placed).toEqual([{ by: given.userManager.id }])
  })
})
