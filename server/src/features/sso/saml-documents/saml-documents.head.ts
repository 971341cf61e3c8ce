import type { Element } from '@xmldom/xmldom'
import { SamlError } from './saml-documents.unacceptable.ts'
import { ns } from './saml-documents.names.ts'
import { childOf, textOf } from './saml-documents.read.ts'

export interface SamlHeader {
  readonly id: string
  readonly issuer: string
  readonly issuedAt: Date
  readonly destination: string | undefined
}

export function headOf(root: Element, name: string): SamlHeader {
  if (root.namespaceURI !== ns.protocol || root.localName !== name)
    throw new SamlError('document-kind', { asked: (root.localName ?? '').slice(0, 60) })
  if (root.getAttribute('Version') !== '2.0') throw new SamlError('version')
  const id = root.getAttribute('ID') ?? ''
  // An NCName of limited length, because it is the storage key
  if (!/^[\p{L}_][\p{L}\p{N}._-]{3,255}$/u.test(id)) throw new SamlError('document-value', { name: 'ID' })
  const issuer = childOf(root, ns.assertion, 'Issuer')
  const named = issuer ? textOf(issuer) : ''
  if (named === '' || named.length > 1024) throw new SamlError('issuer-unknown', { asked: named.slice(0, 200) })
  return {
    id,
    issuer: named,
    issuedAt: instantOf(root.getAttribute('IssueInstant') ?? ''),
    destination: root.getAttribute('Destination') ?? undefined,
  }
}

// xs:dateTime. Core §1.3.3 wants UTC and forbids a time zone, but products write one
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

export function instantOf(value: string): Date {
  const at = dateTime.test(value) ? new Date(value) : undefined
  if (at === undefined || Number.isNaN(at.getTime())) throw new SamlError('issued-form', { asked: value.slice(0, 40) })
  return at
}

const skew = 3 * 60_000
/** Maximum age of a request, and how long it is remembered against replays. */
export const longestAge = 10 * 60_000

/** Checks time and destination. @throws SamlError */
export function mustBeForUs(head: SamlHeader, now: Date, ours: readonly string[], signed: boolean): void {
  const age = now.getTime() - head.issuedAt.getTime()
  if (age < -skew || age > longestAge + skew)
    throw new SamlError('issued-when', { asked: head.issuedAt.toISOString(), now: now.toISOString() })
  const { destination } = head
  // Only signed messages must contain it (Bindings §3.4.5.2 and §3.5.5.2)
  if (destination === undefined || destination === '') {
    if (signed) throw new SamlError('destination', { asked: '' })
  } else if (!ours.includes(destination)) {
    throw new SamlError('destination', { asked: destination.slice(0, 200), ours: ours[0] ?? '' })
  }
}
