import type { OnBehalfReason } from '@claviger/contract/directories/on-behalf'
import { CloudFailure } from '../cloud/cloud.failure.ts'

/** What the other side wants of a new passkey of somebody. */
export interface Offer {
  readonly rp: { readonly id: string; readonly name: string }
  readonly origin: string
  readonly user: { readonly id: Uint8Array; readonly name: string; readonly displayName: string }
  /** In base64url, as it is signed. */
  readonly challenge: string
  readonly exclude: readonly Uint8Array[]
  /** Its holder must have given a PIN. */
  readonly verified: boolean
  readonly hmacSecret: boolean
  /** How it is called there already; null where it has no name yet. */
  readonly remote: string | null
}

/** A passkey as the other side is told of it. */
export interface ToRegister {
  readonly credentialId: Buffer
  readonly clientDataJSON: Buffer
  readonly attestationObject: Buffer
  /** As it is to be called there. */
  readonly name: string
}

/** A passkey that is looked for, by whatever of it is known. */
export interface Looked {
  readonly credentialId: Buffer
  readonly name: string
  /** How it was called there. */
  readonly remote: string | null
}

/** The account of one person at Entra ID or Okta, as far as passkeys go. All throws CloudFailure and NotTaken. */
export interface There {
  /** Does the person administer there? `unknown` where the connection may not read it. */
  administers(): Promise<'yes' | 'no' | 'unknown'>
  begin(): Promise<Offer>
  /** Registers a passkey, and answers how it is called there. */
  register(offer: Offer, made: ToRegister): Promise<string>
  /** How a passkey is called there; undefined where there is none. */
  find(made: Looked): Promise<string | undefined>
  /** Removes what is called so; does nothing where there is none. */
  remove(remote: string): Promise<void>
}

/** A person cannot be given a passkey there. */
export class NotTaken extends Error {
  readonly reason: OnBehalfReason
  constructor(reason: OnBehalfReason, says: string = reason) {
    super(says)
    this.reason = reason
  }
}

/** Why something failed there, and what the log says of it; a fault of ours stays one. */
export function reasonOf(error: unknown): { reason: OnBehalfReason; says: string } {
  if (error instanceof NotTaken) return { reason: error.reason, says: error.message }
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return { reason: 'away-there', says: "The service didn't respond in time" }
  if (!(error instanceof CloudFailure)) throw error
  const { status, code, message: says } = error
  if (status === 404) return { reason: 'gone-there', says }
  if (status === 401 || status === 403 || (code === 'token' && !error.again))
    return { reason: 'not-permitted-there', says }
  if (error.again || status === 0 || status >= 500) return { reason: 'away-there', says }
  return { reason: 'refused-there', says }
}

/** Was something asked for that may have happened, although no answer came? */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof NotTaken) && reasonOf(error).reason === 'away-there'

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
