// offline_access outlives the browser's sign-out and has its own end; everything else ends with the browser.
import { sessions } from '@claviger/contract/access/sessions'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { addPasskey } from '#test/api/passkeys.ts'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'

const home = await startTestApp()
const { as, given } = home
const redirect = 'https://app.example/cb'
const made = await addClient(home, 'Mail', {
  redirectUris: [redirect],
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'email', 'offline_access'],
})
const rp = await relyingParty(home, made)
const verifier = client.randomPKCECodeVerifier()
const code_challenge = await client.calculatePKCECodeChallenge(verifier)

let count = 0
async function newUser() {
  const id = await given.addUser('Offline', `Number${++count}`)
  const { key } = await addPasskey(home, (await given.session({ id, workspace: given.owner.workspace })).accessToken)
  const own = browser(home)
  const { accessToken } = await own.signIn(key)
  return { id, own, accessToken, key }
}

async function tokensFor(own: ReturnType<typeof browser>, offline: boolean) {
  const params = {
    redirect_uri: redirect,
    scope: offline ? 'openid email offline_access' : 'openid email',
    ...(offline && { prompt: 'consent' }),
    code_challenge,
    code_challenge_method: 'S256',
  }
  let got = await own.follow(client.buildAuthorizationUrl(rp, params).href)
  if (offline) {
    const form = /action="([^"]+)"/.exec(got.text)?.[1] ?? ''
    got = await own.follow((await own.post(form, { decision: 'yes' })).location ?? '')
  }
  const checks = { pkceCodeVerifier: verifier, idTokenExpected: true }
  return client.authorizationCodeGrant(rp, new URL(got.location ?? ''), checks)
}
const renew = (token: string | undefined) => client.refreshTokenGrant(rp, token ?? '')
const refused = { error: 'invalid_grant' }
const sessionsOf = async (id: string) =>
  (await as((await given.session(given.owner)).accessToken).tell(sessions.ofUser, { id })).items

test('offline access survives a browser sign-out, and other tokens do not', async () => {
  const one = await newUser()
  const plain = await tokensFor(one.own, false)
  const offline = await tokensFor(one.own, true)
  await one.own.signOut(one.accessToken)
  await expect(renew(plain.refresh_token)).rejects.toMatchObject(refused)
  const renewed = await renew(offline.refresh_token)
  expect(await client.fetchUserInfo(rp, renewed.access_token, one.id)).toMatchObject({ sub: one.id })
  expect((await renew(renewed.refresh_token)).access_token).toBeDefined()
})

test('users see offline access as a separate entry and can end it', async () => {
  const one = await newUser()
  const offline = await tokensFor(one.own, true)
  await tokensFor(one.own, true)
  await one.own.signOut(one.accessToken)
  const { accessToken } = await one.own.signIn(one.key)
  const listed = (await as(accessToken).tell(sessions.list)).items.filter(item => item.offlineFor !== null)
  expect(listed).toMatchObject([{ offlineFor: 'Mail', current: false, method: 'passkey' }])
  await as(accessToken).tell(sessions.end, { id: listed[0]?.id ?? '' })
  await expect(renew(offline.refresh_token)).rejects.toMatchObject(refused)
  expect((await as(accessToken).tell(sessions.list)).items.some(item => item.offlineFor !== null)).toBe(false)
})

test('administrators can see and end offline access, and it ends with the user', async () => {
  const one = await newUser()
  const first = await tokensFor(one.own, true)
  await one.own.signOut(one.accessToken)
  const session = (await sessionsOf(one.id)).find(item => item.offlineFor !== null)
  expect(session).toMatchObject({ offlineFor: 'Mail' })
  const owner = as((await given.session(given.owner)).accessToken)
  await owner.tell(sessions.endOfUser, { id: one.id, sessionId: session?.id ?? '' })
  await expect(renew(first.refresh_token)).rejects.toMatchObject(refused)
  const again = await one.own.signIn(one.key)
  const second = await tokensFor(one.own, true)
  await one.own.signOut(again.accessToken)
  await given.addActiveKeys([one.id])
  await owner.tell(bulkRuns.suspendOne, { id: one.id })
  await expect(renew(second.refresh_token)).rejects.toMatchObject(refused)
})
