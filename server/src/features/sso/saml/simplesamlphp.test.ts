// SimpleSAMLphp as a service provider and as an identity provider.
import { account } from '@claviger/contract/access/account'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { applications } from '@claviger/contract/apps/applications'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { saml } from '@claviger/contract/sso/saml'
import { afterAll, describe, expect, test } from 'vitest'
import { softwareKey } from '#test/api/authenticator.ts'
import { freePort, visitor } from '#test/emulators/apache.ts'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { proveDomain } from '#test/api/proven.ts'
import { formOf } from '#test/emulators/service-provider.ts'
import { hasSimpleSamlPhp, startSimpleSamlPhp } from '#test/emulators/simplesamlphp.ts'
import { readProviderMetadata } from './saml.providers.ts'
import { loopback } from '#test/app/loopback.ts'

const [ourPort, port] = [await freePort(), await freePort()]
const origin = `http://localhost:${ourPort}`
const home = await startTestApp({ PUBLIC_URL: origin, ...loopback })
const { as, given, world } = home
const owner = as(given.owner.accessToken)

describe.skipIf(!hasSimpleSamlPhp())('SimpleSAMLphp', async () => {
  if (!hasSimpleSamlPhp()) return
  const nora = { uid: 'nora', mail: 'nora@clinic.example', givenName: 'Nora', sn: 'Elsewhere' }
  const there = await startSimpleSamlPhp(port, [nora])
  afterAll(there.stop)
  const within = async (visit: ReturnType<typeof visitor>, address: string | undefined) => {
    let page = await visit(address ?? '')
    for (let hops = 0; page.location?.startsWith(`${there.address}/`) && page.location !== bye && hops < 6; hops++)
      page = await visit(page.location)
    return page
  }
  const bye = `${there.address}/bye`
  const textAt = async (address: string) => (await fetch(address)).text()

  test('signs users in and out as an application: redirect and POST requests, signed, and an encrypted assertion', async () => {
    const { key } = await addPasskey(home, given.user.accessToken, softwareKey({ origin }))
    const { id } = await owner.tell(applications.samlCreate, {
      name: 'Wiki',
      mapping: [{ name: 'mail', source: 'email' }],
      saml: { entityId: there.app.entityId, acs: [{ url: there.app.page }] },
    })
    await owner.tell(saml.takeMetadata, { id, xml: await textAt(there.app.metadata) })
    const taken = (await owner.tell(applications.samlGet, { id })).saml
    expect(taken).toMatchObject({ requestsSigned: true, sloUrl: expect.stringContaining('saml2-logout.php/app') })
    if (!taken) throw new Error('it has no settings')
    await owner.tell(applications.samlUpdate, {
      id,
      name: 'Wiki',
      saml: { ...taken, encrypt: true, sign: 'both', nameIdFormat: 'persistent' },
    })
    await owner.tell(applications.assign, { id, everyone: true, groups: [], units: [], users: [] })
    const one = browser(home, origin)
    const { text: metadata } = await one.get(`/saml/${given.user.workspace}/metadata`)
    await there.knows({ idp: metadata })
    await one.signIn(key)

    const enter = async (visit: ReturnType<typeof visitor>) => {
      const asked = await visit(there.app.page)
      let answered
      if (asked.location === undefined) {
        const { action, fields } = formOf(asked.text)
        expect(Object.keys(fields), asked.text + there.log()).toContain('SAMLRequest')
        const posted = await one.post(action, fields)
        answered = await one.follow(posted.location ?? '')
      } else {
        expect(asked.location).toMatch(/\/sso\?SAMLRequest=.*SigAlg=.*rsa-sha256.*&Signature=/)
        answered = await one.follow(asked.location)
      }
      const { action, fields } = formOf(answered.text)
      expect(Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString()).toContain('EncryptedAssertion')
      const posted = await visit(action, fields)
      expect([posted.status, posted.location], posted.text + there.log()).toEqual([303, there.app.page])
      return JSON.parse((await visit(there.app.page)).text) as { name: string; attributes: object }
    }
    const visit = visitor()
    const inside = await enter(visit)
    expect(inside.attributes).toEqual({ mail: [given.user.email] })

    // Signing out there ends the session here …
    const leaving = await visit(there.app.leave)
    expect(leaving.location, there.log()).toContain('/slo?SAMLRequest=')
    const back = await one.follow(leaving.location ?? '')
    expect((await visit(back.location ?? '')).location, there.log()).toBe(bye)
    expect((await one.follow((await visit(there.app.page)).location ?? '')).location).toContain('/auth/sign-in')

    // … and signing out here ends that one, this time by a form
    await there.knows({
      idp: metadata.replace(/<md:SingleSignOnService[^>]*HTTP-Redirect[^>]*>(<\/md:SingleSignOnService>)?/, ''),
    })
    const { accessToken } = await one.signIn(key)
    const again = visitor()
    expect((await enter(again)).name).toBe(inside.name)
    const { next } = await as(accessToken).tell(saml.leave)
    const told = await one.follow(next ?? '')
    expect(told.location).toContain('saml2-logout.php/app?SAMLRequest=')
    const answer = await again(told.location ?? '')
    expect(answer.location, there.log()).toContain('/slo?SAMLResponse=')
    expect((await one.follow(answer.location ?? '')).location).toBe(`${origin}/auth/sign-in`)
    expect(formOf((await again(there.app.page)).text).fields).toHaveProperty('SAMLRequest')
  })

  test('signs users in as a provider: creates a user from an encrypted assertion, and signs out from both sides', async () => {
    await proveDomain(home, 'clinic.example')
    const made = await owner.tell(samlProviders.create, {
      name: 'Clinic login',
      metadataUrl: there.idp.metadata,
      people: {
        domains: ['clinic.example'],
        create: true,
        toldBy: { email: 'mail', firstName: 'givenName', lastName: 'sn', userName: 'uid' },
      },
    })
    expect(made).toMatchObject({ issuer: there.idp.entityId, sloUrl: expect.stringContaining('SingleLogoutService') })
    await owner.tell(samlProviders.active, { ids: [made.id], active: true })
    await there.knows({ sp: (await browser(home, origin).get(new URL(made.ours.metadataUrl).pathname)).text })

    const enter = async () => {
      const [one, visit] = [browser(home, origin), visitor()]
      const { location } = await one.get(`/login/sso?workspace=northgate&provider=${made.id}`)
      let page = await within(visit, location)
      const { fields } = formOf(page.text)
      expect(fields, page.text.slice(0, 500) + there.log()).toHaveProperty('AuthState')
      page = await visit(`${there.address}/module.php/core/loginuserpass.php?`, {
        ...fields,
        username: 'nora',
        password: 'nora',
      })
      const answer = formOf(page.text)
      expect(Buffer.from(answer.fields['SAMLResponse'] ?? '', 'base64').toString(), there.log()).toContain(
        'EncryptedAssertion',
      )
      const to = (await one.post(answer.action, answer.fields)).location ?? ''
      const code = new URLSearchParams(to.split('#')[1] ?? '').get('code')
      const [last] = (await owner.tell(activity.list, { pageSize: 1 })).items
      expect(code, `${to} ${last?.reason ?? ''}`).not.toBeNull()
      const reply = await home.app.inject({
        method: externalSignIn.complete.method,
        url: externalSignIn.complete.path,
        headers: { cookie: one.cookies('/') },
        payload: { code },
      })
      return { one, visit, token: reply.json<{ accessToken: string }>().accessToken }
    }
    const first = await enter()
    expect(await as(first.token).tell(account.self)).toMatchObject({
      email: nora.mail,
      firstName: 'Nora',
      lastName: 'Elsewhere',
    })

    const step = await within(first.visit, there.idp.leave)
    expect(step.location, step.text.slice(0, 500) + there.log()).toContain(
      `${new URL(made.ours.sloUrl).pathname}?SAMLRequest=`,
    )
    const answered = await first.one.get(step.location ?? '')
    expect((await as(first.token).ask(account.self)).status).toBe(401)
    expect((await within(first.visit, answered.location)).location, there.log()).toBe(bye)

    const second = await enter()
    const { next } = await as(second.token).tell(saml.leave)
    expect(next).toContain(`${there.address}/saml2/idp/SingleLogoutService.php?SAMLRequest=`)
    const gone = await within(second.visit, next ?? undefined)
    expect(gone.location, gone.text.slice(0, 500) + there.log()).toContain(
      `${new URL(made.ours.sloUrl).pathname}?SAMLResponse=`,
    )
    expect((await second.one.get(gone.location ?? '')).location).toBe('/auth/sign-in')

    // A key announced in signed metadata is trusted from the next morning
    await there.announce()
    await readProviderMetadata.work(world, {})
    const renewed = await owner.tell(samlProviders.get, { id: made.id })
    expect([renewed.certificates.length, renewed.metadata.waiting, renewed.metadata.fault]).toEqual([2, null, null])
  })
})
