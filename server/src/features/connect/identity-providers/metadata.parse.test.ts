import { expect, test } from 'vitest'
import { caseFile } from '#test/cases/case-file.ts'
import { type MetadataError, parse } from './metadata.parse.ts'

const provider = (file: string) =>
  caseFile(file)
    .toString()
    .replaceAll('SPSSODescriptor', 'IDPSSODescriptor')
    .replaceAll('AssertionConsumerService', 'SingleSignOnService')
    .replaceAll(' use="encryption"', ' use="signing"')

test.each(['md-10-pem-armour.xml', 'md-23-bad-encryption-good-rest.xml'])(
  'keeps the valid certificate of a provider: %s',
  file => {
    const { certificates, ssoUrl, ssoBinding } = parse({ text: provider(file), now: new Date() })
    expect(certificates).toEqual([expect.stringMatching(/^-----BEGIN CERTIFICATE-----\nMIIDAzCC/)])
    expect([ssoUrl.endsWith('/acs'), ssoBinding]).toEqual([true, 'post'])
  },
)

const refusal = (text: string) => {
  try {
    return parse({ text, now: new Date('2026-05-04T10:00:00Z') })
  } catch (error) {
    const { message, values } = error as MetadataError
    return Object.entries(values).reduce((said, [name, value]) => said.replace(`{${name}}`, value), message)
  }
}

test('a refusal names the element, and what is wrong with it', () => {
  const whole = provider('md-10-pem-armour.xml')
  const expired = 'validUntil="2020-01-01T00:00:00Z" entityID='
  const key = /<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/
  expect(refusal(whole)).toHaveProperty('ssoUrl')
  expect([
    refusal(whole.replace('entityID=', expired)),
    refusal(whole.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')),
    refusal(whole.replace(key, '')),
    refusal(whole.replace(/<ds:X509Certificate>[^<]*/g, '<ds:X509Certificate>AAAA')),
    refusal(whole.replaceAll('SingleSignOnService', 'OtherService')),
    refusal(whole.replace(/(<md:IDPSSODescriptor[\s\S]*<\/md:IDPSSODescriptor>)/, '$1$1')),
  ]).toEqual([
    'EntityDescriptor: the metadata expired on 2020-01-01T00:00:00Z. Download it again',
    'IDPSSODescriptor: this is not the metadata of an identity provider',
    'KeyDescriptor: the metadata contains no signing certificate',
    'X509Certificate: no signing certificate can be read',
    'SingleSignOnService: the metadata names no sign-in URL with HTTP-Redirect or HTTP-POST binding',
    'IDPSSODescriptor: the metadata describes 2 identity providers. It must describe exactly one',
  ])
})

test('the only identity provider is found among other entities', () => {
  const [one = ''] = /<md:EntityDescriptor[\s\S]*<\/md:EntityDescriptor>/.exec(provider('md-10-pem-armour.xml')) ?? []
  const other = one.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')
  const list = (inside: string) =>
    `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${inside}</md:EntitiesDescriptor>`
  expect(refusal(list(other + list(one)))).toHaveProperty('ssoUrl')
})
