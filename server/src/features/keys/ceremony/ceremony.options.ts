import type { CreationOptions, Descriptor, RequestOptions } from '@claviger/contract/keys/ceremony'
import { idBytes, idOfBytes } from '../../../ground/ids.ts'

/** A credential that already exists, so that the browser can offer it or refuse to make it twice. */
export interface Known {
  /** base64url */
  readonly id: string
  readonly transports?: readonly string[]
}

/** ES256 and RS256 (R169). */
export const ALGORITHMS: readonly number[] = [-7, -257]

/** How long a browser waits for a key to be made, in milliseconds (R169). */
export const CREATION_TIMEOUT = 60_000

/** How long a browser waits for a key to be used, in milliseconds (R169). */
export const REQUEST_TIMEOUT = 90_000

const descriptor = ({ id, transports = [] }: Known): Descriptor => ({
  id,
  type: 'public-key',
  ...(transports.length > 0 && { transports: [...transports] }),
})

/** The relying party id of an installation: the host of its public address. */
export const rpIdOf = (publicUrl: string): string => new URL(publicUrl).hostname

/** The handle that keys keep of a user: workspace and user, 16 bytes each, in base64url; it tells nothing about the person. */
export const handleOf = (workspace: string, user: string): string =>
  Buffer.concat([idBytes(workspace), idBytes(user)]).toString('base64url')

/** Whom a handle names; undefined when it is none of ours. */
export function userOfHandle(handle: string | null | undefined): { workspace: string; user: string } | undefined {
  const bytes = Buffer.from(handle ?? '', 'base64url')
  if (bytes.length !== 32) return undefined
  return { workspace: idOfBytes(bytes.subarray(0, 16)), user: idOfBytes(bytes.subarray(16)) }
}

/** What `navigator.credentials.create()` is asked for; `challenge` in base64url, 32 random bytes. */
export function creationOptions(ask: {
  readonly challenge: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: {
    readonly workspace: string
    readonly id: string
    readonly name: string
    readonly displayName: string
  }
  readonly exclude?: readonly Known[]
  /** `any` also lets the device at hand keep the key. */
  readonly attachment?: 'cross-platform' | 'platform' | 'any'
  /** `direct` lets a security key say its model; `none` spares the user the browser's question. */
  readonly attestation?: 'direct' | 'none'
}): CreationOptions {
  const { challenge, rp, user, exclude = [], attachment = 'cross-platform', attestation = 'direct' } = ask
  return {
    rp: { id: rp.id, name: rp.name },
    user: { id: handleOf(user.workspace, user.id), name: user.name, displayName: user.displayName },
    challenge,
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
    timeout: CREATION_TIMEOUT,
    excludeCredentials: exclude.map(descriptor),
    authenticatorSelection: {
      ...(attachment !== 'any' && { authenticatorAttachment: attachment }),
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation,
    extensions: { credProps: true },
  }
}

/** What `navigator.credentials.get()` is asked for; without `allow` the key finds its user. */
export function requestOptions(ask: {
  readonly challenge: string
  readonly rpId: string
  readonly allow?: readonly Known[]
}): RequestOptions {
  const { challenge, rpId, allow = [] } = ask
  return {
    challenge,
    rpId,
    timeout: REQUEST_TIMEOUT,
    userVerification: 'required',
    allowCredentials: allow.map(descriptor),
  }
}
