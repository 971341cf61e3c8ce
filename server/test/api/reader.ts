import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { ctapClient } from '../emulators/ctap-client.ts'
import type { Caller, TestApp } from '../app/test-app.ts'

export const COMPUTER = '5d0c2a5e-1111-4222-8333-444455556666'

/** A card at a reader; each request goes through the API, in one session after another. */
export interface CardAtReader extends ReturnType<typeof ctapClient> {
  /** Ends the session; the next request starts one with a new tap. */
  tap(): void
  tapAgain(): void
  send(request: Uint8Array): Promise<Uint8Array>
  session(): string | undefined
  told(): { message: string; reference: string; signIn?: string | undefined } | undefined
}

export async function registerReader({ as, given }: TestApp, owner = given.owner): Promise<string> {
  const { accessToken } = await given.session(owner)
  const { value } = await as(accessToken).tell(apiKeys.create, { name: 'Front desk', type: keyTypes.clients })
  const { appToken } = await as(value).tell(accessKeys.register, { name: 'Reader', computerId: COMPUTER })
  return appToken
}

export function cardAt(reader: Caller, cardId: string, account?: string): CardAtReader {
  let session: string | undefined
  let again = false
  let told: { message: string; reference: string; signIn?: string | undefined } | undefined
  const send = async (request: Uint8Array) => {
    const tapped = again
    again = false
    const answer = await reader.tell(accessKeys.execute, {
      cardId,
      format: 'hex',
      computerId: COMPUTER,
      request: Buffer.from(request).toString('base64url'),
      ...(session !== undefined && { session }),
      ...(tapped && { tapped }),
      ...(account !== undefined && { account }),
    })
    session = answer.session
    told = answer.refused
    return Buffer.from(answer.response, 'base64url')
  }
  return {
    ...ctapClient(send),
    send,
    session: () => session,
    told: () => told,
    tap: () => (session = undefined),
    tapAgain: () => (again = true),
  }
}

export async function assignCard(
  { as, given }: TestApp,
  user: string,
  cardId: string,
  pin: string | null,
  more: { audit?: boolean } = {},
): Promise<string> {
  const { accessToken } = await given.session(given.administrator)
  const { key } = await as(accessToken).tell(keyAssignment.add, {
    userId: user,
    type: 2,
    activation: 1,
    cardId,
    cardFormat: 'hex',
    settings: {
      verification: pin === null ? 3 : 4,
      credentialStorageLocation: 2,
      proximity: false,
      audit: true,
      offlineLogin: false,
      rememberedPinHours: 0,
      ...more,
    },
  })
  if (pin !== null) await as(accessToken).tell(keyActCalls.resetPin, { deviceId: key.id, pin })
  return key.id
}
