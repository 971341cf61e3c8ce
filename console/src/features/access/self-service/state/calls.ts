import type { selfService, CardReader, CodeChannel, SelfServiceAction } from '@claviger/contract/access/self-service'
import type { Identity } from '@claviger/contract/access/self-service/form'
import type { OutputOf } from '@claviger/contract/ground/endpoint'

type SelfService = typeof selfService

/** A call of the page, as data. */
export type Call =
  | { readonly name: 'challenge' }
  | { readonly name: 'config' }
  | { readonly name: 'start'; readonly type: SelfServiceAction }
  | {
      readonly name: 'lookup'
      readonly cardId: string
      readonly type: 'query' | 'card'
      readonly reader?: CardReader
    }
  | { readonly name: 'token'; readonly identity: Identity }
  /** `back`: asked for by the page itself, which goes back a step when it fails (R102). */
  | { readonly name: 'code'; readonly type: CodeChannel; readonly back: boolean }
  | { readonly name: 'verify'; readonly code?: string; readonly signedIn?: string }
  | { readonly name: 'enroll'; readonly pin?: string }
  | { readonly name: 'reset'; readonly pin: string }

export type ReplyTo<N extends Call['name']> = OutputOf<SelfService[N]['reply']>

/** An answer of the server to a call. */
export type Reply = { [N in Call['name']]: { readonly name: N; readonly reply: ReplyTo<N> } }[Call['name']]

/** Calls after which nobody may turn back before the server has answered. */
export const decisive = (call: Call): boolean => call.name === 'enroll' || call.name === 'reset'
