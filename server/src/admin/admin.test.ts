import { execFile } from 'node:child_process'
import { activity } from '@claviger/contract/oversight/activity'
import { sessions } from '@claviger/contract/access/sessions'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { operatorSays, type OperatorOutput } from '#test/app/operator.ts'
import { builtProgram } from '#test/processes/build-server.ts'
import { makeLink } from '../features/people/account-links/account-links.ts'
import { sealer } from '../platform/secrets/seal.ts'
import { transact } from '../platform/db/transaction.ts'
import { mail } from '../integrations/mail.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const { as, given, world, clock, mailTo } = await startTestApp()
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

const settings = { DATABASE_URL: world.config.databaseUrl, MASTER_KEY: key(7) }
const admin = (args: string[], env: Record<string, string> = {}) => operatorSays({ ...settings, ...env }, ...args)

const program = (...args: string[]): Promise<OperatorOutput> =>
  new Promise(done => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    execFile(
      process.execPath,
      [builtProgram('admin'), ...args],
      { env: { PATH, NODE_COMPILE_CACHE, ...settings } },
      (error, out, err) => done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })

/** Runs a command that must succeed and returns the JSON object, its only output on stdout. */
const told = async (...args: string[]): Promise<Record<string, unknown>> => {
  const said = await admin([...args, '--json'])
  expect(said).toMatchObject({ code: 0 })
  return JSON.parse(said.out) as Record<string, unknown>
}

const newest = async (workspace: string) => {
  const { rows } = await world.superPool.query(
    'select action, actor_name, object_name from activities where workspace_id = $1 order by id desc limit 1',
    [workspace],
  )
  return rows[0] as { action: string; actor_name: string; object_name: string } | undefined
}

test('create-super-admin prints a link, and prints a new link for an existing super administrator', async () => {
  const first = await told('create-super-admin', 'Sam@Example.org', '--name', 'Sam van Dyk')
  expect(first).toMatchObject({
    email: 'sam@example.org',
    link: expect.stringContaining('/auth/verify?link=') as string,
  })
  const second = await told('create-super-admin', 'sam@example.org')
  expect(second['link']).not.toBe(first['link'])
  const { rows } = await world.superPool.query(
    `select u.first_name, u.last_name, w.installation from super_administrators s
     join users u on u.workspace_id = s.workspace_id and u.id = s.user_id join workspaces w on w.id = s.workspace_id where u.email = 'sam@example.org'`,
  )
  expect(rows).toEqual([{ first_name: 'Sam', last_name: 'van Dyk', installation: true }])
})

test('create-workspace creates a workspace with its owner and logs the command line as the actor', async () => {
  const made = await told('create-workspace', 'West Clinic', '--slug', 'westclinic', '--owner', 'wilma@west.example')
  expect(made).toMatchObject({ slug: 'westclinic', link: expect.stringContaining('/auth/verify?link=') as string })
  expect(await newest(made['workspace'] as string)).toMatchObject({
    action: 'administrator.created',
    actor_name: expect.stringContaining('Command line') as string,
    object_name: 'Wilma Owner',
  })
  const { rows } = await world.superPool.query('select mailbox_placed from users where id = $1', [made['user']])
  expect(rows).toEqual([{ mailbox_placed: { own: true } }])
  const again = await admin(['create-workspace', 'Other', '--slug', 'westclinic', '--owner', 'o@west.example'])
  expect(again).toMatchObject({ code: 1, out: '', err: 'This workspace address is already in use\n' })
})

test('with billing, a created workspace has a trial, whose limit applies from the first key', async () => {
  const words = ['create-workspace', 'Limited', '--slug', 'limited', '--owner', 'lia@limited.example', '--json']
  const { workspace } = JSON.parse((await admin(words, { BILLING: 'on' })).out) as { workspace: string }
  const { rows } = await world.superPool.query(
    'select key_limit, limited_by from license_pools where workspace_id = $1',
    [workspace],
  )
  expect(rows).toEqual([{ key_limit: 250, limited_by: 'trial' }])
})

test('recovery-link lists the workspaces to choose from when several users have the same email', async () => {
  const { owner, ownerElsewhere } = given
  await transact(
    world,
    { actor: { kind: 'nobody' }, request: { id: '', ip: '', userAgent: '' }, workspace: ownerElsewhere.workspace },
    ctx => ctx.db.updateTable('users').set({ email: owner.email }).where('id', '=', ownerElsewhere.id).execute(),
  )
  const unclear = await admin(['recovery-link', owner.email])
  expect(unclear.code).toBe(1)
  expect(unclear.err).toContain('--workspace northgate   (Ada Byron)')
  expect(unclear.err).toContain('--workspace southgate   (Otto Hahn)')
  const clear = await told('recovery-link', owner.email, '--workspace', 'northgate')
  expect(clear).toMatchObject({ user: owner.id, workspace: 'northgate' })
  expect(await newest(owner.workspace)).toMatchObject({ action: 'recovery.requested', object_name: 'Ada Byron' })
  expect(await admin(['recovery-link', 'nobody@example.org'])).toMatchObject({ code: 1 })
})

test('issue-session issues tokens that are valid for the requested time, logs them, and prints a notice', async () => {
  const said = await program('issue-session', given.administrator.email, '--expires-in', '7200', '--json')
  expect(said.code).toBe(0)
  const tokens = JSON.parse(said.out) as { accessToken: string; expiresIn: number }
  expect(tokens.expiresIn).toBe(7200)
  expect(said.err).toContain('tokens were issued on the command line')
  const caller = as(tokens.accessToken)
  const { items } = await caller.tell(activity.list, { action: 'tokens.issued' })
  expect(items[0]).toMatchObject({
    objectName: 'Grace Hopper',
    after: { expiresInSeconds: 7200 },
    device: 'Command line',
  })
  clock.forward(7_100_000)
  expect(await caller.ask(sessions.list)).toMatchObject({ status: 200 })
  clock.forward(200_000)
  expect(await caller.ask(sessions.list)).toMatchObject({ status: 401 })
  clock.forward(-7_300_000)
})

test('seed adds users with passkeys, and adds different users when it runs again', async () => {
  await told('seed', '--workspace', 'northgate', '--users', '700')
  await told('seed', '--workspace', 'northgate', '--users', '300')
  const unclear = await admin(['seed', '--users', '5'])
  expect(unclear).toMatchObject({ code: 1, out: '' })
  expect(unclear.err).toContain('--workspace southgate')
  const { rows } = await world.superPool.query(
    `select count(*) as users, count(distinct employee_id) as numbers, sum(active_keys) as keys,
       (select count(*) from credentials) as rows from users where user_id like '%@northgate.example' and employee_id like 'S%'`,
  )
  const [found] = rows as [{ users: number; numbers: number; keys: number; rows: number }]
  expect(found).toMatchObject({ users: 1000, numbers: 1000 })
  expect(found.keys).toBe(found.rows)
  expect(found.keys).toBeGreaterThan(500)
})

test('the program exits with code 2 for wrong usage and with code 1 for a refusal', async () => {
  expect(await program('bogus')).toMatchObject({ code: 2, out: '' })
  const refused = await program('recovery-link', 'nobody@example.org', '--json')
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.out)).toEqual({ error: refused.err.trimEnd() })
})

test.each([
  [['bogus'], 'There is no command bogus'],
  [['seed', '--workspace', 'northgate', '--users', '0'], '--users must be a whole number'],
  [['recovery-link'], 'recovery-link takes EMAIL'],
  [['outbox', '--loud'], '--loud'],
  [['create-super-admin', 'not-an-address'], 'EMAIL: Email is not valid'],
])('%j exits with code 2 and an explanation', async (args, why) => {
  const said = await admin(args)
  expect(said).toMatchObject({ code: 2, out: '' })
  expect(said.err).toContain(why)
})

test('rotate-master-key reseals every secret, and a second run has nothing to reseal', async () => {
  const inside = {
    actor: { kind: 'nobody' },
    request: { id: '', ip: '', userAgent: '' },
    workspace: given.owner.workspace,
  } as const
  const link = await transact(world, inside, ctx =>
    makeLink(ctx, { user: given.user.id, purpose: 'activation', lastsDays: 1 }),
  )
  await transact(world, inside, ctx =>
    mail(ctx, 'm@northgate.example', () => ({
      subject: 'Welcome',
      greeting: 'Hello',
      paragraphs: [],
      button: { label: 'Go', href: link },
      footer: '',
    })),
  )
  await mailTo('m@northgate.example')
  const both = { MASTER_KEY: `${key(8)},${key(7)}` }
  const first = JSON.parse((await admin(['rotate-master-key', '--json'], both)).out) as Record<
    string,
    Record<string, number>
  >
  expect(first).toMatchObject({
    'installation secrets': { unreadable: 0 },
    'stored emails': { resealed: 1 },
    'queued emails': { resealed: 1 },
  })
  expect(first['installation secrets']!['resealed']).toBeGreaterThanOrEqual(4)
  expect(first['workspace keys']!['resealed']).toBeGreaterThanOrEqual(4)
  const second = await admin(['rotate-master-key', '--json'], both)
  for (const counts of Object.values(JSON.parse(second.out) as object))
    expect(counts).toMatchObject({ resealed: 0, unreadable: 0 })
  const alone = await admin(['outbox', '--json'], { MASTER_KEY: key(8) })
  expect(JSON.parse(alone.out)).toMatchObject({ mails: [{ to: 'm@northgate.example', subject: 'Welcome', link }] })
  const { rows } = await world.superPool.query<{ id: string; sealed_key: Buffer }>(
    'select id, sealed_key from workspaces',
  )
  for (const row of rows)
    expect(
      sealer([Buffer.alloc(32, 8)]).open(row.sealed_key, `workspaces:sealed_key:${row.id} of itself`),
    ).toHaveLength(32)
  expect(await admin(['outbox'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('MASTER_KEY is not the master key of this database') as string,
  })
  expect(await admin(['rotate-master-key'], { MASTER_KEY: `${key(7)},${key(8)}` })).toMatchObject({ code: 0 })
})

test('list-twins lists only users that can be mistaken for each other', async () => {
  expect(await told('list-twins')).toEqual({ twins: [] })
  const add = (userId: string, email: string) => given.addUser('Twin', 'One', { user_id: userId, email })
  await add('jos\u00e9', 'jose.a@twins.example')
  await add('jose\u0301', 'jose.b@twins.example')
  await add('mail.a', 'm@b\u00fccher.example')
  await add('mail.b', 'm@xn--bcher-kva.example')
  await add('alone', 'al\u00f6ne@twins.example')
  const { twins } = (await told('list-twins')) as { twins: { field: string; users: { value: string }[] }[] }
  expect(twins.map(one => [one.field, one.users.map(user => user.value).toSorted()])).toEqual([
    ['userId', ['jose\u0301', 'jos\u00e9']],
    ['email', ['m@b\u00fccher.example', 'm@xn--bcher-kva.example']],
  ])
})
