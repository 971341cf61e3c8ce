import { type KeyObject, X509Certificate } from 'node:crypto'
import { CeremonyError } from './ceremony.ts'
import { derChildren, readDerValues } from './attestation/der.ts'

export interface Certificate {
  readonly key: KeyObject
  readonly authority: boolean
  readonly version: number
  readonly subject: Partial<Record<'C' | 'O' | 'OU' | 'CN', string>>
  readonly nameless: boolean
  readonly extensions: ReadonlyMap<string, { readonly critical: boolean; readonly value: Buffer }>
}

const LONGEST_PATH = 6
// id-fido-gen-ce-aaguid, 1.3.6.1.4.1.45724.1.1.4
const MODEL = '2b0601040182e51c010104'
// X.520 attribute types 2.5.4.6, .10, .11 and .3
const attributes = new Map([
  ['550406', 'C'],
  ['55040a', 'O'],
  ['55040b', 'OU'],
  ['550403', 'CN'],
] as const)

export function certificatesIn(statement: Map<unknown, unknown>, clause: string): Uint8Array[] {
  const path: unknown = statement.get('x5c')
  const fits = Array.isArray(path) && path.length > 0 && path.length <= LONGEST_PATH
  if (!fits || !path.every(part => part instanceof Uint8Array))
    throw new CeremonyError('refused', clause, 'The attestation statement has no certificates')
  return path
}

function subjectOf(name: Buffer): Certificate['subject'] {
  const subject: Certificate['subject'] = {}
  for (const part of readDerValues(name).flatMap(set => readDerValues(set.content))) {
    const [type, value] = readDerValues(part.content)
    const attribute = attributes.get(type?.content.toString('hex') as '550406')
    if (attribute && value) subject[attribute] = value.content.toString('utf8')
  }
  return subject
}

function extensionsOf(list: Buffer | undefined): Certificate['extensions'] {
  const found = new Map<string, { critical: boolean; value: Buffer }>()
  for (const extension of list ? derChildren(list) : []) {
    const parts = readDerValues(extension.content)
    const [type, value] = [parts[0], parts.at(-1)]
    if (type && value) found.set(type.content.toString('hex'), { critical: parts.length === 3, value: value.content })
  }
  return found
}

export function certificateOf(der: Uint8Array | undefined, clause: string): Certificate {
  try {
    const x509 = new X509Certificate(der ?? new Uint8Array())
    const body = derChildren(x509.raw)[0]?.content ?? Buffer.alloc(0)
    const [head, ...rest] = readDerValues(body)
    const versioned = head?.identifier === 0xa0
    const subject = (versioned ? rest[4] : rest[3])?.content ?? Buffer.alloc(0)
    return {
      key: x509.publicKey,
      authority: x509.ca,
      version: versioned ? (derChildren(body)[0]?.content.readUInt8(0) ?? 0) + 1 : 1,
      subject: subjectOf(subject),
      nameless: subject.length === 0,
      extensions: extensionsOf(rest.find(part => part.identifier === 0xa3)?.content),
    }
  } catch {
    throw new CeremonyError('refused', clause, 'The attestation statement contains an invalid certificate')
  }
}

/** Whether the certificate names this model or none (§8.2.1). */
export function modelMatches({ extensions }: Certificate, aaguid: string): boolean {
  const model = extensions.get(MODEL)
  return !model || (!model.critical && model.value.toString('hex') === `0410${aaguid.replaceAll('-', '')}`)
}

const isCurrent = (certificate: X509Certificate, now: number) =>
  Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    // A key type that OpenSSL doesn't support proves nothing.
    return false
  }
}

function parsed(certificate: string | Uint8Array): X509Certificate[] {
  try {
    return [new X509Certificate(certificate)]
  } catch {
    return []
  }
}

/**
 * Whether a path (DER, leaf first) ends in or contains one of these roots (PEM). All of it must be valid at
 * that time (§7.1 step 24).
 */
export function isPathTrusted(path: readonly Uint8Array[], roots: readonly string[], at: Date): boolean {
  if (path.length === 0) return false
  const now = at.getTime()
  const trusted = roots.flatMap(parsed).filter(root => isCurrent(root, now))
  const chain = path.flatMap(parsed)
  for (const [index, certificate] of chain.entries()) {
    if (!isCurrent(certificate, now)) return false
    if (trusted.some(root => root.raw.equals(certificate.raw) || isIssuedBy(certificate, root))) return true
    const issuer = chain[index + 1]
    if (!issuer || !isIssuedBy(certificate, issuer)) return false
  }
  return false
}
