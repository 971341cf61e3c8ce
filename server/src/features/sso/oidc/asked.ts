import { AsyncLocalStorage } from 'node:async_hooks'
import type { X509Certificate } from 'node:crypto'
import type { Language } from '@claviger/contract/ground/languages'
import type { OidcApplication, Secrets } from '../../apps/applications/applications.ts'
import type { findToken } from './oidc.store.ts'
import type { Here } from '../browser-sessions/browser-sessions.ts'

/** What is known of the request that the provider is working on; it calls us from deep within. */
export interface Asked {
  readonly ip: string
  readonly userAgent: string
  readonly language: Language
  readonly requestId: string
  /** Who is known at the browser. */
  readonly here: Here | undefined
  /** The certificate that an application showed to the proxy before us. */
  readonly certificate?: X509Certificate | undefined
  /** Applications that were looked up already. */
  readonly applications: Map<string, Promise<(OidcApplication & Secrets) | undefined>>
  /** Tokens that were looked up already. */
  readonly tokens: Map<string, ReturnType<typeof findToken>>
  /** It sends back-channel logouts itself, instead of leaving a job for each. */
  readonly sends?: boolean
  /** The reference that a refusal has been noted under. */
  reference?: string
}

const asked = new AsyncLocalStorage<Asked>()

/** Works for one request. */
export const forRequest = <T>(of: Asked, work: () => T): T => asked.run(of, work)

/** The request that is being worked on. */
export function currentRequest(): Asked {
  const now = asked.getStore()
  if (!now) throw new Error('the provider works for no request')
  return now
}

/** For work that no request asked for. */
export const noRequest = (more: Partial<Asked> = {}): Asked => ({
  ip: '',
  userAgent: '',
  language: 'en',
  requestId: 'sso',
  here: undefined,
  applications: new Map(),
  tokens: new Map(),
  ...more,
})
