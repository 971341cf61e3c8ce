import { applications } from '@claviger/contract/apps/applications'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { formOf, ownPair, serviceProviders } from '#test/emulators/service-provider.ts'

const home = await startTestApp()
const { as, given } = home
const { workspace } = given.owner
const by = async (person: { id: string; workspace: string }) => as((await given.session(person)).accessToken)
const owner = () => by(given.owner)
const serviceProvider = serviceProviders(home)
const byAttribute = (nameIdSource: string) => ({ nameIdFormat: 'unspecified', nameIdSource, allowIdpInitiated: true })
const person = (first: string, more: Record<string, unknown> = {}) => given.addUser(first, 'Identified', more)
const change = async (caller: { id: string; workspace: string }, id: string, more: object) => {
  const asCaller = await by(caller)
  const { userId, firstName, lastName, email } = await asCaller.tell(users.get, { id })
  return asCaller.ask(users.update, { id, userId, firstName, lastName, email, ...more })
}

const fillingProvider = async (attribute = 'attribute3') =>
  (await owner()).ask(samlProviders.create, {
    name: `Fills ${attribute}`,
    entityId: `https://idp.example/${attribute}`,
    ssoUrl: 'https://idp.example/sso',
    certificates: (await ownPair()).certificate,
    people: { toldBy: { [attribute]: 'number' }, update: true },
  })

describe('an attribute that an application identifies users by', () => {
  test('cannot be written by a role that does not manage applications, which signs in as no other user', async () => {
    const app = await serviceProvider(byAttribute('attribute1'))
    expect(await change(given.owner, given.owner.id, { scimAttribute1: 'E-1001' })).toMatchObject({ status: 200 })
    const manager = await person('Mallory')
    await testData(home).appoint(manager, workspaceRoles.userManagement)
    const asManager = { id: manager, workspace }
    for (const id of [manager, await person('Victim')])
      expect(await change(asManager, id, { scimAttribute1: 'E-1001' })).toMatchObject({
        status: 403,
        body: { code: 'identifier-guarded', fields: [{ field: 'scimAttribute1' }] },
      })
    const made = await (
      await by(asManager)
    ).ask(users.create, {
      userId: 'mallory.two',
      firstName: 'Mallory',
      lastName: 'Two',
      email: 'mallory.two@northgate.example',
      scimAttribute1: 'E-1001',
    })
    expect(made).toMatchObject({ status: 403, body: { code: 'identifier-guarded' } })
    const { key } = await addPasskey(home, (await given.session(given.owner)).accessToken)
    const own = browser(home)
    await own.signIn(key)
    const { text } = await own.get(`/saml/${workspace}/launch/${app.id}`)
    const xml = Buffer.from(formOf(text).fields['SAMLResponse'] ?? '', 'base64').toString()
    expect(xml).toContain('>E-1001<')
    const { key: theirs } = await addPasskey(home, (await given.session(asManager)).accessToken)
    const other = browser(home)
    await other.signIn(theirs)
    const launched = await other.get(`/saml/${workspace}/launch/${app.id}`)
    const answered = formOf(launched.text).fields['SAMLResponse'] ?? ''
    expect(Buffer.from(answered, 'base64').toString()).not.toContain('E-1001')
  })

  test('is guarded and unique when a persistent NameID uses it', async () => {
    const { id } = await serviceProvider({ nameIdFormat: 'persistent', persistentSource: 'attribute5' })
    const manager = await person('Persistent')
    await testData(home).appoint(manager, workspaceRoles.userManagement)
    const [one, two] = [await person('Entra'), await person('Federated')]
    expect(await change({ id: manager, workspace }, one, { scimAttribute5: 'MyIRAFVEd2aImaq7zN3u/w==' })).toMatchObject(
      {
        status: 403,
        body: { code: 'identifier-guarded' },
      },
    )
    expect(await change(given.owner, one, { scimAttribute5: 'P-1' })).toMatchObject({ status: 200 })
    expect(await change(given.owner, two, { scimAttribute5: 'p-1' })).toMatchObject({
      status: 409,
      body: { code: 'identifier-taken' },
    })
    await (await owner()).tell(applications.removeMany, { ids: [id] })
  })

  test('is unique in the workspace in any spelling, and former values stay reserved for their user', async () => {
    await serviceProvider(byAttribute('attribute2'))
    expect(await fillingProvider('attribute2')).toMatchObject({ status: 409, body: { code: 'identifier-unguarded' } })
    const [one, two] = [await person('First'), await person('Second')]
    expect(await change(given.owner, one, { scimAttribute2: 'Nr-7' })).toMatchObject({ status: 200 })
    expect(await change(given.owner, one, { scimAttribute2: 'Nr-8' })).toMatchObject({ status: 200 })
    for (const taken of ['nr-8', ' NR-8', 'Nr-7', 'Ｎr-7'])
      expect(await change(given.owner, two, { scimAttribute2: taken })).toMatchObject({
        status: 409,
        body: { code: 'identifier-taken' },
      })
    expect(await change(given.owner, one, { scimAttribute2: 'Nr-7' })).toMatchObject({ status: 200 })
    expect((await home.mailTo('first.identified@northgate.example')).subject).toContain('identifier')
  })

  test('is refused for an application while users share a value or an identity provider fills it', async () => {
    const settings = byAttribute('attribute3')
    const [one] = [
      await person('Twin', { scim_attribute_3: 'same' }),
      await person('Other', { scim_attribute_3: 'SAME' }),
    ]
    const saml = { entityId: 'https://shared.example', acs: [{ url: 'https://shared.example/acs' }], ...settings }
    const create = async () => (await owner()).ask(applications.samlCreate, { name: 'Shared', saml })
    const refused = await create()
    expect(refused).toMatchObject({ status: 409, body: { code: 'identifiers-shared' } })
    expect(JSON.stringify(refused.body)).toMatch(/Other Identified.*Twin Identified|Twin Identified.*Other Identified/)
    await change(given.owner, one, { scimAttribute3: 'another' })
    expect(await fillingProvider()).toMatchObject({ status: 200 })
    expect(await create()).toMatchObject({ status: 409, body: { code: 'identifier-unguarded' } })
  })

  test('is written by an import only if the importer manages applications', async () => {
    await serviceProvider({}, {}, [{ name: 'employeeNumber', source: 'attribute4', identifies: true }])
    const manager = await person('Importer')
    await testData(home).appoint(manager, workspaceRoles.userManagement)
    const csv =
      'User ID,First name,Last name,Email,Attribute 4\nimp.a,Imp,A,imp.a@northgate.example,X-1\nimp.b,Imp,B,imp.b@northgate.example,'
    const run = async (caller: { id: string; workspace: string }) => {
      const asCaller = await by(caller)
      const of = await asCaller.tell(userImport.upload, { csv })
      await asCaller.tell(userImport.map, { id: of.id, mapping: of.mapping })
      await expect.poll(async () => (await asCaller.tell(userImport.get, { id: of.id })).state).toBe('reviewed')
      await asCaller.tell(userImport.start, { id: of.id })
      await expect.poll(async () => (await asCaller.tell(userImport.get, { id: of.id })).state).toBe('done')
      return asCaller.tell(userImport.get, { id: of.id })
    }
    expect(await run({ id: manager, workspace })).toMatchObject({ created: 1, refused: 1 })
    expect(await run(given.owner)).toMatchObject({ created: 1 })
  })
})

test('a claim that identifies users cannot come from attributes that users share or edit', async () => {
  const oidc = { redirectUris: ['https://claims.example/cb'] }
  for (const row of [
    { name: 'preferred_username', source: 'fullName' },
    { name: 'badge', source: 'phone', identifies: true },
  ])
    expect(
      await (await owner()).ask(applications.oidcCreate, { name: 'Claims', oidc, mapping: [row] as never }),
    ).toMatchObject({ status: 422, body: { fields: [{ field: 'mapping.0.source' }] } })
})

describe('an attribute that identity providers use to find users', () => {
  const finding = async (attribute: string) =>
    (await owner()).ask(samlProviders.create, {
      name: `Finds by ${attribute}`,
      entityId: `https://idp.example/finds/${attribute}`,
      ssoUrl: 'https://idp.example/sso',
      certificates: (await ownPair()).certificate,
      people: { link: attribute, domains: ['northgate.example'], toldBy: { [attribute]: 'number' }, create: true },
    })

  test('is unique and guarded', async () => {
    const [one, two] = [
      await person('Found', { scim_attribute_5: 'F-1' }),
      await person('Doubled', { scim_attribute_5: 'f-1' }),
    ]
    expect(await finding('attribute5')).toMatchObject({ status: 409, body: { code: 'identifiers-shared' } })
    expect(await change(given.owner, two, { scimAttribute5: 'F-2' })).toMatchObject({ status: 200 })
    expect(await finding('attribute5')).toMatchObject({ status: 200 })
    const manager = await person('Moss')
    await testData(home).appoint(manager, workspaceRoles.userManagement)
    expect(await change({ id: manager, workspace }, two, { scimAttribute5: 'F-3' })).toMatchObject({
      status: 403,
      body: { code: 'identifier-guarded', fields: [{ field: 'scimAttribute5' }] },
    })
    expect(await change(given.owner, two, { scimAttribute5: 'F-1' })).toMatchObject({
      body: { code: 'identifier-taken' },
    })
    expect(await change(given.owner, one, { scimAttribute5: 'F-4' })).toMatchObject({ status: 200 })
    // What was F-1 stays this user's
    expect(await change(given.owner, two, { scimAttribute5: 'F-1' })).toMatchObject({
      body: { code: 'identifier-taken' },
    })
    // No other provider fills it
    expect(await fillingProvider('attribute5')).toMatchObject({ body: { code: 'identifier-unguarded' } })
  })
})
