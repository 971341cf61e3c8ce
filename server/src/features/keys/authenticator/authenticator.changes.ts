import type { Credential, UserEntity } from './authenticator.card.ts'

/**
 * A change to the durable state of a card. The caller stores all changes of an answer together, **before the
 * reply leaves**. It stores them only if the state it passed is still the stored one (attempts guard
 * themselves). If not, the request is answered again from fresh state. Counters and attempts are drawn while
 * answering (see AuthenticatorDependencies), so those of an unsent answer are lost.
 */
export type AuthenticatorChange =
  /** Follows `credential removed` if it replaces one of the same relying party and user. */
  | { readonly kind: 'credential added'; readonly credential: Credential }
  | { readonly kind: 'credential removed'; readonly id: Uint8Array }
  | { readonly kind: 'user updated'; readonly id: Uint8Array; readonly user: UserEntity }
  | {
      readonly kind: 'credential used'
      readonly id: Uint8Array
      readonly counter: number
      readonly present: boolean
      readonly verified: boolean
    }
  | { readonly kind: 'PIN set'; readonly pinHash: Uint8Array; readonly first: boolean }
  | { readonly kind: 'tries restored' }
