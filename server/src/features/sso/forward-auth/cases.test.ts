import { applications } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { groups } from '@claviger/contract/people/groups'
import { describe, expect, test } from 'vitest'
import { softwareKey } from '#test/api/authenticator.ts'
import { browser } from '#test/app/browser.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'

const origin = 'https://id.example.com'
const home = await startTestApp({ PUBLIC_URL: origin })
const { app, as, given } = home
const owner = as((await given.session(given.owner)).accessToken)
const { key } = await addPasskey(home, given.user.accessToken, softwareKey({ origin }))
const host = 'wiki.example.com'
const made = await owner.tell(catalogue.make, { preset: 'nginx', name: 'Wiki', values: { address: `https://${host}` } })
const { id } = made.application
await owner.tell(applications.assign, { id, everyone: true, groups: [], units: [], users: [] })
const gate = `/forward-auth/${given.user.workspace}/${id}`
const ask = (path: string, headers: Record<string, string>) =>
  app.inject({ url: `${gate}/${path}`, headers: { 'x-forwarded-host': host, accept: 'text/html', ...headers } })

const own = (length: number) => {
  const cookie = `session=${'x'.repeat(1000)}`
  return Array.from({ length: Math.ceil(length / 1010) }, (_, n) => `app${n}-${cookie}`).join('; ')
}
const first = (setCookie: unknown) => String(setCookie).split(';')[0] ?? ''

async function enter(cookies: string, to = '/') {
  const one = browser(home, origin)
  await one.signIn(key)
  const begun = await ask(`start?to=${encodeURIComponent(to)}`, { cookie: cookies })
  const mine = first(begun.headers['set-cookie'])
  const { location } = await one.follow(String(begun.headers.location))
  const { search } = new URL(location ?? '')
  return ask(`callback${search}`, { cookie: `${cookies}; ${mine}` })
}

describe('an application behind a reverse proxy', () => {
  test.each([4000, 6000, 12_000])('with %i characters of its own cookies lets users in', async length => {
    const entered = await enter(own(length))
    expect(entered.statusCode).toBe(303)
    const pass = first(entered.headers['set-cookie'])
    expect((await ask('check', { cookie: `${own(length)}; ${pass}` })).statusCode).toBe(200)
  })

  test('returns to an address with commas', async () => {
    const to = '/report?cols=name,date,ward&x=1'
    const sent = await ask('check', { 'x-forwarded-uri': to })
    const begun = new URL(String(sent.headers.location))
    expect(begun.searchParams.get('to')).toBe(to)
    expect((await enter('', to)).headers.location).toBe(`https://${host}${to}`)
  })

  test('matches its host when the proxy adds the default port', async () => {
    const pass = first((await enter('')).headers['set-cookie'])
    expect((await ask('check', { cookie: pass, 'x-forwarded-host': `${host}:443` })).statusCode).toBe(200)
    expect((await ask('check', { cookie: pass, 'x-forwarded-host': `${host}:8443` })).statusCode).toBe(302)
  })

  test('distinguishes a group name with a comma from two groups', async () => {
    const group = await testData(home).addGroup('Ward 3, admins', [given.user.id])
    expect((await owner.tell(groups.get, { groupId: group })).name).toBe('Ward 3, admins')
    const pass = first((await enter('')).headers['set-cookie'])
    const { headers } = await ask('check', { cookie: pass })
    expect(String(headers['remote-groups']).split(',')).toContain('Ward 3%2C admins')
  })
})

describe('a redirect address with a custom scheme', () => {
  const settings = (redirectUris: string[], more: object) =>
    owner.ask(applications.oidcCreate, { name: redirectUris.join(), oidc: { redirectUris, ...more } })
  test.each([
    ['audiobookshelf://oauth', { kind: 'native', tokenEndpointAuthMethod: 'none' }],
    [
      'app.immich:///oauth-callback',
      { kind: 'web', tokenEndpointAuthMethod: 'client_secret_post', pkceRequired: true },
    ],
  ])('%s can be registered', async (address, more) => {
    const created = await settings([address, 'https://app.example/auth/login'], more)
    expect(created.status).toBe(200)
  })
  test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'mailto:a@b.example', 'ms-settings:x'])(
    '%s is refused',
    async address => {
      expect((await settings([address], { kind: 'native', tokenEndpointAuthMethod: 'none' })).status).toBe(422)
    },
  )
  test('is refused for a web application without a secret or PKCE', async () => {
    const more = { kind: 'web', tokenEndpointAuthMethod: 'client_secret_basic', pkceRequired: false }
    expect((await settings(['app.immich:///oauth-callback'], more)).status).toBe(422)
  })
})
