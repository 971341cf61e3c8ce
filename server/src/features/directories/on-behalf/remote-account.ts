import type { OnBehalfReason } from '@claviger/contract/directories/on-behalf'
import { CloudFailure } from '../cloud/cloud.failure.ts'

export interface Offer {
  readonly rp: { readonly id: string; readonly name: string }
  readonly origin: string
  readonly user: { readonly id: Uint8Array; readonly name: string; readonly displayName: string }
  readonly challenge: string
  readonly exclude: readonly Uint8Array[]
  readonly verified: boolean
  readonly hmacSecret: boolean
  /** ID of the pending enrollment at the provider; null if it has none. */
  readonly remote: string | null
}

export interface PasskeyToRegister {
  readonly credentialId: Buffer
  readonly clientDataJSON: Buffer
  readonly attestationObject: Buffer
  readonly name: string
}

export interface PasskeySearch {
  readonly credentialId: Buffer
  readonly name: string
  readonly remote: string | null
}

/** Passkeys of one account at Entra ID or Okta. All methods: @throws CloudFailure, RemoteAccountRefusal */
export interface RemoteAccount {
  administers(): Promise<'yes' | 'no' | 'unknown'>
  begin(): Promise<Offer>
  register(offer: Offer, made: PasskeyToRegister): Promise<string>
  /** ID of a passkey at the provider; undefined if it doesn't exist. */
  find(made: PasskeySearch): Promise<string | undefined>
  remove(remote: string): Promise<void>
}

export class RemoteAccountRefusal extends Error {
  readonly reason: OnBehalfReason
  constructor(reason: OnBehalfReason, says: string = reason) {
    super(says)
    this.reason = reason
  }
}

export function reasonOf(error: unknown): { reason: OnBehalfReason; says: string } {
  if (error instanceof RemoteAccountRefusal) return { reason: error.reason, says: error.message }
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

/** Might the request have succeeded although there was no response? */
export const mayHaveSucceeded = (error: unknown): boolean =>
  !(error instanceof RemoteAccountRefusal) && reasonOf(error).reason === 'away-there'

export const remoteBytes = (text: string): Buffer => Buffer.from(text, 'base64url')
export const remoteText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
