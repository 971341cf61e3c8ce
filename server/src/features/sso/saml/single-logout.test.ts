import { attempts } from '@claviger/contract/apps/attempts'
import { SAML } from '@node-saml/node-saml'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { formOf, ownPair, serviceProviders } from '#test/emulators/service-provider.ts'

const home = await startTestApp()
const { as, given } = home
const { key } = await addPasskey(home, given.user.accessToken)
const application = serviceProviders(home)
const pair = await ownPair()
const signing = {
  privateKey: pair.privateKey,
  signatureAlgorithm: 'sha256' as const,
  digestAlgorithm: 'sha256' as const,
}
type Application = Awaited<ReturnType<typeof application>>
const ask = ({ sp }: Application) => sp.getAuthorizeUrlAsync('', undefined, {})
const answerTo = async ({ sp }: Application, html: string) =>
  (await sp.validatePostResponseAsync({ SAMLResponse: formOf(html).fields['SAMLResponse'] ?? '' })).profile
const lastReason = async (id: string) => {
  const { items } = await as((await given.session(given.owner)).accessToken).tell(attempts.ofApplication, { id })
  return items[0]?.reason
}

test('a sign-out continues when one application answers without a signature, and is then partial', async () => {
  const settings = { spCertificates: [pair.certificate] }
  const apps = [
    await application(settings, signing),
    await application(settings, signing),
    await application(settings, signing),
  ] as const
  const one = browser(home)
  await one.signIn(key)
  const [first, ...others] = apps
  const profile = await answerTo(first, (await one.get(await ask(first))).text)
  for (const app of others) await answerTo(app, (await one.get(await ask(app))).text)
  if (!profile) throw new Error('nobody')
  const told: string[] = []
  let at = await one.follow(await first.sp.getLogoutUrlAsync(profile, 'away', {}))
  while (at.location?.includes('SAMLRequest=') && told.length < 5) {
    const url = new URL(at.location)
    const app = others.find(({ entityId }) => url.href.startsWith(`${entityId}/slo`))
    if (!app) throw new Error(`nobody's: ${url.href}`)
    told.push(app.id)
    const { profile: of } = await app.sp.validateRedirectAsync(
      Object.fromEntries(url.searchParams),
      url.search.slice(1),
    )
    const unsigned = new SAML({ ...app.sp.options, privateKey: undefined as never })
    const state = url.searchParams.get('RelayState') ?? ''
    at = await one.follow(await unsigned.getLogoutResponseUrlAsync(of as never, state, {}, true))
  }
  expect(told.toSorted()).toEqual(others.map(({ id }) => id).toSorted())
  expect(at.location).toContain(`${first.entityId}/slo?SAMLResponse=`)
  const answer = new URL(at.location ?? '').searchParams.get('SAMLResponse') ?? ''
  expect(inflateRawSync(Buffer.from(answer, 'base64')).toString()).toContain(':PartialLogout"')
  for (const { id } of others) expect(await lastReason(id)).toBe('signature-missing')
  expect((await one.get(await ask(first))).location).toContain('/auth/sign-in')
})
