import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { activity } from '@claviger/contract/oversight/activity'
import { applications } from '@claviger/contract/apps/applications'
import { saml } from '@claviger/contract/sso/saml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { formOf, ownPair, serviceProviders } from '#test/emulators/service-provider.ts'
import { days } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'
import { warnOfCertificates } from '#features/apps/applications/applications.jobs.ts'
import { readSamlMetadata, warnOfSamlKeys } from './saml.jobs.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { as, given, world, clock } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const application = serviceProviders(home)
const { key } = await addPasskey(home, given.user.accessToken)
const base = `/saml/${given.user.workspace}`

const certificatesIn = (xml: string) => [...xml.matchAll(/<ds:X509Certificate>([^<]*)</g)].map(([, one]) => one)
const bare = (pem: string) => pem.replaceAll(/-----[^-]*-----|\s/g, '')

describe('our signing certificate', () => {
  test('appears in our signed metadata, with the same entity ID under both names of the workspace', async () => {
    const asOwner = await owner()
    const { entityId, signs, ssoUrl } = await asOwner.tell(saml.keys)
    const { text, headers } = await browser(home).get(`${base}/metadata`)
    expect(headers['content-type']).toBe('application/samlmetadata+xml; charset=utf-8')
    expect(text).toContain(`entityID="${entityId}"`)
    expect(text).toContain(`Location="${ssoUrl}"`)
    expect(new Set(certificatesIn(text))).toEqual(new Set([bare(signs.pem)]))
    expect((await browser(home).get('/saml/northgate/metadata')).text).toContain(`entityID="${entityId}"`)
    const there = await browser(home).get(`/saml/${given.ownerElsewhere.workspace}/metadata`)
    expect(certificatesIn(there.text)).not.toContain(bare(signs.pem))
    expect(await as(given.user.accessToken).ask(saml.keys)).toMatchObject({ status: 403 })
  })

  test('is replaced by a new one, application by application', async () => {
    const asOwner = await owner()
    const [first, second] = [await application(), await application()]
    expect(await asOwner.ask(saml.change)).toMatchObject({ body: { code: 'saml-key-missing' } })
    const { signs, announced } = await asOwner.tell(saml.announce)
    if (!announced) throw new Error('nothing is announced')
    expect(await asOwner.ask(saml.announce)).toMatchObject({ body: { code: 'saml-key-announced' } })
    const { text } = await browser(home).get(`${base}/metadata`)
    expect(new Set(certificatesIn(text))).toEqual(new Set([bare(signs.pem), bare(announced.pem)]))
    expect(await asOwner.tell(saml.move, { ids: [first.id], announced: true })).toMatchObject({ moved: [first.id] })
    const one = browser(home)
    await one.signIn(key)
    const signedBy = async ({ sp }: typeof first) => {
      const page = await one.get(await sp.getAuthorizeUrlAsync('', undefined, {}))
      return certificatesIn(Buffer.from(formOf(page.text).fields['SAMLResponse'] ?? '', 'base64').toString())[0]
    }
    expect([await signedBy(first), await signedBy(second)]).toEqual([bare(announced.pem), bare(signs.pem)])
    const changed = await asOwner.tell(saml.change)
    expect(changed).toMatchObject({ signs: announced, announced: null, moved: [] })
    expect(await signedBy(second)).toBe(bare(announced.pem))
    await asOwner.tell(saml.announce)
    expect(await asOwner.tell(saml.cancel)).toMatchObject({ signs: announced, announced: null })
    const { items } = await asOwner.tell(activity.list, {})
    expect(items.map(item => item.action)).toEqual(
      expect.arrayContaining(['saml-key.announced', 'saml-key.moved', 'saml-key.changed', 'saml-key.cancelled']),
    )
    const reads = as(given.readOnly.accessToken)
    expect((await reads.ask(saml.keys)).status).toBe(200)
    expect((await reads.ask(saml.announce)).status).toBe(403)
  })
})

const metadata = (entityId: string, certificate: string | undefined, more = '', slo = '') =>
  `<?xml version="1.0"?><!-- made by a program --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}" ${more}>
  <md:SPSSODescriptor AuthnRequestsSigned="${certificate !== undefined}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${
    certificate === undefined
      ? ''
      : `<md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>\n${bare(certificate)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  }${slo}<md:AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://other.example/acs"/></md:SPSSODescriptor></md:EntityDescriptor>`

describe('the metadata of an application', () => {
  test('is previewed before it is applied', async () => {
    const { certificate } = await ownPair()
    const { id, entityId, acs } = await application()
    const asOwner = await owner()
    const xml = metadata(entityId, certificate)
    const preview = await asOwner.tell(saml.previewMetadata, { id, xml })
    expect(preview).toMatchObject({ signedBy: 'nobody' })
    expect(preview.differences).toContainEqual({ field: 'acs', before: [acs], after: ['https://other.example/acs'] })
    expect(preview.differences.map(one => one.field)).toContain('spCertificates')
    expect((await asOwner.tell(applications.samlGet, { id })).saml?.acs[0]?.url).toBe(acs)
    await asOwner.tell(saml.takeMetadata, { id, xml })
    expect((await asOwner.tell(applications.samlGet, { id })).saml).toMatchObject({
      acs: [{ url: 'https://other.example/acs' }],
      requestsSigned: true,
      spCertificates: [certificate.trim()],
    })
    expect(await asOwner.tell(saml.previewMetadata, { id, xml })).toMatchObject({ differences: [] })
  })

  test.each([
    [
      'expired',
      metadata('https://a.example', undefined, 'validUntil="2020-01-01T00:00:00Z"'),
      'This metadata has expired. Get the current metadata from the application',
    ],
    [
      'without its signing certificate',
      metadata('https://a.example', undefined).replace('Signed="false"', 'Signed="true"'),
      'The application signs its requests, but its metadata contains no readable certificate',
    ],
    [
      'with a broken certificate',
      metadata('https://a.example', 'AAAA'),
      'The application signs its requests, but its metadata contains no readable certificate',
    ],
    [
      'of an identity provider',
      metadata('https://a.example', undefined).replaceAll('SPSSO', 'IDPSSO'),
      'The document is not the metadata of exactly one SAML application',
    ],
    [
      'with a document type',
      `<!DOCTYPE a>${metadata('https://a.example', undefined)}`,
      'The document contains a document type, entities, or processing instructions, which are not allowed',
    ],
    [
      'with an address that is not a web address',
      metadata('https://a.example', undefined).replace('https://other.example/acs', 'javascript:alert(1)'),
      '',
    ],
    [
      'that accepts responses only by redirect',
      metadata('https://a.example', undefined).replace('HTTP-POST', 'HTTP-Redirect'),
      'The metadata contains no ACS URL with POST binding',
    ],
    ['in HTML', '<html><body></html>', 'The document is not valid XML'],
  ])('%s is refused', async (_what, xml, message) => {
    const { id } = await application()
    const asOwner = await owner()
    const answer = await asOwner.ask(saml.takeMetadata, { id, xml })
    expect(answer).toMatchObject({ status: 422, body: { code: 'metadata-refused' } })
    if (message !== '') expect(answer.body).toMatchObject({ message })
  })

  test('is fetched every day, and waits for approval when its origin is unproven', async () => {
    const served = { body: '', status: 200 }
    const server = createServer((_request, reply) => reply.writeHead(served.status).end(served.body))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`
    const { id, entityId } = await application()
    const asOwner = await owner()
    served.body = metadata(entityId, undefined)
    await asOwner.tell(saml.takeMetadata, { id, url })
    // Written directly, because the API accepts only https addresses
    await world.superPool.query(
      `update applications set settings = settings || jsonb_build_object('metadataUrl', $2::text) where id = $1`,
      [id, url],
    )
    await readSamlMetadata.work(world, {})
    expect(await asOwner.tell(saml.waitingMetadata, { id })).toMatchObject({
      waiting: null,
      fault: null,
      readAt: expect.any(String),
    })
    const { certificate } = await ownPair()
    served.body = metadata(entityId, certificate)
    for (let day = 0; day < 2; day++) await readSamlMetadata.work(world, {})
    served.status = 404
    const answered = served.body
    served.body = ''
    await readSamlMetadata.work(world, {})
    expect(await asOwner.tell(saml.waitingMetadata, { id })).toMatchObject({ fault: 'The receiver answered 404' })
    Object.assign(served, { status: 200, body: answered })
    await readSamlMetadata.work(world, {})
    const { waiting } = await asOwner.tell(saml.waitingMetadata, { id })
    expect(waiting).toMatchObject({ signedBy: 'nobody' })
    expect((await asOwner.tell(applications.samlGet, { id })).saml?.spCertificates).toEqual([])
    await expect
      .poll(async () => (await outboxMails(world)).filter(mail => mail.subject.startsWith('The metadata of')).length)
      .toBe(1)
    await world.superPool.query(`update applications set settings = settings - 'metadataUrl' where id = $1`, [id])
    await asOwner.tell(saml.takeMetadata, { id })
    expect((await asOwner.tell(applications.samlGet, { id })).saml?.spCertificates).toEqual([certificate.trim()])
    expect(await asOwner.tell(saml.waitingMetadata, { id })).toMatchObject({ waiting: null })
    served.body = 'x'.repeat(20_000_000)
    expect(await asOwner.ask(saml.previewMetadata, { id, url })).toMatchObject({
      body: { code: 'metadata-unreachable' },
    })
  })
})

describe('testing an application', () => {
  test('shows what the administrator would get, and a preview for other users', async () => {
    const { id, acs, entityId } = await application({ nameIdFormat: 'email' }, {}, [
      { name: 'mail', source: 'email' },
      { name: 'phone', source: 'phone' },
    ])
    const asOwner = await owner()
    const own = await asOwner.tell(saml.tryOut, { id })
    expect(own).toMatchObject({
      signed: true,
      recipient: acs,
      audience: entityId,
      nameId: { value: given.owner.email },
    })
    expect(own.attributes).toEqual([{ name: 'mail', values: [given.owner.email] }])
    expect(own.xml).not.toContain('Signature')
    expect(own.checks.filter(check => !check.ok).map(check => check.name)).toEqual(['attributes'])
    expect(own.checks.map(check => check.name)).toEqual(
      expect.arrayContaining(['signature', 'one', 'times', 'certificate']),
    )
    const other = await asOwner.tell(saml.tryOut, { id, user: given.user.id })
    expect(other).toMatchObject({ signed: false, nameId: { value: given.user.email } })
    expect(other.xml).not.toContain('Signature')
    expect(await asOwner.ask(saml.tryOut, { id, user: given.ownerElsewhere.id })).toMatchObject({ status: 404 })
    expect(await as(given.ownerElsewhere.accessToken).ask(saml.tryOut, { id })).toMatchObject({ status: 404 })
  })
})

test('owners are notified once at each step before our certificate expires', async () => {
  const subjects = async () =>
    (await outboxMails(world))
      .filter(mail => mail.to === given.owner.email && mail.subject.startsWith('The certificate for SAML'))
      .map(mail => mail.subject)
  await (await owner()).tell(saml.keys)
  await warnOfSamlKeys.work(world, {})
  expect(await subjects()).toEqual([])
  await world.superPool.query('update saml_keys set ends_at = $1', [new Date(clock.now().getTime() + days(29) + 1000)])
  for (let times = 0; times < 2; times++) await warnOfSamlKeys.work(world, {})
  await expect.poll(subjects).toEqual(['The certificate for SAML applications expires in 30 days'])
  await world.superPool.query('update saml_keys set ends_at = $1', [new Date(clock.now().getTime() + days(1) - 1000)])
  for (let times = 0; times < 2; times++) await warnOfSamlKeys.work(world, {})
  await expect
    .poll(async () => (await subjects()).toSorted())
    .toEqual([
      'The certificate for SAML applications expires in 1 day',
      'The certificate for SAML applications expires in 30 days',
    ])
})

test('owners are notified once at each step before an application certificate expires; the dashboard shows both', async () => {
  const pair = await ownPair()
  const { id } = await application({ spCertificates: [pair.certificate] })
  const asOwner = await owner()
  const { name } = await asOwner.tell(applications.get, { id })
  const { signs, application: first, applications: ending } = await asOwner.tell(saml.ending)
  expect([typeof signs, typeof first, ending.some(one => one.id === id)]).toEqual(['string', 'string', false])
  const subjects = async () =>
    (await outboxMails(world))
      .filter(mail => mail.to === given.owner.email && mail.subject.includes(`“${name}” expires`))
      .map(mail => mail.subject)
  await warnOfCertificates.work(world, {})
  const { certificateEndsAt } = await asOwner.tell(applications.get, { id })
  clock.forward(Date.parse(certificateEndsAt ?? '') - clock.now().getTime() - days(7) + 1000)
  for (let times = 0; times < 2; times++) await warnOfCertificates.work(world, {})
  await expect.poll(subjects).toEqual([`A certificate of “${name}” expires in 7 days`])
  expect((await (await owner()).tell(saml.ending)).applications.map(one => one.id)).toContain(id)
  const { accessToken } = await given.session(given.user)
  expect(await as(accessToken).ask(saml.ending)).toMatchObject({ status: 403 })
})
