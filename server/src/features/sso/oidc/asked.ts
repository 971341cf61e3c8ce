import { AsyncLocalStorage } from 'node:async_hooks'
import type { X509Certificate } from 'node:crypto'
import type { Language } from '@claviger/contract/ground/languages'
import type { OidcApplication, Secrets } from '../../apps/applications/applications.ts'
import type { PersonRead } from './ahead.store.ts'
import type { Here } from '../browser-sessions/browser-sessions.ts'
import type { Found, Item } from './oidc.store.ts'

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
  /** Those between it and an authority, as far as the proxy hands them on; nothing is believed of them but their signatures. */
  readonly chain?: readonly X509Certificate[]
  /** Applications that were looked up already. */
  readonly applications: Map<string, Promise<(OidcApplication & Secrets) | undefined>>
  /** What one statement has read of all that the request is about. */
  ahead?: Promise<Ahead>
  /** What is written by one statement when the request has been answered, and before the answer goes out. */
  later?: Later
  /** Claims that were asked for by name, and are not told to this application. */
  claimsRefused?: readonly string[]
  /** An administrator tries an application out: nothing of it counts, and no application is asked who it is. */
  readonly trial?: boolean
  /** It sends back-channel logouts itself, instead of leaving a job for each. */
  readonly sends?: boolean
  /** The reference that a refusal has been noted under. */
  reference?: string
}

/** What was read of all that a request is about before the provider asks for it piece by piece. */
export interface Ahead {
  /** The application that was looked for, and the stamp of its row; null where there is none. */
  readonly clientId: string | undefined
  readonly stamp: string | null
  /** What was looked for, by kind and name; undefined where it is not there or counts no more. */
  readonly items: Map<string, Found | undefined>
  /** The provider's session at the browser, as it is stored. */
  readonly session?: { readonly name: string; readonly payload: Readonly<Record<string, unknown>> } | undefined
  /** Nobody who is suspended or gone. */
  readonly person?: PersonRead | undefined
  /** Who sits before the browser, or signed in where something was given. */
  readonly here?: Here | undefined
  /** Whether the application is assigned to that person, and the version of the access policies. */
  readonly admission?: { readonly user: string; readonly opens: boolean; readonly version: number | null } | undefined
}

/** What a request leaves to be written at its end. */
export interface Later {
  readonly items: Item[]
  /** What is good once is used up in that statement as well. */
  readonly uses: boolean
  /** What is used up by it; whoever comes second is refused. */
  used?: { readonly kind: string; readonly name: string }
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
  ...more,
})
