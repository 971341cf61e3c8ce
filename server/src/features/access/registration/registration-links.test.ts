import { registration } from '@claviger/contract/access/registration'
import { credentials } from '@claviger/contract/keys/credentials'
import { activity } from '@claviger/contract/oversight/activity'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { asRegistration } from '#test/api/authenticator.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newKey } from '#test/api/registering.ts'
import { days, minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { type LinkPurpose, makeLink } from '#features/people/account-links/account-links.ts'

const home = await startTestApp()
async function linkFor(user: string, purpose: LinkPurpose = 'activation'): Promise<string> {
  const from = {
    actor: { kind: 'nobody' },
    request: { id: 'test', ip: '127.0.0.1', userAgent: '' },
    workspace: home.given.owner.workspace,
  } as const
  const address = await transact(home.world, from, ctx => makeLink(ctx, { user, purpose, lastsDays: 3 }))
  return new URL(address).searchParams.get('link') ?? ''
}

const open = (link: string) => home.as(undefined).tell(registration.verify, { link })
const refused = async (link: string) => (await home.as(undefined).ask(registration.verify, { link })).body['code']

async function activate(session: string) {
  const call = home.as(session)
  const { creation } = await call.tell(registration.challenge, {})
  return call.tell(registration.storePasskey, { ...asRegistration(newKey(home).create(creation)), name: 'My key' })
}

test('an invited user creates a passkey through the link and is signed in', async () => {
  const id = await home.given.addUser('Rosa', 'Parks', { email_verified_at: null, invited_at: new Date() })
  const { session, account, state } = await open(await linkFor(id))
  expect([account?.name, account?.workspaceName, account?.purpose, state]).toEqual([
    'Rosa Parks',
    'Northgate Hospital',
    'activation',
    null,
  ])
  const call = home.as(session ?? '')
  expect(await call.tell(registration.checkActivate, {})).toEqual({ active: false })
  const { tokens } = await activate(session ?? '')
  const me = home.as(tokens?.accessToken)
  expect((await me.tell(credentials.list, {})).items.map(item => item.name)).toEqual(['My key'])
  expect(await call.tell(registration.checkActivate, {})).toEqual({ active: true })
  const { rows } = await home.world.superPool.query('select status, email_verified_at from users where id = $1', [id])
  expect(rows[0]).toMatchObject({ status: 20, email_verified_at: home.clock.now() })
  const { accessToken } = await home.given.session(home.given.owner)
  const log = await home.as(accessToken).tell(activity.list, { user: id })
  expect(log.items.map(item => item.action).toSorted()).toEqual(['passkey.added', 'user.activated'])
})

test('a user who follows a link is remembered in that browser, in addition to earlier users', async () => {
  const [one, other] = [await home.given.addUser('Una', 'Remembered'), await home.given.addUser('Olga', 'Remembered')]
  const byLink = async (user: string, cookie?: string) => {
    const { session } = await open(await linkFor(user))
    const { creation } = await home.as(session ?? '').tell(registration.challenge, {})
    const { path: url, method } = registration.storePasskey
    const headers = { authorization: session ?? '', ...(cookie !== undefined && { cookie }) }
    const payload = asRegistration(newKey(home).create(creation))
    const answer = await home.app.inject({ method, url, headers, payload })
    expect(answer.statusCode).toBe(200)
    const set = String(answer.headers['set-cookie'])
    expect(set).toMatch(/^claviger-browser=[\w-]+; Path=\/;/)
    return set.split(';')[0] ?? ''
  }
  const first = await byLink(one)
  const both = await byLink(other, first)
  const opened = (cookie: string) => {
    const sealed = Buffer.from(cookie.split('=')[1] ?? '', 'base64url')
    return JSON.parse(home.world.sealer.open(sealed, 'sign-in:browser:cookie of whoever holds it').toString()) as {
      browser: string
      people: unknown[]
    }
  }
  expect([opened(first).people.length, opened(both).people.length]).toEqual([1, 2])
  expect(opened(both).browser).toBe(opened(first).browser)
})

test('a link works once and expires', async () => {
  const id = await home.given.addUser('Ida', 'Wells')
  const link = await linkFor(id)
  const [first, second] = [await open(link), await open(link)]
  await activate(first.session ?? '')
  const again = await home.as(second.session ?? '').ask(registration.challenge)
  expect([again.status, again.body['code']]).toEqual([401, 'link-spent'])
  expect(await refused(link)).toBe('link-spent')

  const late = await linkFor(id)
  home.clock.forward(days(3))
  expect(await refused(late)).toBe('link-spent')
})

test('the session of an opened link expires after 30 minutes', async () => {
  const { session } = await open(await linkFor(await home.given.addUser('Mary', 'Seacole')))
  home.clock.forward(minutes(30))
  expect((await home.as(session ?? '').ask(registration.challenge)).body['code']).toBe('link-spent')
})

test('two concurrent answers through one link create one passkey', async () => {
  const id = await home.given.addUser('Clara', 'Barton')
  const { session } = await open(await linkFor(id))
  const call = home.as(session ?? '')
  const { creation } = await call.tell(registration.challenge, {})
  const made = [1, 2].map(() => asRegistration(newKey(home).create(creation)))
  const answers = await Promise.all(made.map(one => call.ask(registration.storePasskey, one)))
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('refuses altered and made-up links alike, and a link cannot continue a registration', async () => {
  const link = await linkFor(await home.given.addUser('Edith', 'Cavell'))
  for (const text of ['x', `${link.slice(0, -4)}AAAA`, Buffer.alloc(64).toString('base64url')])
    expect(await refused(text)).toBe('link-spent')
  const { session } = await open(link)
  expect((await home.as(session ?? '').ask(registration.complete)).body['code']).toBe('wrong-step')
  expect((await home.as(undefined).ask(registration.verify)).status).toBe(422)
})

test('a recovery keeps existing passkeys and notifies the user', async () => {
  const { owner } = home.given
  await activate((await open(await linkFor(owner.id, 'recovery'))).session ?? '')
  const { tokens } = await activate((await open(await linkFor(owner.id, 'recovery'))).session ?? '')
  const { items } = await home.as(tokens?.accessToken).tell(credentials.list, {})
  expect(items).toHaveLength(2)
  const subjects = async () =>
    (
      await home.world.superPool.query<{ subject: string }>('select subject from outbox_mails where recipient = $1', [
        owner.email,
      ])
    ).rows
  await expect.poll(async () => (await subjects()).map(row => row.subject)).toContain('Your account was recovered')
})

test('a disabled workspace accepts links of its owners only', async () => {
  const { owner, administrator } = home.given
  const disable = (status: number) =>
    home.world.superPool.query('update workspaces set status = $2 where id = $1', [owner.workspace, status])
  const links = [await linkFor(owner.id, 'recovery'), await linkFor(administrator.id, 'recovery')]
  await disable(0)
  expect((await home.as(undefined).ask(registration.verify, { link: links[0] })).status).toBe(200)
  expect(await refused(links[1] ?? '')).toBe('workspace-disabled')
  await disable(1)
})

test('a used or expired link shows the reason to its holder and adds a log entry about its user', async () => {
  const { owner } = home.given
  const told = async (link: string) => {
    const { body } = await home.as(undefined).ask(registration.verify, { link })
    return [body['code'], body['message']]
  }
  const lines = async (user: string) => {
    const { accessToken } = await home.given.session(owner)
    const { items } = await home.as(accessToken).tell(activity.list, { user, action: ['sign-in.link'], status: 2 })
    return items.map(item => [item.reason, item.actorId])
  }
  const general = 'This link has expired or was already used. Ask for a new one'
  const used = await home.given.addUser('Used', 'Link')
  const first = await linkFor(used)
  await activate((await open(first)).session ?? '')
  expect(await told(first)).toEqual(['link-spent', 'This link was already used. Ask for a new one if you need it'])
  expect(await told(first)).toEqual(await told(first))
  expect(await lines(used)).toEqual([['The link was already used', used]])

  const late = await home.given.addUser('Late', 'Link')
  const expired = await linkFor(late)
  home.clock.forward(days(3))
  expect(await told(expired)).toEqual(['link-spent', 'This link has expired. Ask for a new one'])
  expect(await lines(late)).toEqual([['The link has expired', late]])

  const asked = await home.given.addUser('Twice', 'Link')
  const [older, newer] = [await linkFor(asked), await linkFor(asked)]
  expect(await told(older)).toEqual(['link-spent', general])
  expect(await lines(asked)).toEqual([['The link was withdrawn or replaced by a newer one', asked]])
  const { session } = await open(newer)
  expect(await home.as(session ?? '').tell(registration.checkActivate, {})).toEqual({ active: false })

  const stopped = await home.given.addUser('Stopped', 'Link', { had_key: true, active_keys: 1 })
  const link = await linkFor(stopped)
  const { accessToken } = await home.given.session(owner)
  await home.as(accessToken).tell(bulkRuns.suspendOne, { id: stopped })
  expect(await told(link)).toEqual(['link-spent', general])
  expect(await lines(stopped)).toEqual([['The account is suspended or deactivated', stopped]])
})

test('a link shows its workspace and sender before it is opened, and then that it was used', async () => {
  const { owner } = home.given
  const id = await home.given.addUser('Looks', 'First')
  const { accessToken } = await home.given.session(owner)
  await home.as(accessToken).tell(users.sendVerify, { id })
  const mailed = await home.mailTo('looks.first@northgate.example')
  const link = new URL(mailed.link ?? '').searchParams.get('link') ?? ''
  const look = (text: string) => home.as(undefined).ask(registration.look, { link: text })
  const said = {
    purpose: 'activation',
    name: 'Looks First',
    workspaceName: 'Northgate Hospital',
    workspaceIcon: null,
    invitedBy: 'Ada Byron',
  }
  expect((await look(link)).body).toEqual(said)
  const { session } = await open(link)
  expect((await look(link)).body).toEqual(said)
  await activate(session ?? '')
  expect((await look(link)).body).toMatchObject({
    code: 'link-spent',
    message: 'This link was already used. Ask for a new one if you need it',
  })
  const fromNobody = await linkFor(await home.given.addUser('From', 'Nobody'))
  expect((await look(fromNobody)).body).toMatchObject({ invitedBy: null })
  expect((await look('x')).body).toMatchObject({ code: 'link-spent' })
})

test('a guess with only the ID of a link reveals nothing and adds no log entry', async () => {
  const user = await home.given.addUser('Guessed', 'Link')
  const link = Buffer.from(await linkFor(user), 'base64url')
  home.clock.forward(days(4))
  const guessed = Buffer.concat([link.subarray(0, 32), Buffer.alloc(32, 1)]).toString('base64url')
  const { body } = await home.as(undefined).ask(registration.verify, { link: guessed })
  expect(body['message']).toBe('This link has expired or was already used. Ask for a new one')
  const { accessToken } = await home.given.session(home.given.owner)
  expect((await home.as(accessToken).tell(activity.list, { user })).items).toEqual([])
})
