import type { Element } from '@xmldom/xmldom'
import { element, textElement } from './element.ts'
import { ns } from './saml-documents.names.ts'
import { childOf, childrenOf, textOf } from './saml-documents.read.ts'
import type { SamlSigner } from './saml-documents.sign.ts'
import { type SamlHeader, headOf } from './saml-documents.head.ts'
import { message, type MessageHead, statusOf } from './saml-documents.response.ts'

/** The user signed out at an application (Core §3.7.1). */
export interface LogoutRequest extends SamlHeader {
  readonly nameId: string
  readonly sessionIndexes: readonly string[]
}

export function logoutRequestOf(root: Element): LogoutRequest {
  const head = headOf(root, 'LogoutRequest')
  const nameId = childOf(root, ns.assertion, 'NameID')
  return {
    ...head,
    nameId: nameId ? textOf(nameId) : '',
    sessionIndexes: childrenOf(root, ns.protocol, 'SessionIndex').slice(0, 50).map(textOf),
  }
}

export interface LogoutResponse extends SamlHeader {
  readonly inResponseTo: string
  readonly succeeded: boolean
}

export function logoutResponseOf(root: Element): LogoutResponse {
  const head = headOf(root, 'LogoutResponse')
  const status = childOf(root, ns.protocol, 'Status')
  const code = status && childOf(status, ns.protocol, 'StatusCode')?.getAttribute('Value')
  return {
    ...head,
    inResponseTo: root.getAttribute('InResponseTo') ?? '',
    succeeded: code?.endsWith(':Success') ?? false,
  }
}

export const logoutRequest = (
  head: MessageHead,
  about: { format: string; value: string; sessionIndex: string },
  by: SamlSigner | undefined,
): Promise<string> =>
  message(
    'LogoutRequest',
    head,
    element('saml:NameID', { 'xmlns:saml': ns.assertion, Format: about.format }, textElement(about.value)) +
      element('samlp:SessionIndex', {}, textElement(about.sessionIndex)),
    by,
  )

export const logoutResponse = (
  head: MessageHead,
  status: [string, string?],
  by: SamlSigner | undefined,
): Promise<string> => message('LogoutResponse', head, statusOf(...status), by)
