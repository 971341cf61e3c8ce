import { activity } from '@claviger/contract/oversight/activity'
import { simulations } from '@claviger/contract/rules/simulations'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { putPolicies } from '#test/api/policies.ts'
import { serviceProviders } from '#test/emulators/service-provider.ts'

const home = await startTestApp()
const { given, as } = home
const redirect = 'https://app.example/cb'
const { key } = await addPasskey(home, given.user.accessToken)
const settings = { redirectUris: [redirect], grantTypes: ['authorization_code' as const, 'refresh_token' as const] }
const one = await addClient(home, 'Guarded', settings)
const other = await addClient(home, 'Open', settings)

const verifier = client.randomPKCECodeVerifier()
const code_challenge = await client.calculatePKCECodeChallenge(verifier)
async function open(own: ReturnType<typeof browser>, made: typeof one) {
  const rp = await relyingParty(home, made)
  const params = { redirect_uri: redirect, scope: 'openid', code_challenge, code_challenge_method: 'S256' }
  const got = await own.follow(client.buildAuthorizationUrl(rp, params).href)
  const tokens = () =>
    client.authorizationCodeGrant(rp, new URL(got.location ?? ''), {
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
  return { got, tokens, rp }
}

test('a policy for an application applies at sign-in, to issued tokens, and at each token refresh, and the log gives the reason', async () => {
  const own = browser(home)
  await own.signIn(key)
  const before = await (await open(own, one)).tokens()
  const elsewhere = await (await open(own, other)).tokens()
  const at = await relyingParty(home, other)
  const userInfo = (party: typeof at, token: string) => client.fetchUserInfo(party, token, given.user.id)
  await putPolicies(home, [{ name: 'Not Guarded', appRestriction: { values: [one.id], lists: [] } }])
  const { got, rp } = await open(own, one)
  expect(got).toMatchObject({ status: 403, location: undefined })
  const reference = /Reference: ([\w-]+)/.exec(got.text)?.[1]
  expect(reference).toBeDefined()
  expect(await client.tokenIntrospection(rp, before.access_token)).toEqual({ active: false })
  await expect(userInfo(rp, before.access_token)).rejects.toThrow()
  expect(await client.tokenIntrospection(at, elsewhere.access_token)).toMatchObject({ active: true })
  expect(await userInfo(at, elsewhere.access_token)).toMatchObject({ sub: given.user.id })
  await expect(client.refreshTokenGrant(rp, before.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect((await open(own, other)).got.location).toContain('code=')
  const asOwner = as((await given.session(given.owner)).accessToken)
  const { items } = await asOwner.tell(activity.list, { action: 'application.opened', status: 2 })
  expect(items[0]).toMatchObject({ objectId: one.id, actorName: given.user.name })
  await putPolicies(home, [])
  expect((await client.refreshTokenGrant(at, elsewhere.refresh_token ?? '')).access_token).toBeDefined()
})

test('a site policy does not apply to applications, and a network policy uses the address of the sign-in', async () => {
  const own = browser(home)
  await own.signIn(key)
  const tokens = await (await open(own, one)).tokens()
  const rp = await relyingParty(home, one)
  await putPolicies(home, [{ name: 'No payroll', rpRestriction: { values: ['payroll.example'], lists: [] } }])
  expect((await open(own, one)).got.location).toContain('code=')
  await putPolicies(home, [{ name: 'Not from here', ipRestriction: { values: ['127.0.0.0/8'], lists: [] } }])
  expect((await open(own, one)).got.status).toBe(403)
  await expect(client.refreshTokenGrant(rp, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  await putPolicies(home, [])
})

test('a sign-in method policy refuses emailed codes at sign-in and refresh, and a passkey satisfies it', async () => {
  const own = browser(home)
  await given.addUser('Cody', 'Comer')
  await own.signInByCode('cody.comer@northgate.example', home.mailTo)
  const before = await (await open(own, one)).tokens()
  const served = await serviceProviders(home)()
  const asked = async () => (await own.get(await served.sp.getAuthorizeUrlAsync('', undefined, {}))).status
  expect(await asked()).toBe(200)
  const values = [one.id, served.id]
  await putPolicies(home, [
    { name: 'No codes', appRestriction: { values, lists: [] }, waysIn: ['code', 'sms', 'call'] },
  ])
  expect((await open(own, one)).got.status).toBe(403)
  expect(await asked()).toBe(403)
  const rp = await relyingParty(home, one)
  await expect(client.refreshTokenGrant(rp, before.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  const { items } = await as((await given.session(given.owner)).accessToken).tell(activity.list, {
    action: 'application.opened',
    status: 2,
  })
  const told = await as((await given.session(given.owner)).accessToken).tell(simulations.factsOf, {
    activity: items[0]?.id ?? '',
  })
  expect(told.facts).toMatchObject({ way: 'code' })
  expect((await open(own, other)).got.location).toContain('code=')
  await own.signIn(key)
  const { refresh_token: after } = await (await open(own, one)).tokens()
  expect(await asked()).toBe(200)
  expect((await client.refreshTokenGrant(rp, after ?? '')).access_token).toBeDefined()
  await putPolicies(home, [])
})
