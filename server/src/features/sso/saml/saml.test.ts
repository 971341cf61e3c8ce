import { applications } from '@claviger/contract/apps/applications'
import { attempts } from '@claviger/contract/apps/attempts'
import { activity } from '@claviger/contract/oversight/activity'
import { policies } from '@claviger/contract/rules/policies'
import { saml } from '@claviger/contract/sso/saml'
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { formOf, ownPair, serviceProviders } from '#test/emulators/service-provider.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const { key } = await addPasskey(home, given.user.accessToken)
const application = serviceProviders(home)
const pair = await ownPair()
const other = await ownPair()
const signing = {
  privateKey: pair.privateKey,
  signatureAlgorithm: 'sha256' as const,
  digestAlgorithm: 'sha256' as const,
}
const signed = { requestsSigned: true, spCertificates: [pair.certificate] }

async function signedIn() {
  const one = browser(home)
  await one.signIn(key)
  return one
}

type Application = Awaited<ReturnType<typeof application>>
const ask = ({ sp }: Application, state = '') => sp.getAuthorizeUrlAsync(state, undefined, {})
const answerTo = async ({ sp }: Application, html: string) =>
  (await sp.validatePostResponseAsync({ SAMLResponse: formOf(html).fields['SAMLResponse'] ?? '' })).profile
const statusIn = (html: string) =>
  /StatusCode Value="[^"]*"><samlp:StatusCode Value="[^"]*:([^":]*)"/.exec(
    Buffer.from(formOf(html).fields['SAMLResponse'] ?? '', 'base64').toString(),
  )?.[1]

async function lastReason(id: string) {
  const { items } = await (await owner()).tell(attempts.ofApplication, { id })
  return items[0]?.reason
}
function changed(address: string, change: (xml: string) => string): string {
  const url = new URL(address)
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  url.searchParams.set('SAMLRequest', deflateRawSync(change(xml)).toString('base64'))
  return url.href
}

describe('an application requests a sign-in', () => {
  test('by redirect, and gets a valid assertion', async () => {
    const { sp, acs, id } = await application({}, {}, [
      { name: 'mail', source: 'email' },
      { name: 'urn:oid:2.5.4.42', source: 'firstName' },
      { name: 'odd', source: 'fixed', value: `<&"'\u00e9 \u6f22 ]]>` },
    ])
    const one = browser(home)
    const asked = await one.follow(await sp.getAuthorizeUrlAsync('state <&>"', undefined, {}))
    expect(asked.location).toContain('/auth/sign-in?workspace=northgate')
    await one.signIn(key)
    const back = new URL(asked.location ?? '').searchParams.get('redirectUrl') ?? ''
    const page = await one.follow(back)
    expect(page.status).toBe(200)
    const { action, fields } = formOf(page.text)
    expect([action, fields['RelayState']]).toEqual([acs, 'state <&>"'])
    const { profile } = await sp.validatePostResponseAsync({ SAMLResponse: fields['SAMLResponse'] ?? '' })
    expect(profile).toMatchObject({
      nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      mail: given.user.email,
      'urn:oid:2.5.4.42': given.user.name.split(' ')[0],
      odd: `<&"'\u00e9 \u6f22 ]]>`,
    })
    const again = await one.follow(await sp.getAuthorizeUrlAsync('', undefined, {}))
    const { profile: second } = await sp.validatePostResponseAsync({
      SAMLResponse: formOf(again.text).fields['SAMLResponse'] ?? '',
    })
    expect([second?.nameID, second?.sessionIndex]).toEqual([profile?.nameID, profile?.sessionIndex])
    const { items } = await (await owner()).tell(attempts.ofApplication, { id })
    expect(items[0]).toMatchObject({ step: 'sso', ok: true, user: { id: given.user.id } })
  })

  test('by a form without cookies, which continues at an address of ours', async () => {
    const app = await application(signed, {
      ...signing,
      authnRequestBinding: 'HTTP-POST',
      skipRequestCompression: true,
    })
    const { fields } = formOf(await app.sp.getAuthorizeFormAsync('state'))
    const stranger = browser(home)
    const taken = await stranger.post(`/saml/${given.user.workspace}/sso`, fields)
    expect([taken.status, taken.location]).toEqual([303, expect.stringMatching(/^\/saml\/[\w-]+\/continue\/[\w-]+$/)])
    const one = await signedIn()
    const [page, late] = (await Promise.all([1, 2].map(() => one.get(taken.location ?? '')))).toSorted(
      (a, b) => a.status - b.status,
    ) as [Awaited<ReturnType<typeof one.get>>, Awaited<ReturnType<typeof one.get>>]
    expect([page.status, late.status]).toEqual([200, 400])
    expect(formOf(page.text).fields['RelayState']).toBe('state')
    expect(await answerTo(app, page.text)).toMatchObject({ issuer: expect.stringContaining('/metadata') })
    expect((await one.get(taken.location ?? '')).status).toBe(400)
  })

  test('with a signature, which is required once the application signs', async () => {
    const app = await application(signed, signing)
    const one = await signedIn()
    expect((await one.get(await ask(app))).status).toBe(200)
    const plain = new SAML({ ...app.sp.options, privateKey: undefined as never })
    expect((await one.get(await plain.getAuthorizeUrlAsync('', undefined, {}))).status).toBe(400)
    expect(await lastReason(app.id)).toBe('signature-missing')
    for (const wrong of [{ privateKey: other.privateKey }, { signatureAlgorithm: 'sha1' as const }]) {
      const forged = new SAML({ ...app.sp.options, ...wrong })
      expect((await one.get(await forged.getAuthorizeUrlAsync('', undefined, {}))).status).toBe(400)
      expect(await lastReason(app.id)).toBe('signature-wrong')
    }
    const moved = (await ask(app, 'one')).replace('RelayState=one', 'RelayState=two')
    expect((await one.get(moved)).status).toBe(400)
    const twice = await ask(app)
    expect((await one.get(`${twice}&SAMLRequest=x`)).status).toBe(400)
  })

  test('and gets its assertion signed and encrypted as configured', async () => {
    const one = await signedIn()
    for (const sign of ['response', 'both'] as const) {
      const app = await application({ sign }, { wantAuthnResponseSigned: true, wantAssertionsSigned: sign === 'both' })
      expect(await answerTo(app, (await one.get(await ask(app))).text)).toMatchObject({ nameID: expect.any(String) })
    }
    const encrypt = { encrypt: true, encryptionCertificate: pair.certificate, nameIdFormat: 'email' }
    const app = await application(encrypt, { decryptionPvk: pair.privateKey })
    const page = await one.get(await ask(app))
    const xml = Buffer.from(formOf(page.text).fields['SAMLResponse'] ?? '', 'base64').toString()
    expect(xml).toContain('xmlenc11#aes256-gcm')
    expect(xml).not.toContain(given.user.email)
    expect(await answerTo(app, page.text)).toMatchObject({ nameID: given.user.email })
  })

  test('with options: passive, forced, a certain method, and a certain name ID', async () => {
    const one = await signedIn()
    const stranger = browser(home)
    const passive = await application({}, { passive: true })
    expect(statusIn((await stranger.get(await ask(passive))).text)).toBe('NoPassive')
    expect(await answerTo(passive, (await one.get(await ask(passive))).text)).toBeTruthy()

    const anew = await application({}, { forceAuthn: true })
    clock.forward(minutes(1))
    const sent = await one.get(await ask(anew))
    expect(sent.location).toContain('/auth/sign-in')
    await one.signIn(key)
    const back = new URL(sent.location ?? '', 'http://localhost:8080').searchParams.get('redirectUrl') ?? ''
    expect(await answerTo(anew, (await one.follow(back)).text)).toBeTruthy()

    const way = (authnContext: string[]) => application({}, { authnContext, disableRequestedAuthnContext: false })
    const twoFactors = 'https://refeds.org/profile/mfa'
    for (const [asked, answered] of [
      ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport', twoFactors],
      [twoFactors, twoFactors],
      ['phr', 'phr'],
      ['http://schemas.microsoft.com/claims/multipleauthn', 'http://schemas.microsoft.com/claims/multipleauthn'],
    ] as const) {
      const page = await one.get(await ask(await way([asked])))
      const xml = Buffer.from(formOf(page.text).fields['SAMLResponse'] ?? '', 'base64').toString()
      expect(/AuthnContextClassRef>([^<]*)/.exec(xml)?.[1]).toBe(answered)
    }
    expect(statusIn((await one.get(await ask(await way(['urn:made-up'])))).text)).toBe('NoAuthnContext')

    const named = await application(
      { nameIdFormat: 'persistent' },
      {
        identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      },
    )
    expect(statusIn((await one.get(await ask(named))).text)).toBe('InvalidNameIDPolicy')
    expect(await lastReason(named.id)).toBe('name-id-format-differs')
  })

  test('and invalid requests get no assertion', async () => {
    const app = await application()
    const one = await signedIn()
    const refused = async (address: string, reason: string) => {
      const got = await one.get(address)
      expect([reason, got.status]).toEqual([reason, 400])
      expect(got.text).toMatch(/Reference for your administrator: [2-9A-Z]{8}/)
      expect(got.text).not.toContain('SAMLResponse')
      if (reason !== '') expect(await lastReason(app.id)).toBe(reason)
    }
    const used = await ask(app)
    expect((await one.get(used)).status).toBe(200)
    await refused(used, 'request-repeated')
    await refused(
      changed(await ask(app), xml => xml.replace(`${app.acs}"`, `${app.acs}/"`)),
      'acs-differs',
    )
    const { items } = await (await owner()).tell(attempts.ofApplication, { id: app.id })
    expect(items[0]?.mend).toEqual({ field: 'acs', value: `${app.acs}/` })
    await refused(
      changed(await ask(app), xml => xml.replace(/Destination="[^"]*"/, 'Destination="https://x.example"')),
      'destination-differs',
    )
    const late = changed(await ask(app), xml =>
      xml.replace(/IssueInstant="[^"]*"/, 'IssueInstant="2020-01-01T00:00:00Z"'),
    )
    await refused(late, 'request-expired')
    await refused(
      changed(await ask(app), xml => xml.replace('Version="2.0"', 'Version="1.1"')),
      '',
    )
    await refused(
      changed(await ask(app), xml => xml.replace(app.entityId, `${app.entityId}<!-- x -->`)),
      '',
    )
    await refused(
      changed(await ask(app), xml => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`),
      '',
    )
    await refused(
      changed(await ask(app), xml => xml.replace(`>${app.entityId}<`, '>https://nobody.example<')),
      '',
    )
    await refused(
      changed(await ask(app), () => `<a>${'x'.repeat(100_000)}</a>`),
      '',
    )
    await refused(
      changed(await ask(app), () => '<a>'.repeat(2000)),
      '',
    )
    const at = `/saml/${given.user.workspace}/sso`
    await refused(at, '')
    await refused(`${at}?SAMLRequest=%`, '')
    await refused(`${at}?SAMLRequest=AAAA&RelayState=${'x'.repeat(2000)}`, '')
    expect((await one.get('/saml/no-such-workspace/sso')).status).toBe(404)
    const there = (await ask(app)).replaceAll(given.user.workspace, given.ownerElsewhere.workspace)
    expect((await one.get(there)).status).toBe(400)
  })

  test('and only assigned users get in, while they are assigned and it is active', async () => {
    const app = await application()
    const id = app.id
    const nobody = { everyone: false, groups: [], units: [], users: [] }
    const one = await signedIn()
    await (await owner()).tell(applications.assign, { id, ...nobody })
    expect((await one.get(await ask(app))).status).toBe(403)
    expect(await lastReason(id)).toBe('not-assigned')
    await (await owner()).tell(applications.assign, { id, ...nobody, users: [given.user.id] })
    expect((await one.get(await ask(app))).status).toBe(200)
    await (await owner()).tell(applications.setActive, { ids: [id], active: false })
    expect((await one.get(await ask(app))).status).toBe(403)
    expect(await lastReason(id)).toBe('off')
  })
})

test('an application that requires a card asks for a card sign-in, and a policy refuses with its reference', async () => {
  const one = await signedIn()
  const demanding = await application({ demand: 'card' })
  const sent = await one.get(await ask(demanding))
  expect(new URL(sent.location ?? '', 'http://localhost:8080').searchParams.get('demand')).toBe('urn:claviger:acr:card')
  const passive = await application({ demand: 'card' }, { passive: true })
  expect(statusIn((await one.get(await ask(passive))).text)).toBe('NoPassive')
  const app = await application()
  const restriction = { name: 'Not this one', priority: 1, action: 0 as const, appRestriction: { values: [app.id] } }
  const policy = await (await owner()).tell(policies.create, restriction)
  const refused = await one.get(await ask(app))
  expect([refused.status, await lastReason(app.id)]).toEqual([403, 'policy'])
  const { items } = await (await owner()).tell(activity.list, { object: app.id })
  expect(items[0]).toMatchObject({ action: 'application.opened', status: 2 })
  await (await owner()).tell(policies.removeMany, { ids: [policy._id] })
  expect((await one.get(await ask(app))).status).toBe(200)
})

describe('a user opens an application from here', () => {
  test('that accepts sign-ins started by the identity provider', async () => {
    const app = await application(
      { allowIdpInitiated: true, relayState: '/start' },
      { validateInResponseTo: ValidateInResponseTo.never },
    )
    const launch = `/saml/${given.user.workspace}/launch/${app.id}`
    const one = browser(home)
    const asked = await one.get(launch)
    expect(asked.location).toContain('/auth/sign-in')
    await one.signIn(key)
    const page = await one.get(launch)
    expect(formOf(page.text)).toMatchObject({ action: app.acs, fields: { RelayState: '/start' } })
    expect(await answerTo(app, page.text)).toMatchObject({ nameID: expect.any(String) })
    const closed = await application()
    expect((await one.get(`/saml/${given.user.workspace}/launch/${closed.id}`)).status).toBe(403)
    expect(await lastReason(closed.id)).toBe('idp-initiated-not-allowed')
  })
})

describe('signing out', () => {
  test('at an application ends the session here and at all other applications', async () => {
    const settings = { spCertificates: [pair.certificate] }
    const [first, second] = [await application(settings, signing), await application(settings, signing)]
    const one = await signedIn()
    const profile = await answerTo(first, (await one.get(await ask(first))).text)
    await answerTo(second, (await one.get(await ask(second))).text)
    if (!profile) throw new Error('nobody')
    const request = await first.sp.getLogoutUrlAsync(profile, 'away', {})
    const toSecond = await one.follow(request)
    expect(toSecond.location).toContain(`${second.entityId}/slo?SAMLRequest=`)
    const query = new URL(toSecond.location ?? '').searchParams
    const { profile: told } = await second.sp.validateRedirectAsync(
      Object.fromEntries(query),
      new URL(toSecond.location ?? '').search.slice(1),
    )
    const answer = await second.sp.getLogoutResponseUrlAsync(told as never, query.get('RelayState') ?? '', {}, true)
    const last = await one.follow(answer)
    expect(last.location).toContain(`${first.entityId}/slo?SAMLResponse=`)
    const end = new URL(last.location ?? '')
    expect(end.searchParams.get('RelayState')).toBe('away')
    expect(
      await first.sp.validateRedirectAsync(Object.fromEntries(end.searchParams), end.search.slice(1)),
    ).toMatchObject({ loggedOut: true })
    expect((await one.get(await ask(first))).location).toContain('/auth/sign-in')
  })

  test('cannot be requested with only a name ID', async () => {
    const app = await application({ nameIdFormat: 'email' })
    const one = await signedIn()
    const profile = await answerTo(app, (await one.get(await ask(app))).text)
    const forged = await app.sp.getLogoutUrlAsync({ ...profile, sessionIndex: undefined } as never, '', {})
    expect((await browser(home).get(forged)).status).toBe(400)
    const known = await application({ spCertificates: [pair.certificate] }, signing)
    const there = await answerTo(known, (await one.get(await ask(known))).text)
    const unsigned = new SAML({ ...known.sp.options, privateKey: undefined as never })
    expect((await one.get(await unsigned.getLogoutUrlAsync(there as never, '', {}))).status).toBe(400)
    expect((await one.get(await ask(app))).status).toBe(200)
  })

  test('here ends the sessions at applications one after another', async () => {
    const settings = { spCertificates: [pair.certificate] }
    const [first, second] = [
      await application(settings, signing),
      await application({ ...settings, sloBinding: 'post' }, signing),
    ]
    const silent = await application({ sloUrl: null })
    const one = browser(home)
    const { accessToken } = await one.signIn(key)
    for (const app of [silent, first, second]) await answerTo(app, (await one.get(await ask(app))).text)
    const { next } = await as(accessToken).tell(saml.leave)
    await one.signOut(accessToken)
    const toFirst = new URL((await one.follow(next ?? '')).location ?? '')
    expect(toFirst.origin + toFirst.pathname).toBe(`${first.entityId}/slo`)
    // An onlooker can't continue it in the application's place
    const wrong = await second.sp.getLogoutResponseUrlAsync(
      {} as never,
      toFirst.searchParams.get('RelayState') ?? '',
      {},
      true,
    )
    expect((await one.follow(wrong)).status).toBe(400)
    const { profile } = await first.sp.validateRedirectAsync(
      Object.fromEntries(toFirst.searchParams),
      toFirst.search.slice(1),
    )
    const back = await first.sp.getLogoutResponseUrlAsync(
      profile as never,
      toFirst.searchParams.get('RelayState') ?? '',
      {},
      true,
    )
    const { action, fields } = formOf((await one.follow(back)).text)
    expect(action).toBe(`${second.entityId}/slo`)
    const told = await second.sp.validatePostRequestAsync(fields)
    const last = await second.sp.getLogoutResponseUrlAsync(told.profile, fields['RelayState'] ?? '', {}, true)
    expect((await one.follow(last)).location).toBe('http://localhost:8080/auth/sign-in')
    expect((await one.get(await ask(first))).location).toContain('/auth/sign-in')
  })
})
