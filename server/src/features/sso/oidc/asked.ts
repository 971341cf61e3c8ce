import { AsyncLocalStorage } from 'node:async_hooks'
import type { X509Certificate } from 'node:crypto'
import type { Language } from '@claviger/contract/ground/languages'
import type { OidcApplication, Secrets } from '../../apps/applications/applications.ts'
import type { PersonRead } from './ahead.store.ts'
import type { Here } from '../browser-sessions/browser-sessions.ts'
import type { Found, Item } from './oidc.store.ts'

/** The context of the current request; the provider calls back without passing it. */
export interface Asked {
  readonly ip: string
  readonly userAgent: string
  readonly language: Language
  readonly requestId: string
  readonly here: Here | undefined
  readonly certificate?: X509Certificate | undefined
  readonly chain?: readonly X509Certificate[]
  readonly applications: Map<string, Promise<(OidcApplication & Secrets) | undefined>>
  /** Everything about the request, read in one statement. */
  ahead?: Promise<Ahead>
  /** Writes collected into one statement before the response is sent. */
  later?: Later
  claimsRefused?: readonly string[]
  /** A test by an administrator: it doesn't count, and no application is notified. */
  readonly trial?: boolean
  /** Sends back-channel logouts directly instead of queuing jobs. */
  readonly sends?: boolean
  reference?: string
}

export interface Ahead {
  readonly clientId: string | undefined
  readonly stamp: string | null
  readonly items: Map<string, Found | undefined>
  readonly session?: { readonly name: string; readonly payload: Readonly<Record<string, unknown>> } | undefined
  readonly person?: PersonRead | undefined
  readonly here?: Here | undefined
  readonly admission?: { readonly user: string; readonly opens: boolean; readonly version: number | null } | undefined
}

export interface Later {
  readonly items: Item[]
  readonly uses: boolean
  /** The single-use item to be spent; a concurrent second use is refused. */
  used?: { readonly kind: string; readonly name: string }
}

const asked = new AsyncLocalStorage<Asked>()

export const forRequest = <T>(of: Asked, work: () => T): T => asked.run(of, work)

export function currentRequest(): Asked {
  const now = asked.getStore()
  if (!now) throw new Error('the provider works for no request')
  return now
}

export const noRequest = (more: Partial<Asked> = {}): Asked => ({
  ip: '',
  userAgent: '',
  language: 'en',
  requestId: 'sso',
  here: undefined,
  applications: new Map(),
  ...more,
})
