// The factors that a trusted identity provider reports count as authentication strengths; without trust they count as nothing.
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import type { FactorLevel } from '@claviger/contract/connect/identity-providers'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import * as client from 'openid-client'
import { afterAll, afterEach, expect, test } from 'vitest'
import { putPolicies } from '#test/api/policies.ts'
import { proveDomain } from '#test/api/proven.ts'
import { jar } from '#test/app/browser-jar.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'

const home = await startTestApp(loopback)
const { app, as, given } = home
const provider = await externalProvider({ here: 's3cret' })
afterAll(() => provider.close())
afterEach(() => putPolicies(home, []))
await proveDomain(home, 'clinic.example')
const owner = async () => as((await given.session(given.owner)).accessToken)

let count = 0
async function trusting(factors: { value: string; level: FactorLevel }[]): Promise<string> {
  const { id } = await (
    await owner()
  ).tell(oidcProviders.create, {
    name: `Clinic ${++count}`,
    issuer: provider.issuer,
    clientId: 'here',
    clientSecret: 's3cret',
    people: { domains: ['clinic.example'], link: 'email', create: true, factors },
  })
  await (await owner()).tell(oidcProviders.active, { ids: [id], active: true })
  return id
}

const redirect = 'https://app.example/cb'
const settings = { redirectUris: [redirect] }
const guarded = await addClient(home, 'Guarded', { ...settings, demand: 'phishing-resistant' })
const open = await addClient(home, 'Open', settings)
const verifier = client.randomPKCECodeVerifier()
const code_challenge = await client.calculatePKCECodeChallenge(verifier)

async function signIn(id: string, claims: object) {
  const email = `vera.${++count}@clinic.example`
  provider.person = { sub: email, email, email_verified: true, given_name: 'Vera', family_name: 'Moor', ...claims }
  const browser = jar(app)
  const { to } = await browser.go(`/login/sso?workspace=northgate&provider=${id}&response_type=code&scope=openid`)
  const back = await browser.go(provider.visit(to))
  const code = new URLSearchParams(back.to.split('#')[1] ?? '').get('code') ?? ''
  const { status } = await browser.call(externalSignIn.complete.path, { code })
  return { browser, status }
}

async function authorize(browser: ReturnType<typeof jar>, made: typeof guarded): Promise<string> {
  const params = { redirect_uri: redirect, scope: 'openid', code_challenge, code_challenge_method: 'S256' }
  let to = client.buildAuthorizationUrl(await relyingParty(home, made), params).href
  for (let hops = 0; hops < 10 && !to.startsWith(redirect) && !to.includes('/auth/sign-in'); hops++) {
    const { pathname, search } = new URL(to, 'http://localhost:8080')
    to = (await browser.go(pathname + search)).to
  }
  return to
}

const claimsOf = async (to: string) => {
  const checks = { pkceCodeVerifier: verifier, idTokenExpected: true }
  return (await client.authorizationCodeGrant(await relyingParty(home, open), new URL(to), checks)).claims()
}

test('without trust, hwk and mfa from a provider count as any sign-in', async () => {
  const { browser } = await signIn(await trusting([]), { amr: ['hwk', 'mfa'], acr: 'phr' })
  expect(await authorize(browser, guarded)).toContain('/auth/sign-in')
  const claims = await claimsOf(await authorize(browser, open))
  expect(claims).toMatchObject({ acr: 'urn:claviger:acr:basic' })
})

test('trusted factors satisfy requirements and are passed on to applications', async () => {
  const id = await trusting([
    { value: 'mfa', level: 'multi-factor' },
    { value: 'hwk', level: 'phishing-resistant' },
  ])
  const strong = await signIn(id, { amr: ['pwd', 'hwk', 'mfa'] })
  expect(await authorize(strong.browser, guarded)).toContain('code=')
  const claims = await claimsOf(await authorize(strong.browser, open))
  expect(claims).toMatchObject({ acr: 'phr', amr: ['mfa', 'hwk'] })
  const weaker = await signIn(id, { amr: ['pwd', 'mfa'] })
  expect(await authorize(weaker.browser, guarded)).toContain('/auth/sign-in')
})

test('an acr value can be trusted like an amr value, and multi-factor satisfies a PIN policy', async () => {
  const id = await trusting([{ value: 'urn:clinic:strong', level: 'multi-factor' }])
  await putPolicies(home, [{ name: 'Verified', action: 1, demands: { pin: true } }])
  expect((await signIn(id, { acr: 'urn:clinic:strong' })).status).toBe(200)
  expect((await signIn(id, { acr: 'urn:clinic:weak' })).status).toBe(403)
})
