// Entra ID as it asks a federated identity provider: learn.microsoft.com, "Use a SAML 2.0 identity provider for single
// sign-on" and "Expected inbound assertions".
import { catalogue } from '@claviger/contract/apps/catalogue'
import { applications } from '@claviger/contract/apps/applications'
import { users } from '@claviger/contract/people/users'
import { saml } from '@claviger/contract/sso/saml'
import { SAML } from '@node-saml/node-saml'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { formOf } from '#test/emulators/service-provider.ts'

const home = await startTestApp()
const { as, given } = home
const { key } = await addPasskey(home, given.user.accessToken)
const owner = as((await given.session(given.owner)).accessToken)
const multiFactor = 'http://schemas.microsoft.com/claims/multipleauthn'

test('a federated Entra ID domain gets the ImmutableID, the email, and the multi-factor class of the user', async () => {
  const { application, guide } = await owner.tell(catalogue.make, { preset: 'entra', values: {} })
  const { id } = application
  await owner.tell(applications.assign, { id, everyone: true, groups: [], units: [], users: [] })
  expect(guide.enter).toContainEqual({ label: '-PreferredAuthenticationProtocol', value: 'saml' })
  const { userId, firstName, lastName, email } = await owner.tell(users.get, { id: given.user.id })
  const guid = '4dcf1c2b-9e4d-4a10-8f34-1c2d3e4f5a6b'
  await owner.tell(users.update, {
    id: given.user.id,
    userId,
    firstName,
    lastName,
    email: email ?? '',
    scimAttribute1: guid,
  })

  const { entityId, ssoUrl, signs } = await owner.tell(saml.keys)
  const acs = 'https://login.microsoftonline.com/login.srf'
  const entra = new SAML({
    issuer: 'urn:federation:MicrosoftOnline',
    callbackUrl: acs,
    entryPoint: ssoUrl,
    idpIssuer: entityId,
    idpCert: signs.pem,
    audience: 'urn:federation:MicrosoftOnline',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    authnContext: [multiFactor],
    disableRequestedAuthnContext: false,
  })
  const one = browser(home)
  await one.signIn(key)
  const { text } = await one.get(await entra.getAuthorizeUrlAsync('', undefined, {}))
  const { action, fields } = formOf(text)
  expect(action).toBe(acs)
  const { profile } = await entra.validatePostResponseAsync({ SAMLResponse: fields['SAMLResponse'] ?? '' })
  // [Convert]::ToBase64String(([guid]'4dcf1c2b-…').ToByteArray())
  expect(profile).toMatchObject({
    nameID: 'KxzPTU2eEEqPNBwtPk9aaw==',
    nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    attributes: { IDPEmail: userId },
  })
  const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString()
  expect(/AuthnContextClassRef>([^<]*)/.exec(xml)?.[1]).toBe(multiFactor)
})
