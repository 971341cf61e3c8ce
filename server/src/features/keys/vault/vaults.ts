import type { World } from '../../../ground/world.ts'
import { pkcs11Vault } from './pkcs11.ts'
import { sealedVault } from './sealed.ts'
import type { Vault, VaultName } from './vault.ts'

type Installation = Pick<World, 'config'>

const sealed = sealedVault()
/** By the path of its library: that is opened once in a process. */
const modules = new Map<string, Vault>()

function moduleOf({ config }: Installation): Vault | undefined {
  const { pkcs11Module: module, pkcs11PinFile: pinFile, pkcs11Token: label } = config
  if (module === undefined || pinFile === undefined) return undefined
  const known = modules.get(module) ?? pkcs11Vault({ module, label, pinFile })
  modules.set(module, known)
  return known
}

/** The vault that new keys are made in: the hardware security module where there is one, else the database. */
export const vaultFor = (world: Installation): Vault => moduleOf(world) ?? sealed

/** The vault that made a key; both may be in use at once. */
export function vaultOf(world: Installation, name: VaultName): Vault {
  if (name === 'sealed') return sealed
  const found = moduleOf(world)
  if (!found) throw new Error('this key is in a hardware security module, and PKCS11_MODULE names none')
  return found
}
