// A sign-in that is not enough leads to another one and back to the request. The clock stays: requests carry the real time.
import { strengths } from '@claviger/contract/decide/strengths'
import { afterEach, expect, test } from 'vitest'
import { addPasskey } from '#test/api/passkeys.ts'
import { putPolicies } from '#test/api/policies.ts'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { formOf, serviceProviders } from '#test/emulators/service-provider.ts'
import { newCodes } from '#test/people/new-codes.ts'

const home = await startTestApp()
const { as, given } = home
const { key } = await addPasskey(home, given.user.accessToken)
const codeTo = newCodes(home)
afterEach(() => putPolicies(home, []))

const pageOf = (location: string | undefined) => {
  const page = new URL(location ?? '', 'http://localhost:8080')
  expect(page.pathname).toBe('/auth/sign-in')
  return page.searchParams
}

test('an access policy with a PIN asks for a passkey after a code and returns to the application', async () => {
  const served = await serviceProviders(home)()
  await putPolicies(home, [
    { name: 'Step up', action: 1, appRestriction: { values: [served.id], lists: [] }, demands: { pin: true } },
  ])
  const own = browser(home)
  await own.signInByCode(given.user.email, codeTo)
  const asked = pageOf((await own.follow(await served.sp.getAuthorizeUrlAsync('', undefined, {}))).location)
  expect(asked.get('unmet')).toBe('pin')
  await own.signIn(key)
  const answer = await own.follow(asked.get('redirectUrl') ?? '')
  expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('SAMLResponse') })
})

test('a passive request gets the status NoPassive when the sign-in is not sufficient', async () => {
  const served = await serviceProviders(home)({}, { passive: true })
  await putPolicies(home, [
    { name: 'Step up', action: 1, appRestriction: { values: [served.id], lists: [] }, demands: { pin: true } },
  ])
  const own = browser(home)
  await own.signInByCode(given.user.email, codeTo)
  const { fields } = formOf((await own.follow(await served.sp.getAuthorizeUrlAsync('', undefined, {}))).text)
  const text = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString()
  expect(text).toContain('urn:oasis:names:tc:SAML:2.0:status:NoPassive')
})

test('RequestedAuthnContext can name an authentication strength, and the assertion confirms it', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const { acr } = await owner.tell(strengths.create, { name: 'Hardware', level: 'hardware-bound' })
  const served = await serviceProviders(home)({}, { authnContext: [acr], racComparison: 'exact' })
  const own = browser(home)
  await own.signInByCode(given.user.email, codeTo)
  const asked = pageOf((await own.follow(await served.sp.getAuthorizeUrlAsync('', undefined, {}))).location)
  expect(asked.get('demand')).toBe(acr)
  await own.signIn(key)
  const { fields } = formOf((await own.follow(asked.get('redirectUrl') ?? '')).text)
  const { profile } = await served.sp.validatePostResponseAsync({ SAMLResponse: fields['SAMLResponse'] ?? '' })
  expect(profile?.getAssertionXml?.()).toContain(`<saml:AuthnContextClassRef>${acr}</saml:AuthnContextClassRef>`)
})
