import { applications } from '@claviger/contract/apps/applications'
import { attempts } from '@claviger/contract/apps/attempts'
import { saml } from '@claviger/contract/sso/saml'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { caseFile } from '#test/cases/case-file.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { formOf, serviceProviders } from '#test/emulators/service-provider.ts'
import { spMetadataOf } from '../saml-documents/saml-documents.sp-metadata.ts'

const home = await startTestApp()
const { as, given } = home
const owner = as((await given.session(given.owner)).accessToken)
const { key } = await addPasskey(home, given.user.accessToken)
const application = serviceProviders(home)
const one = browser(home)
await one.signIn(key)

type Application = Awaited<ReturnType<typeof application>>

async function changed({ sp }: Application, change: (xml: string) => string | Buffer): Promise<string> {
  const url = new URL(await sp.getAuthorizeUrlAsync('', undefined, {}))
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  url.searchParams.set('SAMLRequest', deflateRawSync(change(xml)).toString('base64'))
  return url.href
}

const lastAttempt = async (id: string) => (await owner.tell(attempts.ofApplication, { id })).items[0]
const xmlIn = (html: string) => Buffer.from(formOf(html).fields['SAMLResponse'] ?? '', 'base64').toString()
const statusIn = (html: string) =>
  /StatusCode Value="[^"]*"><samlp:StatusCode Value="[^"]*:([^":]*)"/.exec(xmlIn(html))?.[1]

async function take(id: string, file: string, change = (xml: string) => xml) {
  const xml = change(caseFile(file).toString())
  await owner.tell(saml.takeMetadata, { id, xml })
  return (await owner.tell(applications.samlGet, { id })).saml
}

async function refusalOf(file: string, change = (xml: string) => xml) {
  const { id } = await application()
  const xml = change(caseFile(file).toString())
  const refused = await owner.ask(saml.previewMetadata, { id, xml })
  return [refused.status, (refused.body as { message?: string }).message]
}

describe('application metadata', () => {
  test('keeps the index of each ACS URL, and requests find the URL by it', async () => {
    const app = await application()
    const settings = await take(app.id, 'md-20-index-from-one.xml')
    expect(settings?.acs.map(({ url, indexes }) => [url, indexes])).toEqual([
      ['https://idx.example.org/acs/first', [2]],
      ['https://idx.example.org/acs/second', [5]],
    ])
    const byIndex = (index: number) =>
      changed(app, xml =>
        xml
          .replaceAll(app.entityId, 'https://idx.example.org')
          .replace(/AssertionConsumerServiceURL="[^"]*"/, `AssertionConsumerServiceIndex="${index}"`),
      )
    expect(formOf((await one.get(await byIndex(2))).text).action).toBe('https://idx.example.org/acs/first')
    expect(formOf((await one.get(await byIndex(5))).text).action).toBe('https://idx.example.org/acs/second')
    expect((await one.get(await byIndex(1))).status).toBe(400)
    expect(await lastAttempt(app.id)).toMatchObject({
      reason: 'acs-differs',
      says: 'The application asked for the ACS URL with index 1. No URL with this index and POST binding is registered',
      mend: null,
    })
  })

  test('counts ACS URLs from 0 where no index is registered', async () => {
    const app = await application({ acs: [{ url: 'https://a.example/0' }, { url: 'https://a.example/1' }] })
    const byIndex = (index: number) =>
      changed(app, xml =>
        xml.replace(/AssertionConsumerServiceURL="[^"]*"/, `AssertionConsumerServiceIndex="${index}"`),
      )
    expect(formOf((await one.get(await byIndex(1))).text).action).toBe('https://a.example/1')
    expect((await one.get(await byIndex(2))).status).toBe(400)
  })

  test('with 27 ACS URLs is applied', async () => {
    const settings = await take((await application()).id, 'md-01-cloud-console-27-acs.xml')
    expect(settings?.acs).toHaveLength(27)
  })

  test('with too many ACS URLs is refused with both numbers', async () => {
    const many = (xml: string) =>
      xml.replace(/<md:AssertionConsumerService[\s\S]*<\/md:SPSSODescriptor>/, () => {
        const each = Array.from(
          { length: 51 },
          (_, n) =>
            `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://a.example/${n}" index="${n}"/>`,
        )
        return `${each.join('')}</md:SPSSODescriptor>`
      })
    expect(await refusalOf('md-01-cloud-console-27-acs.xml', many)).toEqual([
      422,
      'The metadata contains 51 ACS URLs with POST binding. At most 50 are supported',
    ])
  })

  test('that lists one ACS URL under two indexes is applied, and both indexes reach it', async () => {
    const settings = await take((await application()).id, 'md-12-same-address-twice.xml')
    expect(settings?.acs).toEqual([
      { url: 'https://twice.example.org/acs', binding: 'post', isDefault: true, indexes: [0, 1] },
    ])
  })

  test.each([
    ['persistent', 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    ['email', 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
    ['email', 'urn:oasis:names:tc:SAML:2.0:nameid-format:emailAddress'],
  ] as const)('sets the name ID format %s by %s', async (format, urn) => {
    const app = await application({ nameIdFormat: 'unspecified' })
    const change = (xml: string) =>
      xml
        .replace('urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', urn)
        .replace('nid.example', `nid-${app.id}.example`)
    const xml = change(caseFile('md-22-nameidformat-persistent.xml').toString())
    const { differences } = await owner.tell(saml.previewMetadata, { id: app.id, xml })
    expect(differences).toContainEqual({ field: 'nameIdFormat', before: ['unspecified'], after: [format] })
    expect((await take(app.id, 'md-22-nameidformat-persistent.xml', change))?.nameIdFormat).toBe(format)
  })

  test.each(['md-04-says-utf16-is-utf8.xml', 'md-05-utf16le-bom.xml'])(
    'is read in its declared encoding: %s',
    async file => {
      const { says } = await spMetadataOf(caseFile(file), [], new Date())
      expect(says.acs).toHaveLength(1)
    },
  )

  test('with PEM armor around a certificate is applied', async () => {
    const settings = await take((await application()).id, 'md-10-pem-armour.xml')
    expect(settings?.spCertificates).toHaveLength(1)
  })

  test('with a broken encryption certificate keeps the valid signing certificate', async () => {
    const settings = await take((await application()).id, 'md-23-bad-encryption-good-rest.xml')
    expect(settings).toMatchObject({ spCertificates: [expect.any(String)], encryptionCertificate: null })
  })

  test('with an ACS URL over http is refused with the URL', async () => {
    expect(await refusalOf('md-17-plain-http-acs.xml')).toEqual([
      422,
      'AssertionConsumerService: http://intranet.example.org/acs does not start with https://',
    ])
  })
})

describe('a request', () => {
  test.each([
    ['email', 'urn:oasis:names:tc:SAML:2.0:nameid-format:emailAddress'],
    ['email', 'urn:oasis:names:tc:SAML:2.0:nameid-format:unspecified'],
    ['persistent', 'urn:oasis:names:tc:SAML:1.1:nameid-format:persistent'],
  ])(
    'to an application with the format %s is answered for the requested format %s',
    async (nameIdFormat, identifierFormat) => {
      const app = await application({ nameIdFormat }, { identifierFormat })
      expect(xmlIn((await one.get(await changed(app, xml => xml))).text)).toContain('<saml:Assertion')
    },
  )

  test('for another name ID format is refused, and the log suggests the format', async () => {
    const identifierFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    const app = await application({}, { identifierFormat })
    expect(statusIn((await one.get(await changed(app, xml => xml))).text)).toBe('InvalidNameIDPolicy')
    expect(await lastAttempt(app.id)).toMatchObject({
      reason: 'name-id-format-differs',
      says: `The application requested the name ID format ${identifierFormat}, but persistent is set here`,
      mend: { field: 'nameIdFormat', value: 'email' },
    })
  })

  test('by Microsoft for multi-factor authentication is answered with the Microsoft class', async () => {
    const microsoft = 'http://schemas.microsoft.com/claims/multipleauthn'
    const app = await application({}, { authnContext: [microsoft], disableRequestedAuthnContext: false })
    const xml = xmlIn((await one.get(await changed(app, request => request))).text)
    expect(/AuthnContextClassRef>([^<]*)/.exec(xml)?.[1]).toBe(microsoft)
  })

  test('that declares UTF-16 but is UTF-8 is refused with the cause', async () => {
    const app = await application()
    const got = await one.get(
      await changed(app, xml => xml.replace(/^(<\?xml[^>]*\?>)?/, '<?xml version="1.0" encoding="UTF-16"?>')),
    )
    expect(got.status).toBe(400)
    const { items } = await owner.tell(attempts.ofStrangers, {})
    expect(items[0]).toMatchObject({
      reason: 'malformed',
      says: "The request can't be read: its XML declaration names the encoding UTF-16, but requests must be UTF-8",
    })
  })

  test.each(['+00:00', '+02:00', '-05:30'])('with the time zone %s in IssueInstant is answered', async zone => {
    const app = await application()
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(zone) ?? []
    const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
    const at = new Date(home.clock.now().getTime() + ahead * 60_000).toISOString().replace('Z', zone)
    const got = await one.get(await changed(app, xml => xml.replace(/IssueInstant="[^"]*"/, `IssueInstant="${at}"`)))
    expect(got.status).toBe(200)
  })

  test('without a time zone in IssueInstant is refused with an example of the right form', async () => {
    const app = await application()
    const got = await one.get(
      await changed(app, xml => xml.replace(/IssueInstant="[^"]*"/, 'IssueInstant="2026-11-28 10:00"')),
    )
    expect(got.status).toBe(400)
    const { items } = await owner.tell(attempts.ofStrangers, {})
    expect(items[0]?.says).toBe(
      "The request can't be read: IssueInstant “2026-11-28 10:00” is not a date and time with a time zone, such as 2026-01-31T12:00:00Z",
    )
  })

  test('is answered at the short workspace address, and with it as the destination', async () => {
    const app = await application()
    const short = (url: string) => url.replace(given.user.workspace, 'northgate')
    const named = await changed(app, xml =>
      xml.replace(/Destination="([^"]*)"/, (_all, at: string) => `Destination="${short(at)}"`),
    )
    expect((await one.get(short(named))).status).toBe(200)
    const other = await changed(app, xml =>
      xml.replace(/Destination="([^"]*)"/, (_all, at: string) => `Destination="${short(at)}"`),
    )
    expect((await one.get(other)).status).toBe(200)
    const strange = await changed(app, xml =>
      xml.replace(
        /Destination="([^"]*)"/,
        (_all, at: string) => `Destination="${at.replace(given.user.workspace, 'southgate')}"`,
      ),
    )
    expect((await one.get(strange)).status).toBe(400)
  })

  test('with a subject as a login hint is answered', async () => {
    const app = await application()
    const subject =
      '<saml:Subject xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:NameID>ann@example.org</saml:NameID></saml:Subject>'
    const got = await one.get(await changed(app, xml => xml.replace(/(<\/saml:Issuer>)/, `$1${subject}`)))
    expect(got.status).toBe(200)
  })
})
