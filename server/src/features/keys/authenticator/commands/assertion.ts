import { type CborMap, members } from '#platform/ctap/cbor.ts'
import { descriptor } from '#platform/ctap/descriptors.ts'
import type { Credential } from '../authenticator.card.ts'
import type { HmacSecretRequest } from '../authenticator.session.ts'
import { hmacOutput } from '../hmac-secret.ts'
import { type CommandContext, mustBeAllowed } from '../command-context.ts'
import { authenticatorData } from '../authenticator-data.ts'
import { userMap } from '../entities.ts'

export interface AssertionRequest {
  readonly clientDataHash: Uint8Array
  readonly present: boolean
  readonly verified: boolean
  readonly hmac: HmacSecretRequest | null
  readonly wantsBlob: boolean
}

/** §6.2.2 step 10 */
async function outputs(
  context: CommandContext,
  { hmac, wantsBlob, verified }: AssertionRequest,
  credential: Credential,
): Promise<CborMap> {
  return members(
    ['credBlob', wantsBlob ? (credential.blob ?? new Uint8Array()) : undefined],
    ['hmac-secret', hmac && credential.hmacSecret ? await hmacOutput(context, hmac, credential, verified) : undefined],
  )
}

/**
 * Signs with one credential (§6.2.2 step 13). The counter is drawn last, so that earlier refusals cost none.
 * `among` is the number of accounts that the platform can choose from.
 */
export async function assertion(
  context: CommandContext,
  asked: AssertionRequest,
  credential: Credential,
  among: { readonly count?: number; readonly named: boolean },
): Promise<CborMap> {
  const { faculties, changes } = context
  const { present, verified, clientDataHash } = asked
  const { id, key, party, user, discoverable } = credential
  await mustBeAllowed(context, { rpId: party.id, present, verified })
  const extensions = await outputs(context, asked, credential)
  const counter = await faculties.nextCounter(id)
  const data = authenticatorData({ rpId: party.id, present, verified, counter, extensions })
  const signature = await faculties.sign(key, Buffer.concat([data, clientDataHash]))
  changes.push({ kind: 'credential used', id, counter, present, verified })
  return members(
    [0x01, descriptor(id)],
    [0x02, data],
    [0x03, signature],
    [0x04, discoverable ? userMap(user, among.named && verified) : undefined],
    [0x05, among.count],
  )
}
