import { applications } from '@claviger/contract/apps/applications'
import { saml } from '@claviger/contract/sso/saml'
import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import { makeCertificate } from '../../src/platform/secrets/certificate.ts'
import type { TestApp } from '../app/test-app.ts'

const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`

export async function ownPair(lasts = 1e10) {
  const made = await makeCertificate('An application', new Date(Date.now() - 1000), new Date(Date.now() + lasts))
  return { privateKey: pem('PRIVATE KEY', made.privateKey), certificate: pem('CERTIFICATE', made.certificate) }
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export const formOf = (html: string) => ({
  action: unescaped(/action="([^"]*)"/.exec(html)?.[1] ?? ''),
  fields: Object.fromEntries(
    [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  ),
})

let count = 0

export const serviceProviders =
  ({ as, given }: Pick<TestApp, 'as' | 'given'>) =>
  async (settings: object = {}, own: Partial<SamlConfig> = {}, mapping: object[] = []) => {
    const owner = as((await given.session(given.owner)).accessToken)
    const entityId = `https://app.example/${++count}`
    const acs = `${entityId}/acs`
    const made = await owner.tell(applications.samlCreate, {
      name: `Application ${count}`,
      mapping: mapping as never,
      saml: { entityId, acs: [{ url: acs }], sloUrl: `${entityId}/slo`, ...settings },
    })
    await owner.tell(applications.assign, { id: made.id, everyone: true, groups: [], units: [], users: [] })
    const { entityId: idpIssuer, ssoUrl, sloUrl, signs } = await owner.tell(saml.keys)
    const sp = new SAML({
      issuer: entityId,
      callbackUrl: acs,
      entryPoint: ssoUrl,
      logoutUrl: sloUrl,
      logoutCallbackUrl: `${entityId}/slo`,
      idpIssuer,
      idpCert: signs.pem,
      audience: entityId,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      identifierFormat: null,
      validateInResponseTo: ValidateInResponseTo.always,
      ...own,
    })
    return { id: made.id, entityId, acs, sp }
  }
