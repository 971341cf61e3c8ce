import { isolated } from '#platform/parsing/isolated-parser.ts'
import type { AppContext } from '#platform/app-context.ts'
import { ownAddressesOf, type SamlRow } from '#features/connect/identity-providers/identity-providers.ts'
import { ExternalIdentityError } from '../identity.ts'
import type { ReceivedAnswer, VerifiedResponse } from './verify.parse.ts'

export type { VerifiedResponse } from './verify.parse.ts'

// Anyone can send one, so large responses are parsed outside the event loop
const verified = isolated<ReceivedAnswer, VerifiedResponse>({
  module: new URL('verify.parse.ts', import.meta.url),
  parse: async answer => (await import('./verify.parse.ts')).parse(answer),
  size: ({ base64 }) => base64.length,
  small: 16 * 1024,
  largest: 400 * 1024,
  refusal: ({ name, message }) =>
    name === ExternalIdentityError.name ? new ExternalIdentityError(message) : undefined,
  stopped: () => new ExternalIdentityError('The answer is too large or too complex to be read'),
})

/** Verifies the raw response of a SAML provider. @throws ExternalIdentityError */
export function verifyAnswer(
  world: AppContext,
  row: SamlRow,
  privateKeys: readonly string[],
  base64: string,
): Promise<VerifiedResponse> {
  const { entityId, acsUrl } = ownAddressesOf(world, row.id)
  return verified({ now: world.clock.now(), ours: { entityId, acsUrl }, row, privateKeys, base64 })
}
