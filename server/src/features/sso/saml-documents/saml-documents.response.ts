import type { KeyObject } from 'node:crypto'
import { element, openTag, textElement } from './element.ts'
import { encryptedAssertion } from './encrypt.ts'
import { ns, statuses } from './saml-documents.names.ts'
import { type SamlSigner, withSignature } from './saml-documents.sign.ts'

export interface Statement {
  readonly responseId: string
  readonly assertionId: string
  readonly issuer: string
  readonly at: Date
  readonly until: Date
  /** The only address where the response is valid. */
  readonly acs: string
  readonly audience: string
  readonly inResponseTo: string | undefined
  readonly nameId: { readonly format: string; readonly value: string }
  readonly sessionIndex: string
  readonly signedInAt: Date
  readonly context: string
  readonly attributes: Readonly<Record<string, string | readonly string[]>>
}

export interface SamlProtection {
  readonly sign: 'assertion' | 'response' | 'both'
  readonly encryptTo: KeyObject | undefined
}

const stamp = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z')
const issuerOf = (name: string) => element('saml:Issuer', { 'xmlns:saml': ns.assertion }, textElement(name))
/** Tolerance for clocks that are ahead or behind. */
const skew = 60_000

/**
 * A Response with one assertion (Core §3.3.3, Profiles §4.1.4.2) in exclusive canonical form, signed and
 * encrypted as the application requires.
 */
export async function responseWith(it: Statement, how: SamlProtection, by: SamlSigner): Promise<string> {
  const plain = await assertionOf(it, how.sign === 'response' ? undefined : by)
  const assertion = how.encryptTo ? encryptedAssertion(plain, how.encryptTo) : plain
  const status = element('samlp:Status', {}, element('samlp:StatusCode', { Value: statuses.success }))
  const head = { id: it.responseId, issuer: it.issuer, at: it.at, to: it.acs, inResponseTo: it.inResponseTo }
  return message('Response', head, status + assertion, how.sign === 'assertion' ? undefined : by)
}

export async function assertionOf(it: Statement, by: SamlSigner | undefined): Promise<string> {
  const head = { 'xmlns:saml': ns.assertion, ID: it.assertionId, IssueInstant: stamp(it.at), Version: '2.0' }
  const before = openTag('saml:Assertion', head) + element('saml:Issuer', {}, textElement(it.issuer))
  const said = subjectOf(it) + conditionsOf(it) + authenticationOf(it) + attributesOf(it.attributes)
  const behind = `${said}</saml:Assertion>`
  return by ? withSignature(before, behind, it.assertionId, by) : before + behind
}

const subjectOf = (it: Statement) =>
  element(
    'saml:Subject',
    {},
    element('saml:NameID', { Format: it.nameId.format }, textElement(it.nameId.value)),
    element(
      'saml:SubjectConfirmation',
      { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' },
      element('saml:SubjectConfirmationData', {
        InResponseTo: it.inResponseTo,
        NotOnOrAfter: stamp(it.until),
        Recipient: it.acs,
      }),
    ),
  )

const conditionsOf = (it: Statement) =>
  element(
    'saml:Conditions',
    { NotBefore: stamp(new Date(it.at.getTime() - skew)), NotOnOrAfter: stamp(it.until) },
    element('saml:AudienceRestriction', {}, element('saml:Audience', {}, textElement(it.audience))),
  )

const authenticationOf = (it: Statement) =>
  element(
    'saml:AuthnStatement',
    { AuthnInstant: stamp(it.signedInAt), SessionIndex: it.sessionIndex },
    element('saml:AuthnContext', {}, element('saml:AuthnContextClassRef', {}, textElement(it.context))),
  )

const nameFormat = 'urn:oasis:names:tc:SAML:2.0:attrname-format:'

function attributesOf(attributes: Statement['attributes']): string {
  const said = Object.entries(attributes)
  if (said.length === 0) return ''
  return element(
    'saml:AttributeStatement',
    {},
    ...said.map(([name, value]) =>
      element(
        'saml:Attribute',
        { Name: name, NameFormat: `${nameFormat}${/^[a-z]+:/i.test(name) ? 'uri' : 'basic'}` },
        ...[value].flat().map(one => element('saml:AttributeValue', {}, textElement(one))),
      ),
    ),
  )
}

export interface MessageHead {
  readonly id: string
  readonly issuer: string
  readonly at: Date
  readonly to: string
  readonly inResponseTo?: string | undefined
}

export async function message(
  name: string,
  head: MessageHead,
  inside: string,
  by: SamlSigner | undefined,
): Promise<string> {
  const { id, issuer, to, inResponseTo } = head
  const attributes = { Destination: to, ID: id, InResponseTo: inResponseTo, IssueInstant: stamp(head.at) }
  const begin = openTag(`samlp:${name}`, { 'xmlns:samlp': ns.protocol, ...attributes, Version: '2.0' })
  const before = begin + issuerOf(issuer)
  const behind = `${inside}</samlp:${name}>`
  return by ? withSignature(before, behind, id, by) : before + behind
}

export const statusOf = (first: string, second?: string): string =>
  element(
    'samlp:Status',
    {},
    element(
      'samlp:StatusCode',
      { Value: first },
      ...(second === undefined ? [] : [element('samlp:StatusCode', { Value: second })]),
    ),
  )
