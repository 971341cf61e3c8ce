// A SAML provider that misbehaves on demand.
import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { encrypt } from 'xml-encryption'
import { ownCertificate } from './own-certificate.ts'

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
const id = () => `_${randomBytes(12).toString('hex')}`
const namespaces =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

export interface ProviderStatement {
  issuer?: string
  destination?: string
  recipient?: string
  audience?: string
  inResponseTo?: string
  nameId?: string
  format?: string
  notBefore?: string
  notOnOrAfter?: string
  attributes?: Record<string, string[]>
  assertionId?: string
}

type Signed = 'Assertion' | 'Response' | 'LogoutRequest' | 'EntityDescriptor'

export interface SamlProvider {
  entityId: string
  certificate: string
  privateKey: string
  metadata(sso: string, more?: { slo?: string; certificate?: string }): string
  assertion(said: ProviderStatement): string
  response(said: ProviderStatement, inside: string): string
  sign(xml: string, name: Signed, how?: { by?: string; weak?: boolean }): string
  signOut(said: { nameId: string; session?: string; destination: string; issuer?: string; at?: string }): string
  encrypt(assertion: string, certificate: string, by?: 'gcm' | 'cbc'): Promise<string>
}

export function requestIn(url: string): { id: string; relayState: string; signed: boolean; anew: boolean } {
  const query = new URL(url).searchParams
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
  return {
    id: /ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    relayState: query.get('RelayState') ?? '',
    signed: query.has('Signature'),
    anew: xml.includes('ForceAuthn="true"'),
  }
}

export function samlProvider(ours: () => { entityId: string; acsUrl: string }): SamlProvider {
  const entityId = 'https://idp.clinic.example/saml'
  const { certificate, privateKey } = ownCertificate('Provider')
  const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '')
  return {
    entityId,
    certificate,
    privateKey,
    metadata(sso, more = {}) {
      const slo =
        more.slo === undefined
          ? ''
          : `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${more.slo}"/>`
      return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ID="_of-the-provider" entityID="${entityId}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${bare(more.certificate ?? certificate)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>${slo}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${sso}"/></IDPSSODescriptor></EntityDescriptor>`
    },
    assertion(said) {
      const { acsUrl } = ours()
      const answers = said.inResponseTo === undefined ? '' : ` InResponseTo="${said.inResponseTo}"`
      const until = said.notOnOrAfter ?? minutes(5)
      const attributes = Object.entries(said.attributes ?? {})
        .map(
          ([name, values]) =>
            `<saml:Attribute Name="${name}">${values.map(one => `<saml:AttributeValue>${one}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
        )
        .join('')
      return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertionId ?? id()}" IssueInstant="${minutes(0)}" Version="2.0"><saml:Issuer>${said.issuer ?? entityId}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${said.nameId ?? 'person-1'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${answers} NotOnOrAfter="${until}" Recipient="${said.recipient ?? acsUrl}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${said.notBefore ?? minutes(-1)}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${said.audience ?? ours().entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${minutes(0)}" SessionIndex="s-1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`
    },
    response(said, inside) {
      const answers = said.inResponseTo === undefined ? '' : ` InResponseTo="${said.inResponseTo}"`
      return `<samlp:Response ${namespaces} Destination="${said.destination ?? ours().acsUrl}" ID="${id()}"${answers} IssueInstant="${minutes(0)}" Version="2.0"><saml:Issuer>${said.issuer ?? entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>${inside}</samlp:Response>`
    },
    sign(xml, name, { by = privateKey, weak = false } = {}) {
      const signer = new SignedXml({
        privateKey: by,
        signatureAlgorithm: weak
          ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
          : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
      })
      const xpath = `//*[local-name(.)='${name}']`
      signer.addReference({
        xpath,
        transforms: [
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/2001/10/xml-exc-c14n#',
        ],
        digestAlgorithm: weak ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
      })
      signer.computeSignature(xml, {
        location:
          name === 'EntityDescriptor'
            ? { reference: xpath, action: 'prepend' }
            : { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
      })
      return signer.getSignedXml()
    },
    signOut({ nameId, session, destination, issuer = entityId, at = minutes(0) }) {
      const index = session === undefined ? '' : `<samlp:SessionIndex>${session}</samlp:SessionIndex>`
      return `<samlp:LogoutRequest ${namespaces} Destination="${destination}" ID="${id()}" IssueInstant="${at}" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>${index}</samlp:LogoutRequest>`
    },
    encrypt: (assertion, pem, by = 'gcm') =>
      new Promise((done, failed) => {
        encrypt(
          assertion,
          {
            rsa_pub: pem,
            pem,
            encryptionAlgorithm:
              by === 'gcm'
                ? 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
                : 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
            disallowEncryptionWithInsecureAlgorithm: by === 'gcm',
            warnInsecureAlgorithm: by === 'gcm',
            keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
          },
          (error, result) =>
            error ? failed(error) : done(`<saml:EncryptedAssertion>${result}</saml:EncryptedAssertion>`),
        )
      }),
  }
}
