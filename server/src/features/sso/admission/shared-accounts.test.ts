// A badge opens a shared account, and the account opens applications.
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { sharing } from '@claviger/contract/keys/sharing'
import { activity } from '@claviger/contract/oversight/activity'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { putPolicies } from '#test/api/policies.ts'
import { assignCard } from '#test/api/reader.ts'
import { serviceProviders } from '#test/emulators/service-provider.ts'
import { startScheduledTasks } from '#platform/scheduled-tasks.ts'
import { sessionReviewTask } from '#jobs/session-reviews.ts'

const home = await startTestApp()
const { as, given, world } = home
const { addGroup, suspend, activate } = testData(home)
const PIN = '274936'
const redirect = 'https://app.example/cb'
const owner = async () => as((await given.session(given.owner)).accessToken)

const ward = await given.addUser('Ward', 'Station')
const nora = await given.addUser('Nora', 'Nurse')
const omar = await given.addUser('Omar', 'Nurse')
await assignCard(home, ward, 'BAD6F001', PIN)
const noraKey = await assignCard(home, nora, 'BAD6F002', PIN)
await assignCard(home, omar, 'BAD6F003', PIN)
const share = async (users: string[]) => (await owner()).tell(sharing.add, { id: ward, users, groups: [] })
await share([nora, omar])

const app = await addClient(home, 'Ward charts', {
  redirectUris: [redirect],
  grantTypes: ['authorization_code', 'refresh_token'],
})
const rp = await relyingParty(home, app)
const verifier = client.randomPKCECodeVerifier()
const code_challenge = await client.calculatePKCECodeChallenge(verifier)

const tap = (own: ReturnType<typeof browser>, cardId: string, account?: string) =>
  own.enter(signIn.cardLogin, '', { cardId, pin: PIN, where: 'northgate', ...(account !== undefined && { account }) })
// The account's own badge makes the passkey that the others use
await tap(browser(home), 'BAD6F001')
await tap(browser(home), 'BAD6F002', nora)

const open = (own: ReturnType<typeof browser>) =>
  own.follow(
    client.buildAuthorizationUrl(rp, {
      redirect_uri: redirect,
      scope: 'openid',
      code_challenge,
      code_challenge_method: 'S256',
    }).href,
  )
const tokensBy = ({ location = '' }: { location: string | undefined }) =>
  client.authorizationCodeGrant(rp, new URL(location), { pkceCodeVerifier: verifier, idTokenExpected: true })
const refused = { error: 'invalid_grant' }

test('a badge opens applications as the shared account, and the log names the badge user', async () => {
  const own = browser(home)
  const { accessToken } = await tap(own, 'BAD6F002', ward)
  const tokens = await tokensBy(await open(own))
  expect(tokens.claims()).toMatchObject({ sub: ward, amr: ['swk', 'sc', 'pin', 'mfa'] })
  const { items } = await (await owner()).tell(activity.list, { user: nora, action: 'application.opened' })
  expect(items[0]).toMatchObject({ actorId: nora, objectId: app.id, status: 1, after: { opened: 'Ward Station' } })
  expect((await as(accessToken).tell(sessions.list)).items).toContainEqual(
    expect.objectContaining({ current: true, openedBy: 'Nora Nurse' }),
  )
  const served = await serviceProviders(home)()
  const answer = await own.get(await served.sp.getAuthorizeUrlAsync('', undefined, {}))
  expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('SAMLResponse') as unknown })
  const logged = await (await owner()).tell(activity.list, { user: nora, action: 'application.opened' })
  expect(logged.items[0]).toMatchObject({ objectId: served.id, after: { opened: 'Ward Station' } })
})

test('policies check the badge user and the shared account, and both must be allowed', async () => {
  const own = browser(home)
  await tap(own, 'BAD6F002', ward)
  const { refresh_token: kept = '' } = await tokensBy(await open(own))
  const groupOf = async (name: string, user: string) => addGroup(name, [user])
  const groups = [await groupOf('Trainees', nora), await groupOf('Stations', ward)]
  for (const group of groups) {
    await putPolicies(home, [{ name: 'Not here', groups: [group], appRestriction: { values: [app.id], lists: [] } }])
    expect((await open(own)).status).toBe(403)
    const { items } = await (await owner()).tell(activity.list, { user: nora, action: 'application.opened', status: 2 })
    expect(items[0]).toMatchObject({ actorId: nora, objectId: app.id, after: { opened: 'Ward Station' } })
    await expect(client.refreshTokenGrant(rp, kept)).rejects.toMatchObject(refused)
    // Another user with a badge is not in the group of the first
    const other = browser(home)
    await tap(other, 'BAD6F003', ward)
    expect((await open(other)).status === 403).toBe(group === groups[1])
  }
  await putPolicies(home, [])
  expect((await open(own)).location).toContain('code=')
})

test('policies check both on our own page too, and end the session of a blocked account', async () => {
  const own = browser(home)
  const { accessToken } = await tap(own, 'BAD6F002', ward)
  const login = (account?: string) =>
    as(undefined).ask(signIn.cardLogin, {
      cardId: 'BAD6F002',
      pin: PIN,
      where: 'northgate',
      ...(account && { account }),
    })
  const stations = await addGroup('Own page', [ward])
  await putPolicies(home, [{ name: 'Not on our page', groups: [stations] }])
  expect(await login(ward)).toMatchObject({ status: 403, body: { code: 'policy-refused' } })
  const { items } = await (await owner()).tell(activity.list, { user: nora, action: 'security-key.refused' })
  expect(items[0]).toMatchObject({ actorId: nora, after: { opened: 'Ward Station' } })
  // Only Nora's own account is left, so nothing is to be chosen
  expect(await login()).toMatchObject({ status: 200, body: { accessToken: expect.any(String) as unknown } })
  const beat = startScheduledTasks(world, [sessionReviewTask])
  await expect.poll(async () => (await as(accessToken).ask(sessions.list)).status, { timeout: 10_000 }).toBe(401)
  await beat.stop()
  await putPolicies(home, [])
  expect(await login(ward)).toMatchObject({ status: 200 })
})

test('a policy that blocks the badge user ends the tokens of applications', async () => {
  const own = browser(home)
  await tap(own, 'BAD6F002', ward)
  const { refresh_token: kept = '' } = await tokensBy(await open(own))
  const held = async () => {
    const text = `select from oidc_items i join sessions s on s.id = i.session_id where i.kind = 'RefreshToken'
      and s.opened_by = $1 and s.ended_at is null`
    return (await world.superPool.query(text, [nora])).rowCount
  }
  expect(await held()).toBeGreaterThan(0)
  const group = await addGroup('Blocked', [nora])
  await putPolicies(home, [{ name: 'Block', groups: [group], appRestriction: { values: [app.id], lists: [] } }])
  const beat = startScheduledTasks(world, [sessionReviewTask])
  await expect.poll(held, { timeout: 10_000 }).toBe(0)
  await beat.stop()
  await putPolicies(home, [])
  await expect(client.refreshTokenGrant(rp, kept)).rejects.toMatchObject(refused)
})

test('a shared session ends with the share, with the user, and with the badge', async () => {
  const endings: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [async () => (await owner()).tell(sharing.take, { id: ward, users: [nora] }), () => share([nora])],
    [() => suspend(nora), () => activate(nora)],
    [
      async () => (await owner()).tell(keyActCalls.suspendOne, { id: noraKey }),
      async () => (await owner()).tell(keyActCalls.activateOne, { id: noraKey }),
    ],
  ]
  for (const [end, goBack] of endings) {
    const own = browser(home)
    await tap(own, 'BAD6F002', ward)
    const { refresh_token: kept = '' } = await tokensBy(await open(own))
    await end()
    expect((await open(own)).location).toContain('/auth/sign-in')
    await expect(client.refreshTokenGrant(rp, kept)).rejects.toMatchObject(refused)
    await goBack()
    expect((await open(own)).location).toContain('/auth/sign-in')
  }
})

test('a shared session ends even if the share ends during the sign-in', async () => {
  const own = browser(home)
  await tap(own, 'BAD6F002', ward)
  await (await owner()).tell(sharing.take, { id: ward, users: [nora] })
  // As if its insertion had been committed after the share ended
  await world.superPool.query("update sessions set ended_at = null where user_id = $1 and ended_for = 'sharing'", [
    ward,
  ])
  expect((await open(own)).location).toContain('/auth/sign-in')
  await share([nora])
})

test('a badge does not continue what another badge opened in the same browser', async () => {
  const own = browser(home)
  await tap(own, 'BAD6F002', ward)
  const { refresh_token: kept = '' } = await tokensBy(await open(own))
  await tap(own, 'BAD6F003', ward)
  expect((await open(own)).location).toContain('code=')
  await (await owner()).tell(sharing.take, { id: ward, users: [nora] })
  await expect(client.refreshTokenGrant(rp, kept)).rejects.toMatchObject(refused)
  expect((await open(own)).location).toContain('code=')
  await share([nora])
})
