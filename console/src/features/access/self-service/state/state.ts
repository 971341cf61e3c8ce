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
import type { PinConfig } from '@claviger/contract/ground/pin'
import type { Call } from './calls.ts'
import type { Query } from './query.ts'

/** 0 home, 1 card, 2 person, 3 verification, 4 PIN, 5 result (constants: self-service-step). */
export type Step = 0 | 1 | 2 | 3 | 4 | 5

export interface Card {
  readonly id: string
  /** From the address of the page, or from a reader (R77). */
  readonly from: 'query' | 'card'
  /** What read it; none where the address said it. */
  readonly by?: CardReader
}

/** All that belongs to one enrollment or one new PIN. */
export interface Wizard {
  readonly step: Step
  /** Steps that Back returns to, the latest last (R116). */
  readonly history: readonly Step[]
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
  /** The modal that asks for the code, and why the last code was refused. */
  readonly modal: { readonly channel: CodeChannel; readonly fault: string | null; readonly open: boolean } | null
  /** When a code may be asked for again, the confirmation given, the result left; milliseconds since 1970. */
  readonly resendAt: number | null
  readonly confirmAt: number | null
  readonly leaveAt: number | null
  /** Covers the page (R65). */
  readonly spinner: boolean
  /** Name of the key that the server made or changed, and whether it has no PIN: there is no step 5 without. */
  readonly done: { readonly keyName: string; readonly pinless: boolean } | null
}

/** What the page has to say, and what one can do about it. */
export interface Notice {
  readonly text: string
  readonly kind: 'problem' | 'fact'
  readonly code: string | null
  /** The call that was refused, for those who try again. */
  readonly call: Call | null
}

/** The call under way. */
export interface Asked {
  readonly id: number
  readonly call: Call
  /** An earlier attempt was lost on the way: the server may have done it all the same. */
  readonly repeated: boolean
  /** The browser works for the server's permission. */
  readonly working: boolean
}

/** The server does not answer: everything is kept, and the call repeated. */
export interface Away {
  readonly why: 'unreachable' | 'crowded'
  readonly tries: number
}

export interface State {
  readonly query: Query
  /** Origin of the page: "https://id.example.com". */
  readonly origin: string
  readonly now: number
  readonly stage: 'opening' | 'open' | 'closed'
  readonly session: string | null
  readonly config: SelfServiceConfig | null
  /** Undefined while it may still answer, null when there is none (R82). */
  readonly extension: { readonly id: string; readonly version: string } | null | undefined
  readonly onboarding: 'wanted' | 'settled'
  readonly wizard: Wizard
  readonly asked: Asked | null
  /** Numbers the calls, so that an answer that comes too late is known. */
  readonly calls: number
  readonly away: Away | null
  readonly notice: Notice | null
  /** Sessions begun anew without any answer of worth between them. */
  readonly restarts: number
  /** Somebody chose a language by hand. */
  readonly languageChosen: boolean
  /** When a page that stands in public forgets everything; null where nobody has begun, or wished to stay. */
  readonly silentAt: number | null
  /** What somebody chose at a page whose session had ended: it begins once there is a new one. */
  readonly resumed: { readonly action: SelfServiceAction; readonly card: Card | null } | null
  /** A sign-in elsewhere that this page was left for. */
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

/** A page that was just opened at an address. */
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
