import { randomBytes } from 'node:crypto'
import type { RequestOptions } from '@claviger/contract/keys/ceremony'
import type { AppContext } from '#platform/app-context.ts'
import type { CeremonyExpectation } from '../ceremony/ceremony.ts'
import { type ExistingCredential, requestOptions, rpIdOf } from '../ceremony/ceremony.options.ts'

export const newChallenge = (): Buffer => randomBytes(32)

const textOf = (challenge: Uint8Array) => Buffer.from(challenge).toString('base64url')

export const expectedBy = ({ config }: Pick<AppContext, 'config'>, challenge: Uint8Array): CeremonyExpectation => ({
  challenge: textOf(challenge),
  origins: [config.publicUrl],
  rpId: rpIdOf(config.publicUrl),
})

export const requestFor = (
  ctx: Pick<AppContext, 'config'>,
  challenge: Uint8Array,
  allow: readonly ExistingCredential[] = [],
): RequestOptions => requestOptions({ challenge: textOf(challenge), rpId: rpIdOf(ctx.config.publicUrl), allow })
