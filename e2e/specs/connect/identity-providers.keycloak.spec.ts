import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { freePort } from '../../../server/test/emulators/apache.ts'
import { type ProviderStatement, requestIn, samlProvider } from '../../../server/test/emulators/saml-provider.ts'
import { newVisitor } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { apiCaller, newOwner, session, tokensOf, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

/** A realm of Keycloak, whose role mapper writes one `Attribute` for each role; a user without roles gets none. */
async function keycloak(person: { email: string }, roles: () => readonly string[]) {
  let ours = { entityId: '', acsUrl: '' }
  const idp = samlProvider(() => ours)
  const address = `http://127.0.0.1:${String(await freePort())}`
  const server = createServer((request, reply) => {
    const { id, relayState } = requestIn(`${address}${request.url ?? ''}`)
    const numbered = Object.fromEntries(roles().map((role, at) => [`Role#${String(at)}`, [role]]))
    const said: ProviderStatement = { attributes: { email: [person.email], ...numbered }, inResponseTo: id }
    const assertion = idp.assertion(said).replaceAll(/Name="Role#\d+"/g, 'Name="Role"')
    const response = Buffer.from(idp.response(said, idp.sign(assertion, 'Assertion'))).toString('base64')
    reply.setHeader('content-type', 'text/html')
    reply.end(
      `<form method="post" action="${ours.acsUrl}"><input name="SAMLResponse" value="${response}">` +
        `<input name="RelayState" value="${relayState}"><button>Log in</button></form>`,
    )
  }).listen(Number(new URL(address).port), '127.0.0.1')
  closeAfterTest(() => server.close())
  return { metadata: idp.metadata(`${address}/sso`), knows: (sp: typeof ours) => (ours = sp) }
}

test('a user of Keycloak keeps all roles and groups, which come as one attribute each', async () => {
  const { page, workspace } = await newOwner(product)
  const ask = apiCaller(product, await tokensOf(page))
  const domain = `${unique('clinic')}.example`
  const root = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', root)
  const above = apiCaller(product, await session(product, root))
  const { id: here } = (await ask('GET', '/users')).body['workspace'] as { id: string }
  const added = await above('POST', `/superAdmin/workspaces/${here}/trustDomains`, { domain })
  await above('PUT', '/superAdmin/trustDomains', { id: added.body['id'], status: 1 })
  const group = String((await ask('POST', '/administrator/groups', { name: 'Wards' })).body['id'])

  const person = { email: `nora@${domain}` }
  let roles = ['offline_access', 'helpdesk', 'wards']
  const realm = await keycloak(person, () => roles)
  const made = await ask('POST', '/api/sso/saml/idp', {
    name: 'Keycloak',
    metadata: realm.metadata,
    people: {
      domains: [domain],
      create: true,
      update: true,
      toldBy: { email: 'email', groups: 'Role' },
      groups: [{ value: 'wards', group }],
      roles: [{ value: 'helpdesk', role: 5 }],
    },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  realm.knows(made.body['ours'] as { entityId: string; acsUrl: string })
  await ask('PUT', '/api/sso/saml/idp/active', { ids: [made.body['id']], active: true })

  const signIn = async () => {
    const { page: theirs } = await newVisitor()
    await theirs.goto(`${product.address}/auth/sign-in?workspace=${workspace.slug}`)
    await theirs.getByRole('link', { name: 'Keycloak' }).click()
    await theirs.getByRole('button', { name: 'Log in' }).click()
    await theirs.waitForURL('**/dashboard**')
    await theirs.close()
  }
  const inWards = async () => JSON.stringify((await ask('GET', `/administrator/groups/${group}/users`)).body)
  const roleOf = async () => {
    const { body } = await ask('GET', '/administrator/workspace/administrators')
    return JSON.stringify(body)
  }
  await signIn()
  expect(await inWards()).toContain(person.email)
  expect(await roleOf()).toContain(person.email)
  await signIn()
  expect(await inWards()).toContain(person.email)
  expect(await roleOf()).toContain(person.email)
  // Nothing is removed because an assertion has no such attribute
  roles = []
  await signIn()
  expect(await inWards()).toContain(person.email)
  expect(await roleOf()).toContain(person.email)
  roles = ['offline_access', 'helpdesk']
  await signIn()
  expect(await inWards()).not.toContain(person.email)
  expect(await roleOf()).toContain(person.email)
})
