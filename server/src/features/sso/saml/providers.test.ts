// Metadata of identity providers, refreshed daily.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { ownCertificate } from '#test/emulators/own-certificate.ts'
import { samlProvider } from '#test/emulators/saml-provider.ts'
import { outboxMails } from '#integrations/mail.ts'
import { readProviderMetadata } from './saml.providers.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { as, given, world, clock } = home
const owner = as(given.owner.accessToken)
const served = { body: '', status: 200 }
const server = createServer((_request, reply) => reply.writeHead(served.status).end(served.body))
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
afterAll(() => server.close())
const metadataUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`

const idp = samlProvider(() => ({ entityId: '', acsUrl: '' }))
const sso = 'https://idp.clinic.example/sso'
const [next, stranger] = [ownCertificate('Next'), ownCertificate('Stranger')]
const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256
const read = async (body: string, status = 200) => {
  Object.assign(served, { body, status })
  clock.forward(1000)
  await readProviderMetadata.work(world, {})
  const found = await owner.tell(samlProviders.get, { id: made.id })
  return { ...found, prints: found.certificates.map(one => one.fingerprint), waits: found.metadata.waiting }
}
const told = async () =>
  (await outboxMails(world)).filter(mail => mail.subject === `The metadata of “${made.name}” changed`).length

let count = 0
let made: OutputOf<typeof samlProviders.create.reply>
beforeEach(async () => {
  Object.assign(served, { body: idp.metadata(sso), status: 200 })
  made = await owner.tell(samlProviders.create, { name: `Clinic ${++count}`, metadataUrl })
  await owner.tell(samlProviders.active, { ids: [made.id], active: true })
})
afterEach(() => owner.tell(samlProviders.remove, { id: made.id }))

test('metadata signed by a trusted certificate is applied; unsigned or untrusted changes wait for approval', async () => {
  expect(made.metadata).toMatchObject({ url: metadataUrl, waiting: null, fault: null, readAt: expect.any(String) })
  expect((await read(idp.metadata(sso))).waits).toBeNull()

  const changed = idp.metadata(sso, { certificate: next.certificate })
  for (const wrong of [
    changed,
    idp.sign(changed, 'EntityDescriptor', { by: stranger.privateKey }),
    idp.sign(changed, 'EntityDescriptor', { weak: true }),
    idp
      .sign(idp.metadata(sso), 'EntityDescriptor')
      .replace(/(<KeyDescriptor.*X509Certificate>)[^<]+/, `$1${next.certificate.replace(/-----[A-Z ]+-----|\s/g, '')}`),
  ]) {
    const { prints, waits } = await read(wrong)
    expect(prints).toEqual([fingerprint(idp.certificate)])
    expect(waits?.differences).toEqual([
      { field: 'certificates', before: [fingerprint(idp.certificate)], after: [fingerprint(next.certificate)] },
    ])
  }
  await expect.poll(told).toBe(1)

  const { waits } = await read(changed)
  const since = waits?.since ?? ''
  // The confirmation must refer to the previewed version
  expect((await owner.ask(samlProviders.takeMetadata, { id: made.id, since: '2020-01-01T00:00:00.000Z' })).status).toBe(
    409,
  )
  for (const who of [given.userManager, given.readOnly])
    expect((await as(who.accessToken).ask(samlProviders.takeMetadata, { id: made.id, since })).status).toBe(403)
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect((await elsewhere.ask(samlProviders.takeMetadata, { id: made.id, since })).status).toBe(404)
  const taken = await owner.tell(samlProviders.takeMetadata, { id: made.id, since })
  expect(taken.certificates.map(one => one.fingerprint)).toEqual([fingerprint(next.certificate)])
  expect(taken.metadata.waiting).toBeNull()

  const back = await read(idp.sign(idp.metadata(`${sso}2`), 'EntityDescriptor', { by: next.privateKey }))
  expect([back.prints, back.ssoUrl, back.waits]).toEqual([[fingerprint(idp.certificate)], `${sso}2`, null])
})

test('dismissed metadata asks again only when it changes', async () => {
  const other = idp.metadata(`${sso}3`)
  expect((await read(other)).waits).not.toBeNull()
  await owner.tell(samlProviders.dropMetadata, { id: made.id })
  expect((await read(other)).waits).toBeNull()
  expect((await read(idp.metadata(`${sso}4`))).waits?.differences).toMatchObject([{ after: [`${sso}4`] }])
  expect((await read(idp.metadata(sso))).waits).toBeNull()
})

test.each([
  ['an error', '', 404, 'returned an error'],
  ['not identity provider metadata', '<a/>', 200, 'not the metadata of an identity provider'],
  [
    'a different provider',
    idp.metadata(sso).replace(idp.entityId, 'https://evil.example'),
    200,
    'a different provider',
  ],
  [
    'an expiry in the past',
    idp.metadata(sso).replace('entityID', 'validUntil="2020-01-01T00:00:00Z" entityID'),
    200,
    '',
  ],
  ['a document of 20 MB', `<a>${'x'.repeat(20 * 1024 * 1024)}</a>`, 200, ''],
  ['an address that is not a web address', idp.metadata('ftp://idp.clinic.example'), 200, ''],
])('%s changes nothing and is reported', async (_what, body, status, fault) => {
  const before = await owner.tell(samlProviders.get, { id: made.id })
  const signed = body.startsWith('<Entity') ? idp.sign(body, 'EntityDescriptor') : body
  const found = await read(signed, status)
  expect(found.metadata.fault).toContain(fault)
  expect([found.prints, found.ssoUrl, found.issuer]).toEqual([
    before.certificates.map(one => one.fingerprint),
    before.ssoUrl,
    before.issuer,
  ])
})

test('saving other settings does not apply waiting metadata, and a removed address is no longer read', async () => {
  Object.assign(served, { body: idp.metadata(`${sso}9`, { certificate: stranger.certificate }), status: 200 })
  const form = { entityId: made.issuer, ssoUrl: `${sso}2`, certificates: idp.certificate }
  const saved = await owner.tell(samlProviders.update, { id: made.id, name: made.name, ...form, metadataUrl })
  expect(saved.ssoUrl).toBe(`${sso}2`)
  const without = await owner.tell(samlProviders.update, { id: made.id, name: made.name, ...form, metadataUrl: '' })
  expect(without.metadata).toEqual({ url: null, readAt: null, fault: null, waiting: null })
  expect((await read(served.body)).metadata.readAt).toBeNull()
})
