// Tries every entrance in every status of a workspace and compares the result with the table.
import { supportAccess } from '@claviger/contract/access/support-access'
import { account } from '@claviger/contract/access/account'
import { delegations } from '@claviger/contract/access/delegations'
import { selfService } from '@claviger/contract/access/self-service'
import { applications } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { workflows } from '@claviger/contract/automation/workflows'
import { apiKeys } from '@claviger/contract/connect/api-keys'
import { syncs } from '@claviger/contract/directories/syncs'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { agents } from '@claviger/contract/keys/agents'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { addresses } from '@claviger/contract/people/addresses'
import { userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { afterAll, expect, test } from 'vitest'
import { workflowTask } from '../../src/features/automation/workflows/workflows.jobs.ts'
import { provisionDue } from '../../src/features/directories/provisioning/delivery/due-delivery.ts'
import { type Entrance, entrances, mayEnter, verdicts } from '../../src/platform/entrance/entrance.ts'
import { computersOf } from '../api/agents.ts'
import { browser } from '../app/browser.ts'
import { addPage } from '../api/card-page.ts'
import { directories } from '../api/directories.ts'
import { fakePerson, fakeSource } from '../emulators/fake-source.ts'
import { startTestApp } from '../app/test-app.ts'
import { addClient, origin } from '../emulators/oidc-client.ts'
import { addPasskey } from '../api/passkeys.ts'
import { provisionTarget } from '../api/provisioned.ts'
import { COMPUTER, registerReader } from '../api/reader.ts'
import { scimConnection } from '../emulators/scim-client.ts'
import { scimProvider } from '../emulators/scim-provider.ts'
import { serviceProviders } from '../emulators/service-provider.ts'
import { loopback } from '../app/loopback.ts'

const home = await startTestApp(loopback)
const { app, as, clock, given, mailTo, world } = home
const { workspace } = given.owner
const owner = as(given.owner.accessToken)
const there = await scimProvider()
afterAll(() => there.close())

const { value: apiKey } = await owner.tell(apiKeys.create, { name: 'Status', type: 0 })
const { key } = await addPasskey(home, given.user.accessToken)
const { key: ownersKey } = await addPasskey(home, given.owner.accessToken)
const holder = await given.addUser('Key', 'Holder')
const { link } = await owner.tell(keyAssignment.add, { userId: holder, type: 3, activation: 1 })
const mover = await given.addUser('Mailbox', 'Mover')
await given.addActiveKeys([mover])
const moverRow = await owner.tell(users.get, { id: mover })
await owner.tell(users.update, {
  id: mover,
  userId: moverRow.userId,
  firstName: moverRow.firstName,
  lastName: moverRow.lastName,
  email: 'mover@elsewhere.example',
})
const answerLink = new URL((await mailTo(moverRow.email ?? '')).link ?? '').searchParams.get('link') ?? ''
const page = await addPage(home)
const reader = as(await registerReader(home))
const agent = as((await (await computersOf(home))('PC-1')).token)
const { sessionId } = await owner.tell(attendance.create, {
  title: 'Drill',
  startsAt: clock.now().toISOString(),
  endsAt: new Date(clock.now().getTime() + 86_400_000).toISOString(),
  open: true,
})
const { code: kioskLink } = await owner.tell(attendanceKiosk.link, { sessionId, name: 'Door' })
const { token: kioskToken } = await as(kioskLink).tell(attendanceKiosk.open, {})
const asked = await as(undefined).tell(delegations.ask, {
  tool: 'Provisioner',
  version: '1',
  purpose: 'on-behalf-registration',
  device: 'PC-1',
})
await owner.tell(delegations.decide, { request: asked.request, allow: true, user: holder })
const { token: toolToken } = await as(undefined).tell(delegations.poll, { deviceCode: asked.deviceCode })
const [delegation] = (await world.superPool.query('select to_jsonb(d) as row from delegations d')).rows as object[]
/** Restores the delegation: disabling the workspace ends it, and without it the tool would be refused in any status. */
const putDelegationBack = () =>
  world.superPool.query(
    'insert into delegations select * from jsonb_populate_record(null::delegations, $1) on conflict do nothing',
    [(delegation as { row: object }).row],
  )
const { send } = await scimConnection(home, 'SCIM')
const service = await addClient(home, 'Service', {
  kind: 'service',
  redirectUris: [],
  grantTypes: ['client_credentials'],
  audience: 'https://api.example',
})
const saml = await serviceProviders(home)({ allowIdpInitiated: true })
const proxy = await owner.tell(catalogue.make, {
  preset: 'nginx',
  name: 'Wiki',
  values: { address: 'https://wiki.example' },
})
await owner.tell(applications.assign, { id: proxy.application.id, everyone: true, groups: [], units: [], users: [] })
const second = await owner.tell(catalogue.make, {
  preset: 'entra-second-factor',
  values: { tenant: '7f3c0d1e-52a4-4b0c-9d0e-0a1b2c3d4e5f', application: '11c0ffee-52a4-4b0c-9d0e-0a1b2c3d4e5f' },
})
const ldap = fakeSource(6)
ldap.people.set('one', fakePerson('one'))
const connection = await directories(home).add({ kind: 6, name: 'LDAP' })
const workflow = await owner.tell(workflows.create, {
  name: 'Cards',
  type: 2,
  trigger: 'schedule',
  scheduleInterval: 1,
  hour: 3,
  minute: 0,
  settings: { by: 'mail' },
})
await provisionTarget(home, there).on({ everyone: true })
await provisionDue(world)

const statusAt = async (url: string, form?: Record<string, string>) =>
  (form ? await browser(home).post(url, form) : await browser(home).get(url)).status
const succeeds = (work: Promise<unknown>) => work.then(() => true).catch(() => false)
const freshOwner = async () => as((await given.session(given.owner)).accessToken)
const supporter = as((await given.session(given.superAdmin)).accessToken)
const ticket = { id: workspace, reason: 'Ticket 4711', minutes: 60 }
const { id: access } = await supporter.tell(supportAccess.request, ticket)
await (await freshOwner()).tell(supportAccess.answer, { id: access, answer: 'accept' })
const support = await supporter.tell(supportAccess.open, { id: workspace, access })
let count = 0

/** Enters as a user who isn't an owner, or as an owner for tasks of owners. Returns whether access was allowed. */
const probes: Record<Entrance, () => Promise<boolean>> = {
  user: async () => (await as((await given.session(given.user)).accessToken).ask(account.self)).status === 200,
  'api-key': async () => (await as(apiKey).ask(users.list)).status === 200,
  support: async () => (await as(support.accessToken).ask(users.list)).status === 200,
  'sign-in': () => succeeds(browser(home).signIn(key)),
  'key-link': async () => {
    const text = new URL(link ?? '').searchParams.get('link') ?? ''
    return (await as(undefined).ask(keyActivation.open, { link: text })).status === 200
  },
  'answer-link': async () => (await as(undefined).ask(addresses.open, { link: answerLink })).status === 200,
  'card-page': async () => {
    const { session } = await as(undefined).tell(selfService.challenge, {})
    return (await as(session).ask(selfService.config, { id: page })).status === 200
  },
  reader: async () =>
    (await reader.ask(accessKeys.status, { cardId: '04A1B2C3', format: 'hex', computerId: COMPUTER })).status === 200,
  agent: async () => (await agent.ask(agents.challenge)).status === 200,
  attendance: async () => (await as(kioskToken).ask(attendanceKiosk.state)).status === 200,
  async tool() {
    await putDelegationBack()
    return (await as(undefined).ask(delegations.registerKey, { token: toolToken ?? '' })).status === 200
  },
  scim: async () => (await send('GET', '/Users')).status === 200,
  async oidc() {
    const basic = Buffer.from(`${service.clientId}:${service.clientSecret}`).toString('base64')
    const answer = await app.inject({
      method: 'POST',
      url: '/oidc/northgate/token',
      headers: {
        host: new URL(origin).host,
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'grant_type=client_credentials',
    })
    return answer.statusCode === 200
  },
  saml: async () => (await statusAt(`/saml/${workspace}/launch/${saml.id}`)) === 303,
  'saml-published': async () => (await statusAt(`/saml/${workspace}/metadata`)) === 200,
  async 'forward-auth'() {
    const query = new URLSearchParams({
      host: 'wiki.example',
      browser: Buffer.alloc(32, 1).toString('base64url'),
      to: '/',
    })
    const got = await browser(home).get(`/forward-auth/${workspace}/${proxy.application.id}/enter?${query.toString()}`)
    return got.location?.includes('/auth/sign-in') === true
  },
  // The request has no login hint; the error page names that only if the application is known
  'second-factor': async () =>
    (await statusAt('/oidc/northgate/authorize', { client_id: second.application.clientId ?? '' })) === 400,
  async 'directory-run'() {
    const { id } = await (await freshOwner()).tell(syncs.begin, { type: 6, connection: connection.id, dry: true })
    const ended = async () => (await (await freshOwner()).tell(syncs.get, { id })).finishedAt !== null
    await expect.poll(ended, { timeout: 10_000 }).toBe(true)
    return (await (await freshOwner()).tell(syncs.get, { id })).state === 'done'
  },
  async workflow() {
    const runs = async () => (await (await freshOwner()).tell(workflows.logs, { id: workflow.id })).total
    const before = await runs()
    await world.superPool.query('update workflows set next_run_at = $2 where id = $1', [workflow.id, clock.now()])
    await workflowTask.work(world, new AbortController().signal)
    return (await runs()) > before
  },
  async provisioning() {
    const before = there.users.size
    await given.addUser('Newcomer', `${++count}`)
    await provisionDue(world)
    return there.users.size > before
  },
  async 'long-work'() {
    const admin = await freshOwner()
    const csv = `userId,firstName,lastName,email\nfile-${++count},From,File,file-${count}@northgate.example`
    const { id, mapping } = await admin.tell(userImport.upload, { csv })
    const reaches = (state: string) =>
      expect.poll(async () => (await admin.tell(userImport.get, { id })).state, { timeout: 10_000 }).toBe(state)
    await admin.tell(userImport.map, { id, mapping })
    await reaches('reviewed')
    await admin.tell(userImport.start, { id })
    await reaches('done')
    return true
  },
}

const statuses = Object.entries(workspaceStatus).toSorted(([, a], [, b]) => (a === 0 ? 1 : b === 0 ? -1 : a - b))
const setStatus = (status: number) =>
  world.superPool.query('update workspaces set status = $2 where id = $1 and status <> $2', [workspace, status])

test.each(statuses.flatMap(([name, status]) => entrances.map(entrance => [name, entrance, status] as const)))(
  'a workspace that is %s opens or refuses the entrance %s as specified',
  async (_name, entrance, status) => {
    await setStatus(status)
    expect(await probes[entrance]()).toBe(verdicts[status]?.[entrance] === 'allowed')
  },
)

test('owners of a disabled workspace can sign in and use the API', async () => {
  await setStatus(workspaceStatus.disabled)
  const { accessToken } = await browser(home).signIn(ownersKey)
  expect((await as(accessToken).ask(users.list)).status).toBe(200)
})

test.each(entrances)('closes %s for a status that is unknown to this version', entrance => {
  expect([mayEnter(entrance, 7, { owner: true }), mayEnter(entrance, undefined)]).toEqual([false, false])
})
