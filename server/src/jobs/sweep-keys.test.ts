import { oktaApplications } from '@claviger/contract/connect/api-applications'
import { applications } from '@claviger/contract/apps/applications'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { provisioning } from '@claviger/contract/directories/provisioning'
import { cardImport } from '@claviger/contract/keys/card-import'
import { computers } from '@claviger/contract/keys/computers'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { logStreams } from '@claviger/contract/oversight/log-streams'
import { saml } from '@claviger/contract/sso/saml'
import { afterAll, expect, test, vi } from 'vitest'
import { jar } from '#test/app/browser-jar.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { proveDomain } from '#test/api/proven.ts'
import { computersOf } from '#test/api/agents.ts'
import { ownCertificate } from '#test/emulators/own-certificate.ts'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { registerFingerReader } from '#test/api/finger-reader.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'
import { directories } from '#test/api/directories.ts'
import { noteAttempt } from '../features/apps/attempts/attempts.ts'
import { keysOfWorkspace } from '../features/tenancy/workspaces/workspaces.key.ts'
import { transact } from '../platform/db/transaction.ts'
import { sealTask } from '../features/people/addresses/addresses.secrets.ts'
import { type SealedSubject, sealer } from '../platform/secrets/seal.ts'
import { places } from './sweep-keys.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const login = await externalProvider({ here: 's3cret' })
afterAll(() => login.close())
const { as, given, world } = home
const { workspace } = given.owner
const PIN = '274936'
const people = [await given.addUser('Ann', 'One'), await given.addUser('Bea', 'Two')] as const
const cards = ['ACE001', 'ACE002'] as const
const owner = as((await given.session(given.owner)).accessToken)
const reader = as(await registerReader(home))
const fingers = await registerFingerReader(home)
const register = await computersOf(home)
const asPerson = async (id: string) => as((await given.session({ id, workspace })).accessToken)
const change = (text: string, values: unknown[]) => world.superPool.query(text, values)

const { send } = await scimConnection(home, 'Cards')

const made: { key: string; passkey: Uint8Array; password: string }[] = []
for (const [n, person] of people.entries()) {
  const cardId = cards[n] as string
  const key = await assignCard(home, person, cardId, PIN)
  const card = cardAt(reader, cardId)
  const token = await card.token(PIN, pinPermissions.make, 'example.org')
  const reply = await card.make({ token, extensions: { 'hmac-secret': true } })
  const { id: password } = await (
    await asPerson(person)
  ).tell(storedPasswords.ownCreate, { type: 0, username: 'corp\\x', password: `secret ${n}` })
  made.push({ key, passkey: readData(reply.body.get(2) as Uint8Array).id, password })
  const pc = await register(`WARD-${n}`)
  await owner.tell(computers.setAccount, { _id: pc.id, username: `NORTHGATE\\ward${n}`, password: 'Wr4d-One!' })
  const { id: provider } = await owner.tell(samlProviders.create, {
    name: `${n}`,
    entityId: 'https://idp.example.org',
    ssoUrl: 'https://idp.example.org/sso',
    certificates: ownCertificate('Provider').certificate,
  })
  await owner.tell(samlProviders.announceKey, { id: provider })
  await owner.tell(logStreams.create, { name: `${n}`, kind: 'syslog', address: 'logs.example.org' })
  const okta = { name: `Okta ${n}`, address: 'https://example.okta.com', secret: 'x' }
  await owner.tell(oktaApplications.create, okta)
  const app = { name: `App ${n}`, oidc: { redirectUris: ['https://app.example/'] } }
  const { id: application } = await owner.tell(applications.oidcCreate, app)
  await owner.tell(applications.newSecret, { id: application })
  await owner.tell(provisioning.save, { id: application, address: 'https://scim.example.org/v2', token: 'x' })
  await directories(home).add({ kind: 6, name: `LDAP ${n}`, secret: 'x' }, null)
  await transact(world, { actor: { kind: 'nobody' }, request: { id: '', ip: '', userAgent: '' }, workspace }, ctx =>
    noteAttempt(ctx, { application, protocol: 1, step: 'token', ok: true, facts: {} }),
  )
  const urn = 'urn:ietf:params:scim:schemas:extension:claviger:2.0:User'
  await send('POST', '/Users', {
    userName: `carded-${n}`,
    name: { familyName: 'C' },
    [urn]: { cardId: 'A1', cardPin: '2468' },
  })
  await owner.tell(selfServicePages.create, { page: `page-${n}`, name: `${n}` })
  await owner.tell(selfServicePages.makeSecret, { page: `page-${n}` })
  const { challenge } = await owner.tell(keyAssignment.add, { userId: person, type: 5, activation: 1 })
  await fingers.start(challenge as string)
  await fingers.scan(challenge as string)
}
await home.app.inject({ method: 'GET', url: '/oidc/northgate/jwks' })
await owner.tell(saml.announce)
const csv = `Card ID;Email\n${people.map((_, n) => `04C1000${n};card-${n}@northgate.example`).join('\n')}\n`
for (const n of people.keys()) await given.addUser('Pia', `Card ${n}`, { email: `card-${n}@northgate.example` })
const { id: cardFile, mapping } = await owner.tell(cardImport.upload, { csv, fileName: 'cards.csv' })
const stateOfFile = async () => (await owner.tell(cardImport.get, { id: cardFile })).state
await owner.tell(cardImport.map, { id: cardFile, mapping, cardFormat: 'hex', pins: 'show' })
await vi.waitUntil(async () => (await stateOfFile()) === 'reviewed', { timeout: 15_000 })
await owner.tell(cardImport.start, { id: cardFile })
await vi.waitUntil(async () => (await stateOfFile()) === 'done', { timeout: 15_000 })
await proveDomain(home, 'clinic.example')
const trusted = { name: 'Login', issuer: login.issuer, clientId: 'here', clientSecret: 's3cret', signOutThere: true }
const { id: loginId } = await owner.tell(oidcProviders.create, {
  ...trusted,
  people: { domains: ['clinic.example'], create: true },
})
await owner.tell(oidcProviders.active, { ids: [loginId], active: true })
for (const name of ['rosa', 'sven']) {
  login.person = { sub: name, email: `${name}@clinic.example`, email_verified: true }
  const browser = jar(home.app)
  const asked = await browser.go(`/login/sso?workspace=northgate&provider=${loginId}`)
  const code = (await browser.go(login.visit(asked.to))).to.split('code=')[1] ?? ''
  await browser.call(externalSignIn.complete.path, { code: decodeURIComponent(code) })
}
// PINs that wait for a workflow are sealed by a scheduled task
const waitingPin = `insert into user_secrets (workspace_id, person, field, value) values ($1, $2, 'attribute5', '2468')`
for (const person of people) await change(waitingPin, [workspace, person])
await sealTask.work(world, new AbortController().signal)

test.each(places.map((place, n) => [place.name, n] as const))(
  'sealed data opens only in its own row and for its owner: %s',
  async (_name, n) => {
    const { rows: keys } = await change('select sealed_key from workspaces where id = $1', [workspace])
    const by = sealer(keysOfWorkspace(world.sealer, workspace, (keys[0] as { sealed_key: Buffer }).sealed_key))
    const { rows } = await change(places[n]!.read, [workspace, ''])
    const [one, other] = rows as { about: SealedSubject; sealed: Buffer }[]
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(by.open(one!.sealed, one!.about).length).toBeGreaterThan(0)
    expect(() => by.open(one!.sealed, other!.about)).toThrow('belongs elsewhere')
    const [what, whose] = [one!.about.split(' of ')[0], one!.about.split(' of ')[1]]
    expect(whose).toMatch(/.{2,}/)
    expect(() => by.open(one!.sealed, `${what as `${string}:${string}:${string}`} of ${whose}x`)).toThrow(
      'belongs elsewhere',
    )
  },
)

test('a password moved to another row or given to another user cannot be read', async () => {
  const [own, others] = [made[0]!.password, made[1]!.password]
  const read = async (person: string, passwordId: string) =>
    (await asPerson(person)).ask(storedPasswords.reveal, { passwordId })
  const swap = `update stored_passwords a set sealed = b.sealed from stored_passwords b
    where a.id = any($1::uuid[]) and b.id = any($1::uuid[]) and a.id <> b.id`
  await change(swap, [[own, others]])
  expect(await read(people[0], own)).toMatchObject({ status: 500, body: { code: 'unexpected' } })
  await change(swap, [[own, others]])
  expect((await read(people[0], own)).body).toEqual({ password: 'secret 0' })
  await change('update stored_passwords set user_id = $2 where id = $1', [others, people[0]])
  expect(await read(people[0], others)).toMatchObject({ status: 500, body: { code: 'unexpected' } })
  await change('update stored_passwords set user_id = $2 where id = $1', [others, people[1]])
})

test('a passkey moved to another card does not sign, nor does a card given to another user', async () => {
  const signs = async (n: 0 | 1) => {
    const card = cardAt(reader, cards[n])
    const token = await card.token(PIN, pinPermissions.get, 'example.org')
    return (await card.get({ allow: [made[1]!.passkey], token })).status
  }
  expect(await signs(1)).toBe(0)
  const [mine, theirs] = [made[0]!.key, made[1]!.key]
  await change('update held_credentials set security_key_id = $2 where security_key_id = $1', [theirs, mine])
  await expect(signs(0)).rejects.toMatchObject({ status: 500 })
  await change('update held_credentials set security_key_id = $2 where credential_id = $1', [made[1]!.passkey, theirs])
  expect(await signs(1)).toBe(0)
  const give = 'update security_keys set user_id = $2, is_default = $3 where id = $1'
  await change(give, [theirs, people[0], false])
  await expect(signs(1)).rejects.toMatchObject({ status: 500 })
  await change(give, [theirs, people[1], true])
})
