import { ConfigError } from '#platform/config.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { pkcs11Vault } from './pkcs11.ts'
import { sealedVault } from './sealed-vault.ts'
import { expectKey, markKeyNeeded } from './unneeded.store.ts'
import type { KeptKey, OuterVault, Vault, VaultName } from './vault.kept.ts'

type Installation = Pick<AppContext, 'config'>

const sealed = sealedVault()
/** By library path: a process can open a library only once. */
const modules = new Map<string, OuterVault>()

/** The hardware security module, if configured. It is slow and on another machine. */
export function moduleOf({ config }: Installation): OuterVault | undefined {
  const { pkcs11Module: module, pkcs11PinFile: pinFile, pkcs11Token: label } = config
  if (module === undefined || pinFile === undefined) return undefined
  const known = modules.get(module) ?? pkcs11Vault({ module, label, pinFile })
  modules.set(module, known)
  return known
}

/**
 * Connects to the hardware security module before serving requests. Without it cards couldn't sign in, for no
 * visible reason.
 * @throws ConfigError naming the setting
 */
export async function openModule(world: Installation): Promise<void> {
  try {
    await moduleOf(world)?.open()
  } catch (error) {
    throw new ConfigError([whyClosed(world, error instanceof Error ? error : new Error(String(error)))])
  }
}

function whyClosed({ config }: Installation, error: Error): string {
  const { message } = error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return 'PKCS11_MODULE needs the package pkcs11js, which was left out where no C++ compiler was: npm rebuild pkcs11js'
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return `PKCS11_PIN_FILE cannot be read: ${message}`
  const token = config.pkcs11Token === undefined ? '' : `, token ${config.pkcs11Token}`
  return `PKCS11_MODULE does not open (${config.pkcs11Module}${token}): ${message}`
}

export const vaultFor = (world: Installation): Vault => moduleOf(world) ?? sealed

/** The vault that made a key; both can be in use at the same time. */
export function vaultOf(world: Installation, name: VaultName): Vault {
  if (name === 'sealed') return sealed
  const found = moduleOf(world)
  if (!found) throw new Error('this key is in a hardware security module, and PKCS11_MODULE names none')
  return found
}

const MAKING_LASTS = 3_600_000

/** Announces a key in the module; it is destroyed unless its passkey is stored within the hour. */
export const announceKey = (ctx: TransactionContext, kept: Uint8Array): Promise<void> =>
  expectKey(ctx.db, kept, new Date(ctx.clock.now().getTime() + MAKING_LASTS))

export async function confirmKeyStored(ctx: TransactionContext, { vault, kept }: KeptKey): Promise<void> {
  if (vault === 'pkcs11') await markKeyNeeded(ctx.db, kept)
}
