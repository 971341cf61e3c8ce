import { AsyncLocalStorage } from 'node:async_hooks'
import type { X509Certificate } from 'node:crypto'
import type { Language } from '@claviger/contract/platform/languages'
import type { OidcApplication, ApplicationSecrets } from '#features/apps/applications/applications.ts'
import type { PersonRead } from './prefetch.store.ts'
import type { Admission } from '../admission/admission.ts'
import type { BrowserSession } from '../browser-sessions/browser-sessions.ts'
import type { StoredModel, Item } from './oidc.store.ts'

/** The context of the current request; the provider calls back without passing it. */
export interface OidcRequestFacts {
  readonly ip: string
  readonly userAgent: string
  readonly language: Language
  readonly requestId: string
  readonly here: BrowserSession | undefined
  readonly certificate?: X509Certificate | undefined
  readonly chain?: readonly X509Certificate[]
  readonly applications: Map<string, Promise<(OidcApplication & ApplicationSecrets) | undefined>>
  /** Everything about the request, read in one statement. */
  ahead?: Promise<PrefetchedRequest>
  /** Writes collected into one statement before the response is sent. */
  later?: DeferredFacts
  /** Result of the access policies for the browser's user; both prompts use it. */
  admission?: { readonly user: string; readonly client: string; readonly answer: Promise<Admission> }
  claimsRefused?: readonly string[]
  /** A test by an administrator: it doesn't count, and no application is notified. */
  readonly trial?: boolean
  /** Sends back-channel logouts directly instead of queuing jobs. */
  readonly sends?: boolean
  reference?: string
}

export interface PrefetchedRequest {
  readonly clientId: string | undefined
  readonly stamp: string | null
  readonly items: Map<string, StoredModel | undefined>
  readonly session?: { readonly name: string; readonly payload: Readonly<Record<string, unknown>> } | undefined
  readonly person?: PersonRead | undefined
  readonly here?: BrowserSession | undefined
  readonly admission?: { readonly user: string; readonly opens: boolean; readonly version: number | null } | undefined
}

export interface DeferredFacts {
  readonly items: Item[]
  readonly uses: boolean
  /** The single-use item to be spent; a concurrent second use is refused. */
  used?: { readonly kind: string; readonly name: string }
}

const asked = new AsyncLocalStorage<OidcRequestFacts>()

export const forRequest = <T>(of: OidcRequestFacts, work: () => T): T => asked.run(of, work)

export function currentRequest(): OidcRequestFacts {
  const now = asked.getStore()
  if (!now) throw new Error('the provider works for no request')
  return now
}

export const noRequest = (more: Partial<OidcRequestFacts> = {}): OidcRequestFacts => ({
  ip: '',
  userAgent: '',
  language: 'en',
  requestId: 'sso',
  here: undefined,
  applications: new Map(),
  ...more,
})
