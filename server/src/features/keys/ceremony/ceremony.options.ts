import type { CreationOptions, Descriptor, RequestOptions } from '@claviger/contract/keys/ceremony'
import { idBytes, idOfBytes } from '#platform/ids.ts'

export interface ExistingCredential {
  readonly id: string
  readonly transports?: readonly string[]
}

/** ES256 and RS256 (R169). */
export const ALGORITHMS: readonly number[] = [-7, -257]

export const CREATION_TIMEOUT = 60_000

export const REQUEST_TIMEOUT = 90_000

const descriptor = ({ id, transports = [] }: ExistingCredential): Descriptor => ({
  id,
  type: 'public-key',
  ...(transports.length > 0 && { transports: [...transports] }),
})

export const rpIdOf = (publicUrl: string): string => new URL(publicUrl).hostname

/**
 * The user handle stored in keys: workspace and user, 16 bytes each, in base64url. It reveals nothing about
 * the user.
 */
export const handleOf = (workspace: string, user: string): string =>
  Buffer.concat([idBytes(workspace), idBytes(user)]).toString('base64url')

export function userOfHandle(handle: string | null | undefined): { workspace: string; user: string } | undefined {
  const bytes = Buffer.from(handle ?? '', 'base64url')
  if (bytes.length !== 32) return undefined
  return { workspace: idOfBytes(bytes.subarray(0, 16)), user: idOfBytes(bytes.subarray(16)) }
}

export function creationOptions(ask: {
  readonly challenge: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: {
    readonly workspace: string
    readonly id: string
    readonly name: string
    readonly displayName: string
  }
  readonly exclude?: readonly ExistingCredential[]
  /** `any` also allows a platform authenticator. */
  readonly attachment?: 'cross-platform' | 'platform' | 'any'
  /** `direct` reveals a security key's model; `none` avoids a browser prompt. */
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

export function requestOptions(ask: {
  readonly challenge: string
  readonly rpId: string
  readonly allow?: readonly ExistingCredential[]
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
