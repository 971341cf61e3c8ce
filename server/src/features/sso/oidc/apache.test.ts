import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, hasApache, startApache, visitor } from '#test/emulators/apache.ts'
import { softwareKey } from '#test/api/authenticator.ts'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient } from '#test/emulators/oidc-client.ts'
import { newCodes } from '#test/people/new-codes.ts'
import { putPolicies } from '#test/api/policies.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { startScheduledTasks } from '#platform/scheduled-tasks.ts'
import { sessionEndTask } from './oidc.jobs.ts'
import { loopback } from '#test/app/loopback.ts'

const [ourPort, port] = [await freePort(), await freePort()]
const origin = `http://localhost:${ourPort}`
const home = await startTestApp({ PUBLIC_URL: origin, ...loopback })
const { given, app } = home

test.skipIf(!hasApache('auth_openidc'))(
  'Apache with mod_auth_openidc signs users in, and out through the back channel',
  async () => {
    await app.listen({ port: ourPort, host: '127.0.0.1' })
    expect((app.server.address() as AddressInfo).port).toBe(ourPort)
    const beat = startScheduledTasks(home.world, [sessionEndTask])
    onTestFinished(() => beat.stop())
    const there = `http://localhost:${port}`
    const { key } = await addPasskey(home, given.user.accessToken, softwareKey({ origin }))
    const { id, clientId, clientSecret } = await addClient(home, 'Intranet', {
      redirectUris: [`${there}/cb`],
      grantTypes: ['authorization_code', 'refresh_token'],
      backchannelLogoutUri: `${there}/cb?logout=backchannel`,
      idTokenAlg: 'RS256',
    })
    const apache = await startApache(port, {
      modules: ['headers', 'auth_openidc'],
      files: {},
      lines: `
OIDCProviderMetadataURL ${origin}/oidc/northgate/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI ${there}/cb
OIDCCryptoPassphrase a-passphrase-of-this-test
OIDCPKCEMethod S256
OIDCScope "openid email"
OIDCProviderBackChannelLogoutSupported On
OIDCCookieSameSite On
<Location />
  AuthType openid-connect
  Require valid-user
  OIDCUnAuthAction auth "true"
  Header always set x-email "%{OIDC_CLAIM_email}e"
  Header always set x-acr "%{OIDC_CLAIM_acr}e"
</Location>`,
    })
    onTestFinished(apache.stop)
    const visit = visitor()
    const asked = await visit(`${there}/`)
    expect(asked.location, apache.log()).toContain('/oidc/northgate/authorize?')
    const own = browser(home, origin)
    const { accessToken } = await own.signIn(key)
    const back = await own.follow(asked.location ?? '')
    expect(back.location, back.text).toContain(`${there}/cb?`)
    const landed = await visit(back.location ?? '')
    expect([landed.status, landed.location], apache.log()).toEqual([302, `${there}/`])
    const inside = await visit(`${there}/`)
    expect([inside.text, inside.headers.get('x-email'), inside.headers.get('x-acr')]).toEqual([
      'Welcome',
      given.user.email,
      'phrh',
    ])
    // An emailed code does not satisfy the policy, so the browser asks for a passkey and returns to the page
    await putPolicies(home, [
      { name: 'Step up', action: 1, appRestriction: { values: [id], lists: [] }, demands: { pin: true } },
    ])
    const [weak, visitAgain] = [browser(home, origin), visitor()]
    await weak.signInByCode(given.user.email, newCodes(home))
    const again = await visitAgain(`${there}/`)
    const led = new URL((await weak.follow(again.location ?? '')).location ?? '')
    expect([led.pathname, led.searchParams.get('unmet')]).toEqual(['/auth/sign-in', 'pin'])
    await weak.signIn(key)
    const stepped = await weak.follow(led.searchParams.get('redirectUrl') ?? '')
    expect((await visitAgain(stepped.location ?? '')).location, apache.log()).toBe(`${there}/`)
    expect((await visitAgain(`${there}/`)).text).toBe('Welcome')
    await own.signOut(accessToken)
    await expect.poll(async () => (await visit(`${there}/`)).status, { timeout: 15_000 }).toBe(302)
  },
)
