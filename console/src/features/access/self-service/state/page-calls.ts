import type { selfService, CardReader, CodeChannel, SelfServiceAction } from '@claviger/contract/access/self-service'
import type { Identity } from '@claviger/contract/access/self-service/form'
import type { OutputOf } from '@claviger/contract/platform/endpoint'

type SelfService = typeof selfService

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
  /** `back`: requested by the page itself, which goes back one step if the call fails (R102). */
  | { readonly name: 'code'; readonly type: CodeChannel; readonly back: boolean }
  | { readonly name: 'verify'; readonly code?: string; readonly signedIn?: string }
  | { readonly name: 'enroll'; readonly pin?: string }
  | { readonly name: 'reset'; readonly pin: string }

export type ReplyTo<N extends Call['name']> = OutputOf<SelfService[N]['reply']>

export type Reply = { [N in Call['name']]: { readonly name: N; readonly reply: ReplyTo<N> } }[Call['name']]

/** Calls during which going back is blocked until the server has answered. */
export const blocksGoingBack = (call: Call): boolean => call.name === 'enroll' || call.name === 'reset'
