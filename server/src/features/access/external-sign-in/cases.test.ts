import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { jar } from '#test/app/browser-jar.ts'
import { testData } from '#test/api/test-data.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'
import { proveDomain } from '#test/api/proven.ts'
import { requestIn, type ProviderStatement, samlProvider } from '#test/emulators/saml-provider.ts'

const home = await startTestApp(loopback)
const { app, as, given } = home
const provider = await externalProvider({ here: 's3cret' })
afterAll(() => provider.close())
afterEach(() => {
  provider.wrongly = {}
  provider.userInfo = undefined
})
const owner = as((await given.session(given.owner)).accessToken)
await proveDomain(home, 'clinic.example')
const group = await testData(home).addGroup('Wards')
const people = {
  domains: ['clinic.example'],
  link: 'email',
  create: true,
  update: false,
  groups: [{ value: 'wards', group }],
  roles: [{ value: 'helpdesk', role: workspaceRoles.readOnly }],
}
const made = await owner.tell(oidcProviders.create, {
  name: 'Login',
  issuer: provider.issuer,
  clientId: 'here',
  clientSecret: 's3cret',
  people: { ...people, update: true } as never,
})
await owner.tell(oidcProviders.active, { ids: [made.id], active: true })

let count = 0
const newPerson = () => {
  const sub = `case-${++count}`
  return { sub, email: `${sub}@clinic.example`, given_name: 'Case', family_name: String(count) }
}

async function through(person: { sub: string }) {
  provider.person = person
  const browser = jar(app)
  const at = `/login/sso?workspace=northgate&provider=${made.id}&response_type=code&scope=openid`
  const back = await browser.go(provider.visit((await browser.go(at)).to))
  const code = new URLSearchParams(back.to.split('#')[1] ?? '').get('code')
  if (code === null) return { failed: new URL(back.to, 'http://x').searchParams.get('failed'), body: undefined }
  return { failed: null, body: (await browser.call(externalSignIn.complete.path, { code })).body }
}

async function holdings(email: string) {
  const { items } = await owner.tell(groups.members, { groupId: group, pageSize: 100 })
  const all = await owner.tell(administrators.list, { pageSize: 100 })
  return {
    inGroup: items.some(one => one.email === email),
    hasRole: JSON.stringify(all).includes(email),
  }
}
const lastActions = async () => (await owner.tell(activity.list, { pageSize: 5 })).items

describe('groups that the provider does not send', () => {
  test.each([
    ['are missing', {}],
    ['exceed the size of an Entra ID token', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }],
    ['are null', { groups: null }],
  ])('change no group and no role: they %s', async (_what, claims) => {
    const person = { ...newPerson(), email_verified: true }
    await through({ ...person, groups: ['wards', 'helpdesk'] } as never)
    const before = await holdings(person.email)
    expect(before.inGroup).toBe(true)
    expect((await through({ ...person, ...claims })).body).toHaveProperty('accessToken')
    expect(await holdings(person.email)).toEqual(before)
    expect(await lastActions()).toContainEqual(expect.objectContaining({ action: 'external.groups-not-stated' }))
  })

  test('differ from an empty list, which ends memberships', async () => {
    const person = { ...newPerson(), email_verified: true }
    await through({ ...person, groups: ['wards'] } as never)
    await through({ ...person, groups: [] } as never)
    expect(await holdings(person.email)).toMatchObject({ inGroup: false })
  })
})

describe('the verification of an email address', () => {
  test('is also accepted as a string', async () => {
    expect((await through({ ...newPerson(), email_verified: 'true' } as never)).body).toHaveProperty('accessToken')
    expect((await through({ ...newPerson(), email_verified: 'false' } as never)).body).toHaveProperty('confirm')
  })

  test('is read from UserInfo if the ID token does not state it', async () => {
    const person = newPerson()
    provider.userInfo = { ...person, email_verified: true }
    expect((await through({ sub: person.sub, email: person.email } as never)).body).toHaveProperty('accessToken')
  })

  test('is noted in the log if the provider does not state it', async () => {
    const { sub, email } = newPerson()
    const noted = async () =>
      (await lastActions()).some(
        one => one.action === 'external.email-not-stated' && JSON.stringify(one.after).includes(email),
      )
    expect((await through({ sub, email, email_verified: false } as never)).body).toHaveProperty('confirm')
    expect(await noted()).toBe(false)
    expect((await through({ sub, email } as never)).body).toHaveProperty('confirm')
    expect(await noted()).toBe(true)
  })

  test('from UserInfo does not apply to a different email address', async () => {
    const person = newPerson()
    provider.userInfo = { sub: person.sub, email: 'other@clinic.example', email_verified: true }
    expect((await through({ sub: person.sub, email: person.email } as never)).body).toHaveProperty('confirm')
  })
})

test.each([{ refresh_token: '' }, { refresh_token: null }, { scope: null }, { expires_in: null }])(
  'accepts a token response with an empty or null member: %j',
  async tokens => {
    provider.wrongly = { tokens }
    expect((await through({ ...newPerson(), email_verified: true } as never)).failed).toBeNull()
  },
)

test('reads every group from a SAML provider that sends one attribute for each group', async () => {
  let ours = { entityId: '', acsUrl: '' }
  const idp = samlProvider(() => ours)
  const saml = await owner.tell(samlProviders.create, {
    name: 'Keycloak',
    metadata: idp.metadata('https://idp.clinic.example/sso'),
    people: { ...people, toldBy: { email: 'email', groups: 'Role' } } as never,
  })
  ours = saml.ours
  await owner.tell(samlProviders.active, { ids: [saml.id], active: true })
  const browser = jar(app)
  const { to } = await browser.go(`/login/sso?workspace=northgate&provider=${saml.id}&redirectUrl=/dashboard/users`)
  const said: ProviderStatement = {
    attributes: { email: ['kc@clinic.example'], Role: ['offline_access'], Role2: ['wards'] },
    inResponseTo: requestIn(to).id,
  }
  const assertion = idp.assertion(said).replace('Name="Role2"', 'Name="Role"')
  const answer = Buffer.from(idp.response(said, idp.sign(assertion, 'Assertion'))).toString('base64')
  const back = await browser.post(new URL(saml.ours.acsUrl).pathname, { SAMLResponse: answer })
  const code = new URLSearchParams(back.to.split('#')[1] ?? '').get('code')
  expect((await browser.call(externalSignIn.complete.path, { code })).body).toHaveProperty('redirectUrl')
  expect(await holdings('kc@clinic.example')).toMatchObject({ inGroup: true })
})
