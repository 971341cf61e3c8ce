import type { World } from '../../../ground/world.ts'
import { sealedVault } from './sealed.ts'
import type { Vault, VaultName } from './vault.ts'

const sealed = sealedVault()

/** The vault that new keys are made in. */
export const vaultFor = (_world: Pick<World, 'config'>): Vault => sealed

/** The vault that made a key; several may be in use at once. */
export function vaultOf(_world: Pick<World, 'config'>, name: VaultName): Vault {
  if (name !== 'sealed') throw new Error(`this installation has no vault “${name}”`)
  return sealed
}
