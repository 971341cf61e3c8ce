// An application without either protocol, behind nginx configured as in the catalog.
import { createServer } from 'node:http'
import { applications } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { sessions } from '@claviger/contract/access/sessions'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { freePort, visitor } from '#test/emulators/apache.ts'
import { softwareKey } from '#test/api/authenticator.ts'
import { browser } from '#test/app/browser.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { hasNginx, startNginx } from '#test/emulators/nginx.ts'
import { addPasskey } from '#test/api/passkeys.ts'

const [ourPort, port, appPort] = [await freePort(), await freePort(), await freePort()]
const origin = `http://localhost:${ourPort}`
const home = await startTestApp({ PUBLIC_URL: origin })
const { app, as, given, world } = home
await app.listen({ port: ourPort, host: 'localhost' })
const there = `http://localhost:${port}`
const { addGroup } = testData(home)
const owner = as((await given.session(given.owner)).accessToken)
const { key } = await addPasskey(home, given.user.accessToken, softwareKey({ origin }))

const made = await owner.tell(catalogue.make, {
  preset: 'nginx',
  name: 'Wiki',
  values: { address: 'https://wiki.example' },
})
const { id } = made.application
const proxy = { hosts: [`localhost:${port}`] }
await owner.tell(applications.proxyUpdate, { id, name: 'Wiki', mapping: made.application.mapping, proxy })
const assign = (everyone: boolean) =>
  owner.tell(applications.assign, { id, everyone, groups: [], units: [], users: [] })
await assign(true)

const wiki = createServer((request, reply) => reply.end(JSON.stringify({ path: request.url, ...request.headers })))
await new Promise<void>(done => wiki.listen(appPort, '127.0.0.1', done))
afterAll(() => wiki.close())
const { file } = await owner.tell(catalogue.guide, { id })
const lines = file?.text.replace('http://127.0.0.1:8000', `http://127.0.0.1:${appPort}`) ?? ''
const nginx = hasNginx ? await startNginx(port, lines) : undefined
afterAll(() => nginx?.stop())

async function comes(one: ReturnType<typeof browser>, visit: ReturnType<typeof visitor>, path: string) {
  let got = await visit(`${there}${path}`)
  for (let hops = 0; got.location && hops < 8; hops++) {
    if (got.location.startsWith(there)) got = await visit(got.location)
    else {
      const { status, text, location } = await one.follow(got.location)
      if (location === undefined || location.includes('/auth/sign-in')) return { status, text, location }
      got = await visit(location)
    }
  }
  return got
}
const told = ({ text }: { text: string }) => JSON.parse(text) as Record<string, string>

test.skipIf(!hasNginx)('nginx admits the users that we admit, with headers that clients cannot set', async () => {
  const [one, visit] = [browser(home, origin), visitor()]
  expect((await comes(one, visit, '/page?a=1&to=2')).location, nginx?.log()).toContain('/auth/sign-in')
  await one.signIn(key)
  const inside = told(await comes(one, visit, '/page?a=1&to=2'))
  expect(inside).toMatchObject({ path: '/page?a=1&to=2', 'remote-email': given.user.email })
  const jwks = createRemoteJWKSet(new URL(`${origin}/oidc/${given.user.workspace}/jwks`))
  const { payload } = await jwtVerify(inside['x-claviger-assertion'] ?? '', jwks, {
    audience: id,
    issuer: `${origin}/oidc/${given.user.workspace}`,
    currentDate: world.clock.now(),
  })
  expect(payload).toMatchObject({ sub: given.user.id, 'Remote-Email': given.user.email })

  // Client-sent identity headers are not forwarded, and a browser can't impersonate the proxy
  const strange = await fetch(`${there}/`, { redirect: 'manual', headers: { 'remote-user': 'root' } })
  expect([strange.status, strange.headers.get('location')]).toEqual([302, `${there}/.claviger/start?to=/`])
  expect((await visit(`${there}/.claviger/verify`)).status).toBe(404)

  await assign(false)
  expect((await comes(one, visit, '/')).status).toBe(403)
  await assign(true)
  // A new assignment does not revive the pass; the browser is still known here and gets another one
  expect((await visit(`${there}/`)).location).toContain('/.claviger/start')
  expect(told(await comes(one, visit, '/'))['remote-email']).toBe(given.user.email)
  await owner.tell(sessions.endAllOfUser, { id: given.user.id })
  expect((await visit(`${there}/`)).location).toContain('/.claviger/start')
})

const gate = `/forward-auth/${given.user.workspace}/${id}`
const ask = (path: string, cookie = '', host = `localhost:${port}`) =>
  app.inject({ url: `${gate}/${path}`, headers: { 'x-forwarded-host': host, cookie, accept: 'text/html' } })
const codeOf = async (one: ReturnType<typeof browser>, path: string) => {
  const begun = await ask(`start?to=${path}`)
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const { location } = await one.follow(String(begun.headers.location))
  return { cookie, to: location ?? '', query: new URL(location ?? '').search }
}

test('a code works once, in the browser and at the host that requested it, and redirects nowhere else', async () => {
  const one = browser(home, origin)
  await one.signIn(key)
  const codeFor = (path: string) => codeOf(one, path)
  const first = await codeFor('//evil.example')
  expect(new URL(first.to).host).toBe(`localhost:${port}`)
  expect((await ask(`callback${first.query}`)).statusCode).toBe(400)
  expect((await ask(`callback${first.query}`, (await codeFor('/')).cookie)).statusCode).toBe(400)
  expect((await ask(`callback${first.query}`, first.cookie, 'evil.example')).statusCode).toBe(400)
  const good = await ask(`callback${first.query}`, first.cookie)
  expect([good.statusCode, good.headers.location]).toEqual([303, `${there}/`])
  expect((await ask(`callback${first.query}`, first.cookie)).statusCode).toBe(400)

  const pass = String(good.headers['set-cookie']).split(';')[0] ?? ''
  const checks = async (cookie: string, host?: string) => (await ask('verify', cookie, host)).statusCode
  expect(await checks(pass)).toBe(200)
  expect(await checks(`${pass.slice(0, -2)}AA`)).toBe(401)
  expect(await checks(pass, 'other.example')).toBe(401)
  const other = await owner.tell(applications.proxyCreate, { name: 'Other', proxy })
  await owner.tell(applications.assign, { id: other.id, everyone: true, groups: [], units: [], users: [] })
  const elsewhere = await app.inject({
    url: `/forward-auth/${given.user.workspace}/${other.id}/verify`,
    headers: { 'x-forwarded-host': `localhost:${port}`, cookie: pass },
  })
  expect(elsewhere.statusCode).toBe(401)
  // A page is redirected; a script gets 401
  const page = await ask('check')
  expect([page.statusCode, page.headers.location]).toEqual([302, `${there}/.claviger/start?to=%2F`])
  const script = await app.inject({ url: `${gate}/check`, headers: { 'sec-fetch-mode': 'cors' } })
  expect(script.statusCode).toBe(401)
  await ask('sign-out', pass)
  expect(await checks(pass)).toBe(401)
  const unknown = await one.get(`${gate}/enter?host=evil.example&browser=${'a'.repeat(43)}&to=/`)
  expect([unknown.status, unknown.location]).toEqual([400, undefined])
})

test('changed application settings apply from the next request on (demand, groupsFilter, hosts)', async () => {
  const one = browser(home, origin)
  await one.signIn(key)
  const [ward, choir] = [await addGroup('Ward', [given.user.id]), await addGroup('Choir', [given.user.id])]
  const fresh = as((await given.session(given.owner)).accessToken)
  const set = (
    more: object,
    mapping: typeof made.application.mapping = [{ name: 'Remote-Groups', source: 'groups' }],
  ) => fresh.tell(applications.proxyUpdate, { id, name: 'Wiki', mapping, proxy: { ...proxy, ...more } })
  await set({ groupsFilter: [ward] })
  const { cookie, query } = await codeOf(one, '/')
  const entered = await ask(`callback${query}`, cookie)
  const pass = String(entered.headers['set-cookie']).split(';')[0] ?? ''
  const checked = async () => {
    const { statusCode, headers } = await ask('verify', pass)
    return [statusCode, headers['remote-groups']]
  }
  expect(await checked()).toEqual([200, 'Ward'])
  await set({ groupsFilter: [choir], demand: 'pin' })
  expect(await checked()).toEqual([200, 'Choir'])
  // A group whose name holds a comma arrives as one group
  const odd = await addGroup('x,admins', [given.user.id])
  await set({ groupsFilter: [choir, odd], demand: 'pin' })
  expect(await checked()).toEqual([200, 'Choir,x%2Cadmins'])
  await set({ demand: 'card' })
  expect(await checked()).toEqual([401, undefined])
  await set({ hosts: ['elsewhere.example'] })
  expect(await checked()).toEqual([401, undefined])
  await set({}, made.application.mapping)
  expect((await checked())[0]).toBe(200)
})

test('header names and hosts are validated', async () => {
  const bad = async (more: object) =>
    (await owner.ask(applications.proxyCreate, { name: 'Bad', proxy, ...more })).status
  expect(await bad({ proxy: { hosts: ['https://wiki.example'] } })).toBe(422)
  expect(await bad({ proxy: { hosts: [] } })).toBe(422)
  expect(await bad({ mapping: [{ name: 'Host', source: 'email' }] })).toBe(422)
  expect(await bad({ mapping: [{ name: 'Remote-User', source: 'email' }] })).toBe(200)
})
