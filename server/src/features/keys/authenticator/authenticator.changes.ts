import type { Credential, UserEntity } from './authenticator.card.ts'

/**
 * What a request changes in the durable state of its card. The caller stores all changes of one answer together, **before the
 * reply leaves**, and only while what it gave of the card is still what is stored (the tries aside, which guard themselves);
 * where it no longer is, the same request is answered anew from the fresh state. Counters and tries are drawn while the answer
 * is made (see Faculties), so that what was drawn for an answer never sent is merely lost.
 */
export type Change =
  /** Comes after `credential removed` where it takes the place of one with the same relying party and user. */
  | { readonly kind: 'credential added'; readonly credential: Credential }
  | { readonly kind: 'credential removed'; readonly id: Uint8Array }
  | { readonly kind: 'user updated'; readonly id: Uint8Array; readonly user: UserEntity }
  /** For the log and for "last used"; nothing the authenticator itself relies on. */
  | {
      readonly kind: 'credential used'
      readonly id: Uint8Array
      readonly counter: number
      readonly present: boolean
      readonly verified: boolean
    }
  /** A first PIN or a new one; the card no longer has to change it, and its tries are full again. */
  | { readonly kind: 'PIN set'; readonly pinHash: Uint8Array; readonly first: boolean }
  /** The right PIN was given. */
  | { readonly kind: 'tries restored' }
