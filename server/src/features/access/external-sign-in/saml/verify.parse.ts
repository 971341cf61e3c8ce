import { SAML } from '@node-saml/node-saml'
import type { Document, Element } from '@xmldom/xmldom'
import type { SamlRow } from '#features/connect/identity-providers/identity-providers.ts'
import { factorsOf, type Identity, mappedFieldsOf, ExternalIdentityError } from '../identity.ts'
import { openAssertion } from './encrypted.ts'
import { mustBePlain, parseStrictly } from './strict-xml.ts'

const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion'
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const email = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const tolerance = 180_000
/** Entra ID lists the methods of a sign-in in this attribute. */
const entraMethods = 'http://schemas.microsoft.com/claims/authnmethodsreferences'

const refuse = (message: string): never => {
  throw new ExternalIdentityError(message)
}

/** Contents of a verified response, and the ID by which a replay is recognized. */
export interface VerifiedResponse {
  identity: Identity
  raw: Record<string, string[]>
  assertion: string
  /** The request that it answers; null if it was not requested. */
  inResponseTo: string | null
  endsAt: Date
}

/** A response of a SAML provider, with everything to check it against. */
export interface ReceivedAnswer {
  /** Time of arrival. */
  readonly now: Date
  /** Our entity ID at the provider. */
  readonly ours: { readonly entityId: string; readonly acsUrl: string }
  readonly row: SamlRow
  readonly privateKeys: readonly string[]
  readonly base64: string
}

/**
 * Verifies the answer of a SAML provider: signature by one of its certificates over what is read, issuer, destination,
 * recipient, audience, times. The caller must check for replays. @throws ExternalIdentityError
 */
export async function parse({ now, ours, row, privateKeys, base64 }: ReceivedAnswer): Promise<VerifiedResponse> {
  const text = Buffer.from(base64, 'base64').toString('utf8')
  const document = parseStrictly(text)
  mustBeResponse(document, row, ours.acsUrl)
  mustBePlain(document)
  const { certificates } = row.settings
  const opened = await openAssertion(document, text, { certificates, keys: privateKeys })
  const key = opened?.key ?? privateKeys[0] ?? ''
  const signed = opened?.verified ? opened.assertion : await signedAssertion(row, ours, key, base64)
  const assertion = parseStrictly(signed).documentElement ?? refuse('The assertion is empty')
  return readAssertion(now.getTime(), row, ours, assertion)
}

function mustBeResponse(document: Document, row: SamlRow, acs: string): void {
  const root = document.documentElement
  if (root?.localName !== 'Response' || root.namespaceURI !== protocol) refuse('What came is no answer to a sign-in')
  const to = root?.getAttribute('Destination')
  if (to !== null && to !== '' && to !== acs)
    refuse(`The answer was meant for another address: ${String(to).slice(0, 150)}`)
  const [issuer] = root ? children(root, 'Issuer') : []
  if (issuer && issuer.textContent?.trim() !== row.issuer) refuse('The answer comes from another provider')
  const status = root ? [...root.getElementsByTagNameNS(protocol, 'StatusCode')][0]?.getAttribute('Value') : ''
  if (!status?.endsWith(':Success')) refuse(`The provider answered ${String(status).split(':').at(-1) ?? 'nothing'}`)
}

/** The assertion as it was signed, byte for byte. */
async function signedAssertion(
  row: SamlRow,
  ours: { entityId: string; acsUrl: string },
  privateKey: string,
  base64: string,
): Promise<string> {
  const reader = new SAML({
    issuer: ours.entityId,
    callbackUrl: ours.acsUrl,
    audience: ours.entityId,
    idpCert: row.settings.certificates,
    decryptionPvk: privateKey,
    // One of the two must be signed; the library sees to that
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    // Times are checked below, with our own clock
    acceptedClockSkewMs: -1,
  })
  try {
    const { profile } = await reader.validatePostResponseAsync({ SAMLResponse: base64 })
    return profile?.getAssertionXml?.() ?? refuse('The answer holds no assertion')
  } catch (error) {
    if (error instanceof ExternalIdentityError) throw error
    return refuse(error instanceof Error ? error.message.slice(0, 200) : 'The signature is not right')
  }
}

function readAssertion(
  now: number,
  row: SamlRow,
  ours: { entityId: string; acsUrl: string },
  assertion: Element,
): VerifiedResponse {
  const id = assertion.getAttribute('ID') ?? ''
  if (id === '' || id.length > 300) refuse('The assertion has no id')
  if (children(assertion, 'Issuer')[0]?.textContent?.trim() !== row.issuer)
    refuse('The assertion comes from another provider')
  const [subject] = children(assertion, 'Subject')
  const [nameId] = subject ? children(subject, 'NameID') : []
  const name = nameId?.textContent?.trim() ?? ''
  if (name === '' || name.length > 500) refuse('The assertion has no name ID')
  const confirmation = bearerOf(subject, ours.acsUrl, now)
  const ends = conditionsOf(assertion, ours.entityId, now)
  const session = children(assertion, 'AuthnStatement')[0]
  if (!session) refuse('The assertion does not say that anybody signed in')
  mustNotBePast(session?.getAttribute('SessionNotOnOrAfter'), now, 'The session at the provider has ended')
  const raw = attributesOf(assertion)
  const format = nameId?.getAttribute('Format') ?? ''
  if (format === transient) refuse('The name of the person changes with each sign-in (transient)')
  const told = mappedFieldsOf(row, { ...raw, NameID: [name] })
  // If the name is an address, it is the one by which the provider identifies the user
  if (!told.email && format === email) told.email = [name.toLowerCase()]
  return {
    identity: {
      subject: `${nameId?.getAttribute('NameQualifier') ?? ''}!${name}`.slice(0, 600),
      sid: session?.getAttribute('SessionIndex')?.slice(0, 300) || null,
      told,
      emailVerified: true,
      factors: factorsOf(contextIn(session), raw[entraMethods] ?? []),
      leave: {
        name,
        format: nameId?.getAttribute('Format')?.slice(0, 200) || null,
        qualifier: nameId?.getAttribute('NameQualifier')?.slice(0, 1000) || null,
        spQualifier: nameId?.getAttribute('SPNameQualifier')?.slice(0, 1000) || null,
      },
    },
    raw: { NameID: [name], ...raw },
    assertion: id,
    inResponseTo: confirmation.getAttribute('InResponseTo') || null,
    endsAt: new Date(ends + tolerance),
  }
}

/** The bearer confirmation for this recipient and time. */
function bearerOf(subject: Element | undefined, acs: string, now: number): Element {
  const bearers = (subject ? children(subject, 'SubjectConfirmation') : []).filter(
    one => one.getAttribute('Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  )
  const [only, another] = bearers
  const data = only && children(only, 'SubjectConfirmationData')[0]
  if (!data || another) return refuse('The assertion does not say for whom it is')
  if (data.getAttribute('Recipient') !== acs) refuse('The assertion was meant for another address')
  if (!data.getAttribute('NotOnOrAfter')) refuse('The assertion does not say how long it is good')
  mustNotBePast(data.getAttribute('NotOnOrAfter'), now, 'The assertion has expired')
  mustNotBeAhead(data.getAttribute('NotBefore'), now)
  return data
}

function contextIn(statement: Element | undefined): string[] {
  const contexts = statement ? children(statement, 'AuthnContext') : []
  return contexts.flatMap(one => children(one, 'AuthnContextClassRef')).map(one => one.textContent?.trim() ?? '')
}

function conditionsOf(assertion: Element, entityId: string, now: number): number {
  const [conditions, another] = children(assertion, 'Conditions')
  if (!conditions || another) return refuse('The assertion has no conditions')
  mustNotBeAhead(conditions.getAttribute('NotBefore'), now)
  const until = conditions.getAttribute('NotOnOrAfter')
  mustNotBePast(until, now, 'The assertion has expired')
  const audiences = children(conditions, 'AudienceRestriction')
  if (audiences.length === 0) refuse('The assertion names no audience')
  for (const one of audiences)
    if (!children(one, 'Audience').some(each => each.textContent?.trim() === entityId))
      refuse('The assertion is for another service')
  return until ? Date.parse(until) : now + 3_600_000
}

function mustNotBePast(time: string | null | undefined, now: number, message: string): void {
  if (time && !(Date.parse(time) + tolerance > now)) refuse(`${message}: ${time.slice(0, 40)}`)
}

function mustNotBeAhead(time: string | null | undefined, now: number): void {
  if (time && !(Date.parse(time) - tolerance <= now)) refuse(`The assertion is not good yet: ${time.slice(0, 40)}`)
}

function attributesOf(assertion: Element): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const statement of children(assertion, 'AttributeStatement'))
    for (const attribute of children(statement, 'Attribute')) {
      const name = attribute.getAttribute('Name') ?? ''
      const values = children(attribute, 'AttributeValue').map(one => one.textContent ?? '')
      // Keycloak sends an attribute of the same name for each value
      if (name !== '') found[name] = [...(Object.hasOwn(found, name) ? (found[name] ?? []) : []), ...values]
    }
  return found
}

const children = (parent: Element, name: string): Element[] =>
  [...parent.childNodes].filter(
    (one): one is Element => (one as Element).localName === name && (one as Element).namespaceURI === assertions,
  )
