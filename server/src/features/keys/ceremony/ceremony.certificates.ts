import { type KeyObject, X509Certificate } from 'node:crypto'
import { CeremonyError } from './ceremony.ts'
import { inside, values } from './attestation/der.ts'

/** An X.509 certificate with the parts that node:crypto keeps to itself. */
export interface Certificate {
  readonly key: KeyObject
  /** True for the certificate of an authority. */
  readonly authority: boolean
  readonly version: number
  /** Country, organisation, unit and common name of the subject, as far as it has them. */
  readonly subject: Partial<Record<'C' | 'O' | 'OU' | 'CN', string>>
  /** True when the subject is an empty sequence. */
  readonly nameless: boolean
  /** Extension values by the hexadecimal content of their object identifier. */
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

/** The certificates of a statement in DER, leaf first; a statement whose `x5c` is not a short list of them is refused. */
export function certificatesIn(statement: Map<unknown, unknown>, clause: string): Uint8Array[] {
  const path: unknown = statement.get('x5c')
  const fits = Array.isArray(path) && path.length > 0 && path.length <= LONGEST_PATH
  if (!fits || !path.every(part => part instanceof Uint8Array))
    throw new CeremonyError('refused', clause, 'The attestation statement has no certificates')
  return path
}

function subjectOf(name: Buffer): Certificate['subject'] {
  const subject: Certificate['subject'] = {}
  for (const part of values(name).flatMap(set => values(set.content))) {
    const [type, value] = values(part.content)
    const attribute = attributes.get(type?.content.toString('hex') as '550406')
    if (attribute && value) subject[attribute] = value.content.toString('utf8')
  }
  return subject
}

function extensionsOf(list: Buffer | undefined): Certificate['extensions'] {
  const found = new Map<string, { critical: boolean; value: Buffer }>()
  for (const extension of list ? inside(list) : []) {
    const parts = values(extension.content)
    const [type, value] = [parts[0], parts.at(-1)]
    if (type && value) found.set(type.content.toString('hex'), { critical: parts.length === 3, value: value.content })
  }
  return found
}

/** Takes a certificate apart; bytes that are none are refused under the clause of their format. */
export function certificateOf(der: Uint8Array | undefined, clause: string): Certificate {
  try {
    const x509 = new X509Certificate(der ?? new Uint8Array())
    const body = inside(x509.raw)[0]?.content ?? Buffer.alloc(0)
    const [head, ...rest] = values(body)
    const versioned = head?.identifier === 0xa0
    const subject = (versioned ? rest[4] : rest[3])?.content ?? Buffer.alloc(0)
    return {
      key: x509.publicKey,
      authority: x509.ca,
      version: versioned ? (inside(body)[0]?.content.readUInt8(0) ?? 0) + 1 : 1,
      subject: subjectOf(subject),
      nameless: subject.length === 0,
      extensions: extensionsOf(rest.find(part => part.identifier === 0xa3)?.content),
    }
  } catch {
    throw new CeremonyError('refused', clause, 'The attestation statement contains an invalid certificate')
  }
}

/** Whether the certificate is for authenticators of this model, or does not say for which (§8.2.1). */
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
    // A key of a kind that OpenSSL does not know vouches for nothing.
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
 * Whether a path of certificates (DER, leaf first) ends in one of these roots (PEM), or is itself among them, and all of it
 * is valid at that time (§7.1 step 24).
 */
export function chainsUp(path: readonly Uint8Array[], roots: readonly string[], at: Date): boolean {
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
