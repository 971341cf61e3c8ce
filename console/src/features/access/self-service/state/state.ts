import type {
  CardReader,
  CodeChannel,
  ProviderSignIn,
  SelfServiceAction,
  SelfServiceConfig,
  TokenResult,
} from '@claviger/contract/access/self-service'
import type { Identity } from '@claviger/contract/access/self-service/form'
import type { VerificationType } from '@claviger/contract/access/self-service-settings'
import type { PinConfig } from '@claviger/contract/platform/pin'
import type { Call } from './page-calls.ts'
import type { Query } from './page-query.ts'

/** 0 home, 1 card, 2 person, 3 verification, 4 PIN, 5 result (constants: self-service-step). */
export type VisitStep = 0 | 1 | 2 | 3 | 4 | 5

export interface Card {
  readonly id: string
  readonly from: 'query' | 'card'
  /** The kind of reader; undefined if the card came from the address. */
  readonly by?: CardReader
}

export interface Wizard {
  readonly step: VisitStep
  /** Steps for Back, the most recent last (R116). */
  readonly history: readonly VisitStep[]
  readonly action: SelfServiceAction | null
  readonly card: Card | null
  readonly identity: Identity | null
  readonly verification: VerificationType
  readonly pinRequired: boolean
  readonly pinConfig: PinConfig | null
  readonly channels: TokenResult['channels']
  readonly unreached: TokenResult['unreached']
  readonly person: TokenResult['person']
  readonly signIn: ProviderSignIn | null
  readonly modal: { readonly channel: CodeChannel; readonly fault: string | null; readonly open: boolean } | null
  /** When a code can be requested again, confirming is possible, and the result closes; milliseconds since 1970. */
  readonly resendAt: number | null
  readonly confirmAt: number | null
  readonly leaveAt: number | null
  readonly spinner: boolean
  /** The created or changed key, and whether it has no PIN; step 5 requires it. */
  readonly done: { readonly keyName: string; readonly pinless: boolean } | null
}

export interface PageNotice {
  readonly text: string
  readonly kind: 'problem' | 'fact'
  readonly code: string | null
  readonly call: Call | null
}

export interface PendingCall {
  readonly id: number
  readonly call: Call
  readonly repeated: boolean
  readonly working: boolean
}

export interface Outage {
  readonly why: 'unreachable' | 'crowded'
  readonly tries: number
}

export interface State {
  readonly query: Query
  /** Origin of the page, for example "https://id.example.com". */
  readonly origin: string
  readonly now: number
  readonly stage: 'opening' | 'open' | 'closed'
  readonly session: string | null
  readonly config: SelfServiceConfig | null
  /** Undefined while it may still answer; null if it is not installed (R82). */
  readonly extension: { readonly id: string; readonly version: string } | null | undefined
  readonly onboarding: 'wanted' | 'settled'
  readonly wizard: Wizard
  readonly asked: PendingCall | null
  readonly calls: number
  readonly away: Outage | null
  readonly notice: PageNotice | null
  readonly restarts: number
  readonly languageChosen: boolean
  /** When a kiosk page forgets the user; null if nothing was entered or the user chose to stay. */
  readonly silentAt: number | null
  readonly resumed: { readonly action: SelfServiceAction; readonly card: Card | null } | null
  readonly returned: { readonly signedIn: string | null; readonly failed: boolean } | null
}

export const freshWizard: Wizard = {
  step: 0,
  history: [],
  action: null,
  card: null,
  identity: null,
  verification: 'none',
  pinRequired: false,
  pinConfig: null,
  channels: [],
  unreached: null,
  person: null,
  signIn: null,
  modal: null,
  resendAt: null,
  confirmAt: null,
  leaveAt: null,
  spinner: false,
  done: null,
}

export const freshState = (query: Query, origin: string, now: number): State => ({
  query,
  origin,
  now,
  stage: 'opening',
  session: null,
  config: null,
  extension: undefined,
  onboarding: query.onboarding ? 'wanted' : 'settled',
  wizard: freshWizard,
  asked: null,
  calls: 0,
  away: null,
  notice: null,
  restarts: 0,
  languageChosen: false,
  silentAt: null,
  returned: null,
  resumed: null,
})
