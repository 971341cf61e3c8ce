import { verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { AppContext } from '#platform/app-context.ts'
import type { SamlRow } from '#features/connect/identity-providers/identity-providers.ts'
import { ExternalIdentityError } from '../identity.ts'
import { type SignedOut, signedOutOf } from './saml-sign-out.ts'
import { parseStrictly } from './strict-xml.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const largest = 64 * 1024
const names = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'] as const
const hashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}

const refuse = (message: string): never => {
  throw new ExternalIdentityError(message)
}

/**
 * Verifies a SAML logout message in the redirect binding (Bindings §3.4.4.1): the signature covers the raw query, so
 * it is verified as received; duplicate parameters are refused.
 * @throws ExternalIdentityError
 */
export function verifySignOutAddress(world: AppContext, row: SamlRow, query: string): SignedOut {
  const raw = rawIn(query)
  const value = (name: (typeof names)[number]) => decoded(raw.get(name) ?? '')
  const hash = Object.hasOwn(hashes, value('SigAlg')) ? hashes[value('SigAlg')] : undefined
  if (hash === undefined) return refuse('The request is not signed, or by what is not accepted')
  const signed = (['SAMLRequest', 'RelayState', 'SigAlg'] as const)
    .filter(name => raw.has(name))
    .map(name => `${name}=${raw.get(name) ?? ''}`)
    .join('&')
  const signature = Buffer.from(value('Signature'), 'base64')
  const keys = row.settings.certificates.map(pem => new X509Certificate(pem).publicKey)
  if (!keys.some(key => key.asymmetricKeyType === 'rsa' && verify(hash, Buffer.from(signed), key, signature)))
    refuse('The signature is not right')
  const root = parseStrictly(inflated(value('SAMLRequest'))).documentElement
  if (root?.localName !== 'LogoutRequest' || root.namespaceURI !== protocol)
    return refuse('The message is not a sign-out request')
  return signedOutOf(world, row, root)
}

function rawIn(query: string): ReadonlyMap<string, string> {
  const raw = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s)
    if (!names.some(one => one === name)) continue
    if (raw.has(name)) refuse(`${name} comes twice`)
    raw.set(name, value)
  }
  return raw
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return refuse('The address is broken')
  }
}

function inflated(base64: string): string {
  try {
    return inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: largest }).toString('utf8')
  } catch {
    return refuse('What came cannot be unpacked, or is too large')
  }
}
