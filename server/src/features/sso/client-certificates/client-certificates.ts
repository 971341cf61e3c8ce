import { X509Certificate } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { certificateOf } from '#features/keys/ceremony/ceremony.certificates.ts'
import { insideOf, readDerValues } from '#features/keys/ceremony/ceremony.der.ts'
import { sameName } from './distinguished.ts'

// Checks that an authority issued an application's certificate (RFC 8705 §2.1, RFC 5280 §6). Critical
// extensions that are not supported refuse it; revocation is not checked.

const extensions = {
  keyUsage: '551d0f',
  subjectNames: '551d11',
  constraints: '551d13',
  nameConstraints: '551d1e',
  extendedUsage: '551d25',
}
/** Supported critical extensions; name constraints are not. */
const understood = new Set([
  extensions.keyUsage,
  extensions.subjectNames,
  extensions.constraints,
  extensions.extendedUsage,
])
const signs = 0x80
const signsCertificates = 0x04
const forClients = new Set(['1.3.6.1.5.5.7.3.2', '2.5.29.37.0'])
const weakest = 2048
const longestWay = 4

export interface PresentedCertificate {
  readonly certificate?: X509Certificate | undefined
  readonly chain?: readonly X509Certificate[]
}

export function isTrustedCertificate(
  { certificate, chain = [] }: PresentedCertificate,
  client: object | undefined,
  now: Date,
): boolean {
  const { clientAuthorities = [] } = (client ?? {}) as { clientAuthorities?: readonly string[] }
  try {
    return certificate !== undefined && chainsToAuthority(certificate, chain, clientAuthorities, now)
  } catch {
    // An unreadable certificate proves nothing
    return false
  }
}

/** Whether a certificate chains up to one of the authorities (PEM), with all certificates valid now. */
export function chainsToAuthority(
  leaf: X509Certificate,
  between: readonly X509Certificate[],
  authorities: readonly string[],
  now: Date,
): boolean {
  if (leaf.ca || !isSound(leaf, signs, now)) return false
  const trusted = authorities.map(pem => new X509Certificate(pem))
  const climb = (from: X509Certificate, below: number, left: readonly X509Certificate[]): boolean => {
    if (trusted.some(one => vouches(one, from, below, now))) return true
    return (
      below < longestWay &&
      left.some(
        one =>
          vouches(one, from, below, now) &&
          climb(
            one,
            below + 1,
            left.filter(other => other !== one),
          ),
      )
    )
  }
  return climb(leaf, 0, between)
}

/** Whether an authority may issue a certificate, with so many authorities below it. */
function vouches(authority: X509Certificate, certificate: X509Certificate, below: number, now: Date): boolean {
  if (!authority.ca || /md5|sha1/i.test(certificate.signatureAlgorithm ?? 'md5')) return false
  return (
    isSound(authority, signsCertificates, now) &&
    below <= mostBelow(authority) &&
    certificate.checkIssued(authority) &&
    certificate.verify(authority.publicKey)
  )
}

/** Checks validity, key length, usage, and that there are no unsupported critical extensions. */
function isSound(certificate: X509Certificate, use: number, now: Date): boolean {
  if (now < certificate.validFromDate || certificate.validToDate <= now) return false
  const bits = certificate.publicKey.asymmetricKeyDetails?.modulusLength
  if (bits !== undefined && bits < weakest) return false
  const found = extensionsOf(certificate)
  if ([...found].some(([id, { critical }]) => critical && !understood.has(id))) return false
  if (found.has(extensions.nameConstraints)) return false
  const usage = found.get(extensions.keyUsage)
  // The first byte of a bit string is the number of unused bits
  if (usage && ((readDerValues(usage.value)[0]?.content[1] ?? 0) & use) === 0) return false
  return !found.has(extensions.extendedUsage) || certificate.keyUsage.some(one => forClients.has(one))
}

const extensionsOf = (certificate: X509Certificate) => certificateOf(certificate.raw, 'RFC 5280').extensions

/** `pathLenConstraint`: the maximum number of authorities below, not counting the leaf. */
function mostBelow(authority: X509Certificate): number {
  const constraints = extensionsOf(authority).get(extensions.constraints)
  const length = constraints && insideOf(constraints.value).find(({ identifier }) => identifier === 0x02)
  return length ? length.content.readUIntBE(0, Math.min(length.content.length, 6)) : longestWay
}

type Property = `tls_client_auth_${'subject_dn' | 'san_dns' | 'san_uri' | 'san_ip' | 'san_email'}`

// Tags of general names (RFC 5280 §4.2.1.6)
const tags = {
  tls_client_auth_san_email: 0x81,
  tls_client_auth_san_dns: 0x82,
  tls_client_auth_san_uri: 0x86,
  tls_client_auth_san_ip: 0x87,
} as const

export function subjectFits({ certificate }: PresentedCertificate, property: string, expected: string): boolean {
  if (!certificate) return false
  try {
    return hasName(certificate, property as Property, expected)
  } catch {
    return false
  }
}

/** Compares names; host parts case-insensitively, everything else exactly. */
export function hasName(certificate: X509Certificate, property: Property, expected: string): boolean {
  if (property === 'tls_client_auth_subject_dn') return sameName(certificate.subject, expected)
  const names = extensionsOf(certificate).get(extensions.subjectNames)
  if (!names) return false
  return insideOf(names.value)
    .filter(({ identifier }) => identifier === tags[property])
    .some(({ content }) => {
      if (property === 'tls_client_auth_san_ip') return sameAddress(content, expected)
      const name = content.toString('latin1')
      if (property === 'tls_client_auth_san_dns') return name.toLowerCase() === expected.toLowerCase()
      return property === 'tls_client_auth_san_email' ? sameMailbox(name, expected) : name === expected
    })
}

const sameMailbox = (one: string, other: string): boolean => {
  const split = (mailbox: string) => {
    const at = mailbox.lastIndexOf('@')
    return [mailbox.slice(0, at), mailbox.slice(at).toLowerCase()].join('')
  }
  return split(one) === split(other)
}

function sameAddress(bytes: Buffer, expected: string): boolean {
  const kind = isIP(expected)
  if ((kind === 4 ? 4 : 16) !== bytes.length || kind === 0) return false
  const text = kind === 4 ? [...bytes].join('.') : (bytes.toString('hex').match(/.{4}/g) ?? []).join(':')
  const list = new BlockList()
  list.addAddress(text, kind === 4 ? 'ipv4' : 'ipv6')
  return list.check(expected, kind === 4 ? 'ipv4' : 'ipv6')
}
