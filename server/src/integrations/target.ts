import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type OutgoingFeature, outgoingNames } from '@claviger/contract/tenancy/private-targets'
import type { DeferredText } from '@claviger/contract/platform/wording'
import type { Config } from '../platform/config.ts'
import { sayIn, deferText } from '../platform/languages.ts'
import type { Outgoing } from '../platform/app-context.ts'
import { isPrivate, isWithin, networksOf } from './private-addresses.ts'

/** An external server was unreachable or refused the request; the message is for administrators. */
export class DeliveryError extends Error {
  /** The message, to be said when its reader is known. */
  readonly says: string | DeferredText

  constructor(says: string | DeferredText) {
    super(sayIn('en')(says))
    this.says = says
  }
}

/** What decides whether a private address may be called. */
export interface Guard {
  readonly config: Pick<Config, 'privateNetworks'>
  readonly outgoing: Outgoing
}

/** For calls to services that the operator configured, outside a workspace: needs no approval. */
export const noGuard: Guard = {
  config: { privateNetworks: [] },
  outgoing: { mayReach: () => Promise.resolve('closed') },
}

/**
 * What a call is for: a feature of a workspace, which needs an owner's approval for private addresses; an address that the
 * operator configured, which may be anywhere; or one that strangers name, which must be public.
 */
export type Purpose = { readonly workspace: string; readonly feature: OutgoingFeature } | 'operator' | 'public'

/**
 * The address behind a host name, to be connected to as it is: asked again, the DNS could name another one.
 * Throws Undelivered for an unknown name, and for a private address that may not be called.
 */
export async function addressOf(guard: Guard, purpose: Purpose, host: string, port: number): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  const found = isIP(bare) ? [bare] : (await answers(bare)).map(one => one.address)
  if (purpose === 'operator' && found[0] !== undefined) return found[0]
  const open = found.find(one => !isPrivate(one))
  if (open !== undefined) return open
  const target = `${bare.includes(':') ? `[${bare}]` : bare}:${port}`
  if (typeof purpose === 'string') throw new DeliveryError(deferText('{target} is a private address', { target }))
  const inside = found.find(one => isWithin(networksOf(guard.config), one))
  const verdict = inside === undefined ? 'closed' : await guard.outgoing.mayReach({ ...purpose, host: bare, port })
  if (inside !== undefined && verdict === 'allowed') return inside
  if (verdict === 'closed')
    throw new DeliveryError(
      deferText('{target} is a private address. The operator can allow its network with PRIVATE_NETWORKS.', { target }),
    )
  throw new DeliveryError(
    deferText('{target} is a private address. An owner can allow it for “{feature}” under Private addresses.', {
      target,
      feature: deferText(outgoingNames[purpose.feature], {}),
    }),
  )
}

/** The port that an address leads to. */
const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port))

export async function agentFor(guard: Guard, purpose: Purpose, url: URL, signal: AbortSignal) {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const port = portOf(url)
  return {
    host: await addressOf(guard, purpose, url.hostname, port),
    port,
    path: `${url.pathname}${url.search}`,
    agent: false,
    signal,
    ...(isIP(name) === 0 && { servername: name }),
    minVersion: 'TLSv1.2',
  } as const
}

async function answers(host: string) {
  try {
    return await lookup(host, { all: true, verbatim: true })
  } catch {
    throw new DeliveryError('The name of the receiver is not known to the DNS')
  }
}

const words: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection',
  ECONNRESET: 'The receiver broke the connection off',
  EPIPE: 'The receiver broke the connection off',
  EHOSTUNREACH: 'The receiver cannot be reached',
  ENETUNREACH: 'The receiver cannot be reached',
  ETIMEDOUT: 'The receiver did not answer in time',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired',
}

export function deliveryErrorOf(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const certificate = /CERT|SIGNED|ISSUER/.test(code)
    ? `The certificate of the receiver is not trusted: ${message}`
    : undefined
  return new DeliveryError(words[code] ?? certificate ?? `The connection failed: ${message}`.slice(0, 300))
}
