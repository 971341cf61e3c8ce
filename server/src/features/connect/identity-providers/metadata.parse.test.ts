import { expect, test } from 'vitest'
import { caseFile } from '#test/cases/case-file.ts'
import { parse } from './metadata.parse.ts'

const provider = (file: string) =>
  caseFile(file)
    .toString()
    .replaceAll('SPSSODescriptor', 'IDPSSODescriptor')
    .replaceAll('AssertionConsumerService', 'SingleSignOnService')
    .replaceAll(' use="encryption"', ' use="signing"')

test.each(['md-10-pem-armour.xml', 'md-23-bad-encryption-good-rest.xml'])(
  'keeps the good certificate of a provider: %s',
  file => {
    const { certificates, ssoUrl, ssoBinding } = parse({ text: provider(file), now: new Date() })
    expect(certificates).toEqual([expect.stringMatching(/^-----BEGIN CERTIFICATE-----\nMIIDAzCC/)])
    expect([ssoUrl.endsWith('/acs'), ssoBinding]).toEqual([true, 'post'])
  },
)
