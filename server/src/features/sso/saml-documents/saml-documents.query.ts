import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { KeyObject } from 'node:crypto'
import { algorithms } from './saml-documents.names.ts'
import { messageBounds } from './saml-documents.read.ts'
import { signatureOf } from './saml-documents.sign.ts'
import { mustVerify } from './saml-documents.verify.ts'
import { SamlError, tooLarge } from './saml-documents.unacceptable.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

export interface SamlMessage {
  readonly kind: 'SAMLRequest' | 'SAMLResponse'
  readonly binding: 'redirect' | 'post'
  readonly xml: Uint8Array
  readonly relayState: string | undefined
  /** Only of the redirect binding, which signs the query and not the document. */
  readonly signature?: { readonly algorithm: string; readonly bytes: Buffer; readonly value: Buffer }
}

const names = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'] as const

/**
 * A message in a query string (Bindings §3.4.4). The signature covers the raw text, so it is kept raw. Unknown
 * parameters are ignored, duplicates refused.
 * @throws SamlError
 */
export function messageInQuery(query: string): SamlMessage {
  const raw = new Map<string, string>()
  for (const part of query.split('&')) {
    const at = part.indexOf('=')
    const name = names.find(one => one === (at < 0 ? part : part.slice(0, at)))
    if (name === undefined) continue
    if (raw.has(name)) throw new SamlError('query-broken', { name })
    raw.set(name, at < 0 ? '' : part.slice(at + 1))
  }
  const kind = kindOf(name => raw.has(name))
  const value = (name: string) => decoded(raw.get(name))
  const relayState = boundedRelayState(value('RelayState'))
  const xml = inflated(base64(value(kind) ?? ''))
  const algorithm = value('SigAlg')
  const signature = value('Signature')
  if ((algorithm === undefined) !== (signature === undefined)) throw new SamlError('query-broken', { name: 'SigAlg' })
  if (algorithm === undefined || signature === undefined) return { kind, binding: 'redirect', xml, relayState }
  const signed = [kind, 'RelayState', 'SigAlg']
    .filter(name => raw.has(name))
    .map(name => `${name}=${raw.get(name) ?? ''}`)
  const bytes = Buffer.from(signed.join('&'))
  return { kind, binding: 'redirect', xml, relayState, signature: { algorithm, bytes, value: base64(signature) } }
}

export function messageInForm(body: string): SamlMessage {
  const form = new URLSearchParams(body)
  for (const name of names) if (form.getAll(name).length > 1) throw new SamlError('query-broken', { name })
  const kind = kindOf(name => form.has(name))
  const xml = base64(form.get(kind) ?? '')
  if (xml.length > messageBounds.bytes) throw tooLarge('bytes', messageBounds.bytes)
  return { kind, binding: 'post', xml, relayState: boundedRelayState(form.get('RelayState') ?? undefined) }
}

export async function signedAddress(
  to: string,
  kind: SamlMessage['kind'],
  xml: string,
  relayState: string | undefined,
  key: KeyObject,
): Promise<string> {
  const parts: [string, string][] = [[kind, deflateRawSync(Buffer.from(xml)).toString('base64')]]
  if (relayState !== undefined) parts.push(['RelayState', relayState])
  parts.push(['SigAlg', algorithms.rsaSha256])
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const signature = await signatureOf(query, key)
  return `${to}${to.includes('?') ? '&' : '?'}${query}&Signature=${encodeURIComponent(signature)}`
}

export function mustBeSignedQuery(arrived: SamlMessage, keys: readonly KeyObject[]): void {
  if (!arrived.signature) throw new SamlError('signature-missing')
  mustVerify(arrived.signature.algorithm, arrived.signature.bytes, arrived.signature.value, keys)
}

function kindOf(has: (name: string) => boolean): SamlMessage['kind'] {
  const [asks, answers] = [has('SAMLRequest'), has('SAMLResponse')]
  if (asks === answers) throw new SamlError('message-missing')
  return asks ? 'SAMLRequest' : 'SAMLResponse'
}

// Products exceed the standard's 80 bytes; the value is only sent back
function boundedRelayState(value: string | undefined): string | undefined {
  if (value !== undefined && Buffer.byteLength(value) > parserLimits.samlRelayState)
    throw new SamlError('relay-state', { most: String(parserLimits.samlRelayState) })
  return value
}

function decoded(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    throw new SamlError('query-broken')
  }
}

function base64(value: string): Buffer {
  const bare = value.replaceAll(/[\s]/g, '')
  if (bare === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(bare)) throw new SamlError('query-broken')
  return Buffer.from(bare, 'base64')
}

function inflated(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: messageBounds.bytes })
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? tooLarge('bytes', messageBounds.bytes) : new SamlError('query-broken')
  }
}
