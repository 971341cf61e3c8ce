import { applications } from '@claviger/contract/apps/applications'
import { expect, onTestFinished, test } from 'vitest'
import { softwareKey } from '#test/api/authenticator.ts'
import { freePort, hasApache, startApache, visitor } from '#test/emulators/apache.ts'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newCodes } from '#test/people/new-codes.ts'
import { putPolicies } from '#test/api/policies.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { formOf, ownPair } from '#test/emulators/service-provider.ts'

const [ourPort, port] = [await freePort(), await freePort()]
const origin = `http://localhost:${ourPort}`
const home = await startTestApp({ PUBLIC_URL: origin })
const { as, given } = home

test.skipIf(!hasApache('auth_mellon'))('Apache with mod_auth_mellon signs users in and out', async () => {
  const there = `http://localhost:${port}`
  const { privateKey, certificate } = await ownPair()
  const { key } = await addPasskey(home, given.user.accessToken, softwareKey({ origin }))
  const owner = as((await given.session(given.owner)).accessToken)
  const { id } = await owner.tell(applications.samlCreate, {
    name: 'Wiki',
    mapping: [{ name: 'mail', source: 'email' }],
    saml: {
      entityId: `${there}/mellon/metadata`,
      acs: [{ url: `${there}/mellon/postResponse` }],
      sloUrl: `${there}/mellon/logout`,
      nameIdFormat: 'transient',
      requestsSigned: true,
      spCertificates: [certificate],
      sign: 'both',
    },
  })
  await owner.tell(applications.assign, { id, everyone: true, groups: [], units: [], users: [] })
  const one = browser(home, origin)
  const { text: metadata } = await one.get(`/saml/${given.user.workspace}/metadata`)
  const apache = await startApache(port, {
    modules: ['headers', 'auth_mellon'],
    files: { 'idp.xml': metadata, 'sp.key': privateKey, 'sp.pem': certificate },
    lines: `
<Location />
  MellonEnable auth
  AuthType Mellon
  Require valid-user
  MellonEndpointPath /mellon
  MellonSPentityId ${there}/mellon/metadata
  MellonSPPrivateKeyFile FOLDER/sp.key
  MellonSPCertFile FOLDER/sp.pem
  MellonIdPMetadataFile FOLDER/idp.xml
  MellonSecureCookie Off
  MellonSignatureMethod rsa-sha256
  Header always set x-mail "%{MELLON_mail}e"
</Location>`,
  })
  onTestFinished(apache.stop)
  const visit = visitor()
  const go = async (address: string) => {
    let got = await visit(address)
    for (let hops = 0; got.location?.startsWith(there) && hops < 5; hops++) got = await visit(got.location)
    return got
  }

  const asked = await go(`${there}/`)
  expect(asked.location, apache.log()).toMatch(/\/sso\?SAMLRequest=.*SigAlg=.*rsa-sha256.*&Signature=/)
  await one.signIn(key)
  const { action, fields } = formOf((await one.follow(asked.location ?? '')).text)
  const posted = await visit(action, fields)
  expect([posted.status, posted.location], apache.log()).toEqual([303, `${there}/`])
  const inside = await visit(`${there}/`)
  expect([inside.text, inside.headers.get('x-mail')]).toEqual(['Welcome', given.user.email])

  // An emailed code does not satisfy the policy, so the browser asks for a passkey and returns to the page
  await putPolicies(home, [
    { name: 'Step up', action: 1, appRestriction: { values: [id], lists: [] }, demands: { pin: true } },
  ])
  const [weak, visitAgain] = [browser(home, origin), visitor()]
  await weak.signInByCode(given.user.email, newCodes(home))
  let request = await visitAgain(`${there}/`)
  for (let hops = 0; request.location?.startsWith(there) && hops < 5; hops++)
    request = await visitAgain(request.location)
  const led = new URL((await weak.follow(request.location ?? '')).location ?? '')
  expect([led.pathname, led.searchParams.get('unmet')]).toEqual(['/auth/sign-in', 'pin'])
  await weak.signIn(key)
  const stepped = formOf((await weak.follow(led.searchParams.get('redirectUrl') ?? '')).text)
  expect((await visitAgain(stepped.action, stepped.fields)).location, apache.log()).toBe(`${there}/`)
  expect((await visitAgain(`${there}/`)).text).toBe('Welcome')

  const leaving = await visit(`${there}/mellon/logout?ReturnTo=${encodeURIComponent(`${there}/`)}`)
  expect(leaving.location, apache.log()).toContain('/slo?SAMLRequest=')
  const back = await one.follow(leaving.location ?? '')
  expect(back.location).toContain(`${there}/mellon/logout?SAMLResponse=`)
  expect((await visit(back.location ?? '')).location, apache.log()).toBe(`${there}/`)
  const again = await go(`${there}/`)
  expect((await one.follow(again.location ?? '')).location).toContain('/auth/sign-in')
})
