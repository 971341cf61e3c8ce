import { bytes64, text64 } from '../ctap/bytes.ts'
import { type CardClient, pinPermissions } from '../ctap/card-client.ts'
import { clientData, originOf } from './client-data.ts'
import type { GetOptions } from './options.ts'
import { type AskPin, tokenFor } from './verification.ts'

export type ChooseAccount = (accounts: readonly string[]) => Promise<number>

interface Answered {
  readonly id: Uint8Array
  readonly authData: Uint8Array
  readonly signature: Uint8Array
  readonly user: Map<string, string | Uint8Array> | undefined
}

const read = (body: Map<number, unknown>): Answered => ({
  id: (body.get(1) as Map<string, Uint8Array>).get('id') as Uint8Array,
  authData: body.get(2) as Uint8Array,
  signature: body.get(3) as Uint8Array,
  user: body.get(4) as Map<string, string | Uint8Array> | undefined,
})

const nameOf = ({ user }: Answered, place: number) =>
  [user?.get('displayName'), user?.get('name')].find(name => typeof name === 'string') ?? `${place + 1}`

/** navigator.credentials.get() with a card: maps to CTAP 2.1 §6.2; returns PublicKeyCredential.toJSON(). */
export async function get(options: GetOptions, card: CardClient, askPin: AskPin, choose: ChooseAccount) {
  const { rpId } = options
  const { json, hash } = await clientData('webauthn.get', options.challenge, originOf(options, rpId))
  const token = await tokenFor(
    card,
    { verification: options.userVerification, permission: pinPermissions.get, rpId },
    askPin,
  )
  const allow = options.allowCredentials?.map(one => ({ id: bytes64(one.id), type: one.type })) ?? []
  const members = { 1: rpId, 2: hash, 3: allow.length > 0 ? allow : undefined }
  const offered = (await card.get(members, hash, token)).map(read)
  const place = offered.length > 1 ? await choose(offered.map(nameOf)) : 0
  const { id, authData, signature, user } = offered[place] as Answered
  const handle = user?.get('id') as Uint8Array | undefined
  return {
    id: text64(id),
    rawId: text64(id),
    type: 'public-key',
    authenticatorAttachment: 'cross-platform',
    response: {
      clientDataJSON: text64(json),
      authenticatorData: text64(authData),
      signature: text64(signature),
      ...(handle && { userHandle: text64(handle) }),
    },
    clientExtensionResults: {},
  }
}
