// Each event that ends access must also end the access of programs and unfinished sign-ins. One-time permissions, such as
// delegations, never return. Configuration, such as API keys and registered computers, is refused while the permission
// is missing and works again afterwards, so that a thousand computers do not have to be registered again.
import { approvals } from '@claviger/contract/access/approvals'
import { delegations } from '@claviger/contract/access/delegations'
import { registration } from '@claviger/contract/access/registration'
import { signIn } from '@claviger/contract/access/sign-in'
import { account } from '@claviger/contract/access/account'
import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { connections } from '@claviger/contract/directories/connections'
import { scim } from '@claviger/contract/directories/scim'
import { agents } from '@claviger/contract/keys/agents'
import { computers } from '@claviger/contract/keys/computers'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { users } from '@claviger/contract/people/users'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { afterEach, describe, expect, test } from 'vitest'
import { makeLink } from '../../src/features/people/account-links/account-links.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import { computersOf, signInAt } from '../api/agents.ts'
import { softwareKey } from '../api/authenticator.ts'
import { testData } from '../api/test-data.ts'
import { startTestApp } from '../app/test-app.ts'
import { addPasskey, origin } from '../api/passkeys.ts'
import { answerWith, withPhone } from '../api/phones.ts'
import { putPolicies } from '../api/policies.ts'
import { scimConnection } from '../emulators/scim-client.ts'

const home = await startTestApp()
const { as, given, world } = home
const { activate, activateKey, appoint, deactivate, dismiss, owner, suspend, suspendKey } = testData(home)
const nobody = as(undefined)
const { workspace: here } = given.owner
const setStatus = (status: number) =>
  world.superPool.query('update workspaces set status = $2 where id = $1', [here, status])
const sessionOf = async (id: string) => as((await given.session({ id, workspace: here })).accessToken)
afterEach(async () => {
  await putPolicies(home, [])
  await setStatus(workspaceStatus.active)
})

let count = 0
/** A user with an active key; owners can suspend only such users. */
async function addUser(first: string): Promise<{ id: string; email: string }> {
  const last = `Number${++count}`
  const id = await given.addUser(first, last)
  await given.addActiveKeys([id])
  return { id, email: `${first}.${last}@northgate.example`.toLowerCase() }
}
const disable = () => setStatus(workspaceStatus.disabled)
const enable = () => setStatus(workspaceStatus.active)

type Events<T> = Record<string, readonly [done: (one: T) => Promise<unknown>, undone: (one: T) => Promise<unknown>]>

interface Delegated {
  user: string
  administrator: string
}
const ofDelegation: Events<Delegated> = {
  'the user is suspended': [one => suspend(one.user), one => activate(one.user)],
  'the user is deactivated': [one => deactivate(one.user), one => activate(one.user)],
  'the administrator is suspended': [one => suspend(one.administrator), one => activate(one.administrator)],
  'the role of the administrator is removed': [one => dismiss(one.administrator), one => appoint(one.administrator, 3)],
  'the workspace is disabled': [disable, enable],
}

describe.each(Object.entries(ofDelegation))('when %s', (_event, [done, undone]) => {
  test.each(['fetched', 'not fetched yet'])(
    'a tool whose delegation was %s can no longer act for the user',
    async when => {
      const [user, administrator] = [(await addUser('Delegated')).id, (await addUser('Allowing')).id]
      await appoint(administrator, 3)
      const asked = { tool: 'Provisioner', version: '1', purpose: 'on-behalf-registration', device: 'PC-1' } as const
      const { request, deviceCode } = await nobody.tell(delegations.ask, asked)
      await (await sessionOf(administrator)).tell(delegations.decide, { request, allow: true, user })
      const poll = async () => (await nobody.tell(delegations.poll, { deviceCode })).token
      const token = when === 'fetched' ? await poll() : undefined
      const acts = async () =>
        (await nobody.ask(delegations.registerKey, { token: token ?? (await poll()) ?? 'nothing' })).status
      await done({ user, administrator })
      expect(await acts()).toBe(401)
      await undone({ user, administrator })
      expect(await acts()).toBe(401)
    },
  )
})

interface Approved {
  user: string
  key: string
}
const ofApproval: Events<Approved> = {
  'the user is suspended': [one => suspend(one.user), one => activate(one.user)],
  'the key is suspended': [one => suspendKey(one.key), one => activateKey(one.key)],
  'the key is deleted': [
    async one => (await owner()).tell(keyActCalls.removeOne, { id: one.key }),
    () => Promise.resolve(),
  ],
}

test.each(Object.entries(ofApproval))('when %s, an approval by a phone opens nothing', async (_e, [done, undone]) => {
  const { user, key, phone, email } = await withPhone(home, `Approval${++count}`)
  const asked = await nobody.tell(approvals.begin, { email })
  await answerWith(home, asked.link, phone, () => asked.number)
  await done({ user, key })
  await undone({ user, key })
  expect(await as(asked.session).ask(approvals.finish)).toMatchObject({
    status: 401,
    body: { code: 'challenge-refused' },
  })
})

test.each(Object.entries(ofApproval).slice(0, 2))(
  'when %s, a request that waits for a phone cannot be approved',
  async (_e, [done]) => {
    const { user, key, phone, email } = await withPhone(home, `Waiting${++count}`)
    const asked = await nobody.tell(approvals.begin, { email })
    await done({ user, key })
    expect((await answerWith(home, asked.link, phone, () => asked.number)).status).toBeGreaterThanOrEqual(400)
  },
)

const ofLink: Events<string> = {
  'the user is suspended': [suspend, activate],
  'the user is deactivated': [deactivate, activate],
}
test.each(Object.entries(ofLink))(
  'when %s, an emailed link creates no passkey, then or later',
  async (_e, [done, undone]) => {
    const { id: user } = await addUser('Linked')
    const from = {
      actor: { kind: 'nobody' },
      request: { id: 'test', ip: '127.0.0.1', userAgent: '' },
      workspace: here,
    } as const
    const address = await transact(world, from, ctx => makeLink(ctx, { user, purpose: 'recovery', lastsDays: 3 }))
    const link = new URL(address).searchParams.get('link') ?? ''
    const opens = async () => (await nobody.ask(registration.verify, { link })).status
    await done(user)
    expect(await opens()).toBeGreaterThanOrEqual(400)
    await undone(user)
    expect(await opens()).toBeGreaterThanOrEqual(400)
  },
)

test.each([
  [
    'changed',
    async (id: string) => (await sessionOf(id)).tell(account.changePassword, { password: 'another horse battery' }),
  ],
  ['followed by a suspension', async (id: string) => suspend(id).then(() => activate(id))],
])('a password entered before it was %s opens nothing afterwards', async (_what, change) => {
  const { id, email } = await addUser('Proved')
  const { workspace: elsewhere } = given.ownerElsewhere
  const second = await given.addUserIn(elsewhere, 'Proved', `Again${count}`, { email })
  for (const person of [
    { id, workspace: here },
    { id: second, workspace: elsewhere },
  ])
    await as((await given.session(person)).accessToken).tell(account.changePassword, {
      password: 'correct horse battery',
    })
  const { session } = await nobody.tell(signIn.emailInitial, { email })
  const choice = await as(session).ask(signIn.emailLogin, { pin: 'correct horse battery' })
  expect(choice.body).not.toHaveProperty('accessToken')
  await change(id)
  expect(await as(session).ask(signIn.emailLogin, { userId: id, workspaceId: here })).toMatchObject({ status: 401 })
  // Other accounts with this email stay verified
  expect(await as(session).ask(signIn.emailLogin, { userId: second, workspaceId: elsewhere })).toMatchObject({
    status: 200,
  })
})

const ofApiKey: Events<{ keeper: string; key: string }> = {
  'its responsible administrator is suspended': [one => suspend(one.keeper), one => activate(one.keeper)],
  'the role of its responsible administrator is removed': [one => dismiss(one.keeper), one => appoint(one.keeper, 2)],
  'it is deleted': [async one => (await owner()).tell(apiKeys.remove, { id: one.key }), () => Promise.resolve()],
  'the workspace is disabled': [disable, enable],
}
test.each(Object.entries(ofApiKey))('an API key is refused when %s', async (_event, [done, undone]) => {
  const { id: keeper } = await addUser('Keeper')
  await appoint(keeper, 2)
  const made = await (await sessionOf(keeper)).tell(apiKeys.create, { name: 'Key', type: keyTypes.admin, expiry: 0 })
  const works = async () => (await as(made.value).ask(users.list, {})).status
  expect(await works()).toBe(200)
  await done({ keeper, key: made.key.id })
  expect(await works()).toBeGreaterThanOrEqual(401)
  await undone({ keeper, key: made.key.id })
})

const ofScim: Events<string> = {
  'its connection is turned off': [
    async id => (await owner()).tell(connections.update, { id, active: false }),
    async id => (await owner()).tell(connections.update, { id, active: true }),
  ],
  'the workspace is disabled': [disable, enable],
  'its connection is deleted': [async id => (await owner()).tell(scim.remove, { id }), () => Promise.resolve()],
}
test.each(Object.entries(ofScim))('a SCIM token is refused when %s', async (_event, [done, undone]) => {
  const { id, send } = await scimConnection(home, `Directory ${++count}`)
  const works = async () => (await send('GET', '/Users')).status
  expect(await works()).toBe(200)
  await done(id)
  expect(await works()).toBeGreaterThanOrEqual(401)
  await undone(id)
})

interface AtComputer {
  user: string
  key: string
  computer: string
}
const ofComputer: Events<AtComputer> = {
  'the user is suspended': [one => suspend(one.user), one => activate(one.user)],
  'the key is suspended': [one => suspendKey(one.key), one => activateKey(one.key)],
  'the computer is removed': [
    async one => (await owner()).tell(computers.removeMany, { ids: [one.computer] }),
    () => Promise.resolve(),
  ],
  'an access policy blocks the user': [
    one => putPolicies(home, [{ name: 'Block', users: [one.user] }]),
    () => putPolicies(home, []),
  ],
  'the workspace is disabled': [disable, enable],
}
const register = await computersOf(home)
test.each(Object.entries(ofComputer))(
  'a computer releases no stored password when %s',
  async (_event, [done, undone]) => {
    const { id: user } = await addUser('Desk')
    const own = await sessionOf(user)
    const { key, passkey } = await addPasskey(
      home,
      (await given.session({ id: user, workspace: here })).accessToken,
      softwareKey({ origin }),
    )
    await own.tell(storedPasswords.ownCreate, { type: 0, username: 'NORTHGATE\\desk', password: 'Wr4d-One!' })
    const { rows } = await world.superPool.query<{ id: string }>(
      'select security_key_id as id from credentials where id = $1',
      [passkey.id],
    )
    const computer = await register(`DESK-${++count}`)
    expect(JSON.stringify((await signInAt(home, computer, key)).body)).toContain('Wr4d-One!')
    const about = { user, key: rows[0]?.id ?? '', computer: computer.id }
    // An old challenge must be refused like a new one
    const challenge = await as(computer.token).tell(agents.challenge)
    expect(challenge.session).toBeTruthy()
    await done(about)
    const { status, body } = await as(computer.token)
      .ask(agents.challenge)
      .then(async asked => (asked.status === 200 ? signInAt(home, computer, key) : asked))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(body)).not.toContain('Wr4d-One!')
    await undone(about)
  },
)
