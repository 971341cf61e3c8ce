// A sign-in that a policy refuses may be allowed with another method, so the page leads there and back.
import { applications } from '@claviger/contract/apps/applications'
import * as client from 'openid-client'
import { afterEach, expect, test } from 'vitest'
import { browser, type BrowserReply } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newCodes } from '#test/people/new-codes.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { putPolicies } from '#test/api/policies.ts'
import { serviceProviders } from '#test/emulators/service-provider.ts'

const home = await startTestApp()
const { app, as, given } = home
const user = await given.addUser('Cody', 'Comer')
const session = await given.session({ id: user, workspace: given.owner.workspace })
const { key } = await addPasskey(home, session.accessToken)
const codeTo = newCodes(home)
const redirectUris = ['https://app.example/cb']
const guarded = await addClient(home, 'Guarded', { redirectUris, grantTypes: ['authorization_code'] })
const served = await serviceProviders(home)()
const owner = as((await given.session(given.owner)).accessToken)
const proxy = await owner.tell(applications.proxyCreate, { name: 'Wiki', proxy: { hosts: ['wiki.example'] } })
await owner.tell(applications.assign, { id: proxy.id, everyone: true, groups: [], units: [], users: [] })
const wiki = {
  path: `/forward-auth/${given.user.workspace}/${proxy.id}/start?to=/`,
  'x-forwarded-host': 'wiki.example',
}

// Its own, because the order of tests is random
const unassigned = await addClient(home, 'Unassigned', { redirectUris, grantTypes: ['authorization_code'] })

afterEach(() => putPolicies(home, []))

type Opened = (own: ReturnType<typeof browser>) => Promise<BrowserReply>
async function authorize(own: ReturnType<typeof browser>, of: typeof guarded) {
  const url = client.buildAuthorizationUrl(await relyingParty(home, of), {
    redirect_uri: redirectUris[0] ?? '',
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  })
  return own.follow(url.href)
}

const opened: Record<string, Opened> = {
  'OpenID Connect': own => authorize(own, guarded),
  SAML: async own => own.follow(await served.sp.getAuthorizeUrlAsync('', undefined, {})),
  'forward auth': async own => {
    const headers = { 'x-forwarded-host': wiki['x-forwarded-host'], accept: 'text/html' }
    return own.follow(String((await app.inject({ url: wiki.path, headers })).headers.location))
  },
}

const isOpen = ({ location, text }: BrowserReply) => /code=/.test(location ?? '') || text.includes('SAMLResponse')
const otherIn = ({ text }: BrowserReply) =>
  /<a class="p" href="([^"]+)">Sign in another way</.exec(text)?.[1]?.replaceAll('&amp;', '&')

for (const [protocol, open] of Object.entries(opened))
  test(`${protocol}: a refusal by a policy leads to another sign-in and back to the application`, async () => {
    const values = [guarded.id, served.id, proxy.id]
    await putPolicies(home, [{ name: 'No codes', appRestriction: { values, lists: [] }, waysIn: ['code'] }])
    const own = browser(home)
    await own.signInByCode('cody.comer@northgate.example', codeTo)
    const refused = await open(own)
    expect(refused.status).toBe(403)
    const other = new URL(otherIn(refused) ?? '', 'http://localhost:8080')
    expect(other.pathname).toBe('/auth/sign-in')
    const back = other.searchParams.get('redirectUrl') ?? ''
    expect(isOpen(await own.follow(back)), 'without another sign-in').toBe(false)
    await own.signIn(key)
    expect(isOpen(await own.follow(back))).toBe(true)
  })

test('a refusal for another reason offers no other sign-in', async () => {
  const own = browser(home)
  await own.signIn(key)
  await owner.tell(applications.assign, { id: unassigned.id, everyone: false, groups: [], units: [], users: [] })
  const refused = await authorize(own, unassigned)
  expect([refused.status, otherIn(refused)]).toEqual([403, undefined])
})

test('SAML: a refused request that is opened again is refused for the same reason', async () => {
  await putPolicies(home, [{ name: 'Not here', appRestriction: { values: [served.id], lists: [] } }])
  const own = browser(home)
  await own.signIn(key)
  const address = await served.sp.getAuthorizeUrlAsync('', undefined, {})
  const reasonIn = ({ status, text }: BrowserReply) => [status, /<\/h1><p>([^<]+?) Reference/.exec(text)?.[1]]
  const first = reasonIn(await own.follow(address))
  expect(first).toEqual([403, expect.stringContaining('policy')])
  expect(reasonIn(await own.follow(address))).toEqual(first)
})
