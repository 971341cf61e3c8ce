import { createHmac, randomBytes } from 'node:crypto'
import { newId } from '#platform/ids.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { AuthenticatorDependencies } from '../authenticator/authenticator.dependencies.ts'
import { vaultFor, vaultOf } from '../vault/vault.ts'
import type { BeforeKeyCreation, KeptKey, VaultName } from '../vault/vault.kept.ts'
import type { CardContext } from './card-context.ts'

export type CreatedKeys = Map<string, KeptKey>

const aboutSeeds = (publicKey: Uint8Array, owner: string): SealedSubject =>
  `held_credentials:hmac_seeds:${Buffer.from(publicKey).toString('hex')} of ${owner}`

export type SecretsOf = Pick<CardContext, 'sealer' | 'credentials' | 'shared'> & {
  readonly key: { readonly id: string; readonly user_id: string }
}

const ownerOf = ({ key, shared }: Pick<SecretsOf, 'key' | 'shared'>, card: string) =>
  `${shared?.id ?? key.user_id}/${card}`

/** Two sealed 32-byte secrets: for unverified and for verified users (CTAP 2.1 §12.5). */
export const newSeeds = (sealer: CardContext['sealer'], { publicKey, owner }: KeptKey): Buffer =>
  sealer.seal(randomBytes(64), aboutSeeds(publicKey, owner))

export function secretsOf(
  world: Pick<AppContext, 'config'>,
  context: SecretsOf,
  made: CreatedKeys,
  before: BeforeKeyCreation,
): Pick<AuthenticatorDependencies, 'makeKey' | 'sign' | 'hmac'> {
  const { sealer, credentials } = context
  const rowOf = (key: string) => credentials.find(row => row.id === key)
  const keptKey = (key: string) => {
    const row = rowOf(key)
    const known = row && {
      vault: row.vault as VaultName,
      kept: row.vault_key,
      publicKey: row.public_key,
      owner: ownerOf(context, row.security_key_id),
    }
    const found = known ?? made.get(key)
    if (!found) throw new Error('no such key')
    return found
  }
  return {
    async makeKey() {
      const kept = await vaultFor(world).makeKey(sealer, ownerOf(context, context.key.id), before)
      const key = newId()
      made.set(key, kept)
      return { key, publicKey: { x: kept.publicKey.subarray(0, 32), y: kept.publicKey.subarray(32) } }
    },
    sign(key, data) {
      const kept = keptKey(key)
      return vaultOf(world, kept.vault).sign(sealer, kept, data)
    },
    hmac(key, verified, salt) {
      const row = rowOf(key)
      if (!row?.hmac_seeds) throw new Error('this passkey has no secrets')
      const seeds = sealer.open(row.hmac_seeds, aboutSeeds(row.public_key, ownerOf(context, row.security_key_id)))
      const seed = verified ? seeds.subarray(32) : seeds.subarray(0, 32)
      return Promise.resolve(createHmac('sha256', seed).update(salt).digest())
    },
  }
}
