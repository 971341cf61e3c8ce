import { applications } from '@claviger/contract/apps/applications'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { runBetween } from '#test/app/interleave.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { collectStatements } from '#test/app/sent-statements.ts'
import { formOf, serviceProviders } from '#test/emulators/service-provider.ts'

const home = await startTestApp()
const { given, world } = home
const { key } = await addPasskey(home, given.user.accessToken)
const application = serviceProviders(home)
const base = `/saml/${given.user.workspace}`

async function signedIn() {
  const one = browser(home)
  await one.signIn(key)
  return one
}
const one = await signedIn()
const app = await application({ allowIdpInitiated: true }, {}, [{ name: 'groups', source: 'groups' }])
const ask = () => app.sp.getAuthorizeUrlAsync('', undefined, {})
const launch = () => one.get(`${base}/launch/${app.id}`)
await launch()
await one.get(await ask())
const kinds = (texts: readonly string[]) => texts.map(text => text.trim().split(/[\s;]/)[0])

const written = async () => {
  const { rows } = await world.superPool.query<Record<string, number>>(
    `select (select count(*)::int from activities where action = 'application.opened' and status = 1) as lines,
       (select count(*)::int from application_attempts where application_id = $1) as attempts,
       (select coalesce(sum(uses), 0)::int from application_days where application_id = $1) as uses,
       (select count(*)::int from saml_sessions where application_id = $1) as sessions`,
    [app.id],
  )
  return rows[0]
}

const copied = async () => (await world.superPool.query('select from session_cache')).rows.length

test('an answer takes two statements: one reads all its conditions, one writes all its results', async () => {
  const before = await written()
  expect(kinds(await collectStatements(launch))).toEqual(['select', 'with'])
  const url = await ask()
  expect(kinds(await collectStatements(() => one.get(url)))).toEqual(['select', 'with'])
  expect(await written()).toEqual({
    lines: (before?.['lines'] ?? 0) + 2,
    attempts: (before?.['attempts'] ?? 0) + 2,
    uses: (before?.['uses'] ?? 0) + 2,
    sessions: before?.['sessions'],
  })
})

test('a request from a form is first stored in one transaction', async () => {
  const byForm = await application({}, { skipRequestCompression: true })
  const { fields } = formOf(await byForm.sp.getAuthorizeFormAsync(''))
  let back = ''
  const keeping = await collectStatements(async () => {
    back = (await browser(home).post(`${base}/sso`, fields)).location ?? ''
  })
  expect(kinds(keeping)).toEqual(['begin', 'select', 'with', 'commit'])
  expect(kinds(await collectStatements(() => one.get(back)))).toEqual(['select', 'select', 'with'])
})

test('the database ensures that a request is answered once, even for concurrent uses', async () => {
  const url = await ask()
  const both = await Promise.all([one.get(url), one.get(url)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect((await one.get(url)).status).toBe(400)
})

test('if the session ends between the two statements, nothing is written and the user signs in again', async () => {
  const another = browser(home)
  const { accessToken } = await another.signIn(key)
  const before = await copied()
  await another.get(`${base}/launch/${app.id}`)
  await expect.poll(copied).toBeGreaterThan(before)
  const cookies = another.cookies('/')
  const was = await written()
  const page = await runBetween(
    world,
    () => another.signOut(accessToken),
    () => home.app.inject({ method: 'GET', url: `${base}/launch/${app.id}`, headers: { cookie: cookies } }),
  )
  expect([page.statusCode, page.headers.location]).toEqual([303, expect.stringContaining('/auth/sign-in?')])
  expect(await written()).toEqual(was)
})

test('if the session ends before a stored request is answered, the request can still be answered', async () => {
  const byForm = await application({}, { skipRequestCompression: true })
  const another = browser(home)
  const { accessToken } = await another.signIn(key)
  const { fields } = formOf(await byForm.sp.getAuthorizeFormAsync(''))
  const url = (await another.post(`${base}/sso`, fields)).location ?? ''
  const cookies = another.cookies('/')
  const before = await copied()
  await another.get(`${base}/launch/${app.id}`)
  await expect.poll(copied).toBeGreaterThan(before)
  const page = await runBetween(
    world,
    () => another.signOut(accessToken),
    () => home.app.inject({ method: 'GET', url, headers: { cookie: cookies } }),
  )
  expect([page.statusCode, page.headers.location]).toEqual([303, expect.stringContaining('/auth/sign-in?')])
  const { rows } = await world.superPool.query('select answered from saml_requests where application_id = $1', [
    byForm.id,
  ])
  expect(rows).toEqual([{ answered: false }])
})

test('a change to the application applies from the next answer on', async () => {
  await launch()
  const owner = home.as((await given.session(given.owner)).accessToken)
  await owner.tell(applications.setActive, { ids: [app.id], active: false })
  expect((await launch()).status).toBe(403)
  await owner.tell(applications.setActive, { ids: [app.id], active: true })
  expect((await launch()).status).toBe(200)
})

test('a persistent NameID carries the chosen attribute, GUIDs in base64; random names stay (persistentSource, nameIdBase64)', async () => {
  const owner = home.as((await given.session(given.owner)).accessToken)
  const set = async (scimAttribute4: string) => {
    const { userId, firstName, lastName, email } = await owner.tell(users.get, { id: given.user.id })
    await owner.tell(users.update, {
      id: given.user.id,
      userId,
      firstName,
      lastName,
      email: email ?? '',
      scimAttribute4,
    })
  }
  const nameOf = async (id: string) => {
    const { text } = await one.get(`${base}/launch/${id}`)
    const xml = Buffer.from(formOf(text).fields['SAMLResponse'] ?? '', 'base64').toString()
    return /<saml2?:NameID[^>]*nameid-format:persistent[^>]*>([^<]*)</.exec(xml)?.[1]
  }
  const chosen = { nameIdFormat: 'persistent', persistentSource: 'attribute4', allowIdpInitiated: true }
  const [encoded, plain] = [
    await application({ ...chosen, nameIdBase64: true }),
    await application({ ...chosen, nameIdBase64: false }),
  ]
  const random = await application({ nameIdFormat: 'persistent', allowIdpInitiated: true })
  const before = await nameOf(random.id)
  expect(before).toMatch(/^[\da-f]{40}$/)
  expect((await one.get(`${base}/launch/${plain.id}`)).status).toBe(400)
  await set('00112233-4455-6677-8899-aabbccddeeff')
  expect([await nameOf(encoded.id), await nameOf(plain.id)]).toEqual([
    'MyIRAFVEd2aImaq7zN3u/w==',
    '00112233-4455-6677-8899-aabbccddeeff',
  ])
  await set('MyIRAFVEd2aImaq7zN3u/w==')
  expect([await nameOf(encoded.id), await nameOf(plain.id)]).toEqual([
    'MyIRAFVEd2aImaq7zN3u/w==',
    'MyIRAFVEd2aImaq7zN3u/w==',
  ])
  expect(await nameOf(random.id)).toBe(before)
})

test.each(['refeds', 'microsoft'] as const)(
  'two factors are reported as %s names them, unless another name is requested (mfaClass)',
  async mfaClass => {
    const { id } = await application({ mfaClass, allowIdpInitiated: true })
    const { text } = await one.get(`${base}/launch/${id}`)
    const xml = Buffer.from(formOf(text).fields['SAMLResponse'] ?? '', 'base64').toString()
    const named = {
      refeds: 'https://refeds.org/profile/mfa',
      microsoft: 'http://schemas.microsoft.com/claims/multipleauthn',
    }[mfaClass]
    expect(/AuthnContextClassRef>([^<]*)/.exec(xml)?.[1]).toBe(named)
  },
)

test.each(['email', 'id'] as const)(
  'a NameID other than a pseudonym carries the %s when chosen',
  async nameIdSource => {
    const named = await application({ nameIdFormat: 'unspecified', nameIdSource, allowIdpInitiated: true })
    const { text } = await one.get(`${base}/launch/${named.id}`)
    const xml = Buffer.from(formOf(text).fields['SAMLResponse'] ?? '', 'base64').toString()
    const says = { email: given.user.email, id: given.user.id }[nameIdSource]
    expect(/<saml2?:NameID[^>]*>([^<]*)</.exec(xml)?.[1]).toBe(says)
  },
)
