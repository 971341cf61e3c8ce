import { ConfigError } from '../../../ground/config.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import { pkcs11Vault } from './pkcs11.ts'
import { sealedVault } from './sealed.ts'
import { expectKey, needKey } from './unneeded.store.ts'
import type { KeptKey, OuterVault, Vault, VaultName } from './vault.kept.ts'

type Installation = Pick<World, 'config'>

const sealed = sealedVault()
/** By the path of its library: that is opened once in a process. */
const modules = new Map<string, OuterVault>()

/** The hardware security module of an installation, where it has one: slow, and somebody else's machine. */
export function moduleOf({ config }: Installation): OuterVault | undefined {
  const { pkcs11Module: module, pkcs11PinFile: pinFile, pkcs11Token: label } = config
  if (module === undefined || pinFile === undefined) return undefined
  const known = modules.get(module) ?? pkcs11Vault({ module, label, pinFile })
  modules.set(module, known)
  return known
}

/**
 * Opens the hardware security module before anybody is served, where there is one. Throws a ConfigError that names the
 * setting: without it cards could not sign in, and nobody would know why.
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

/** The vault that new keys are made in: the hardware security module where there is one, else the database. */
export const vaultFor = (world: Installation): Vault => moduleOf(world) ?? sealed

/** The vault that made a key; both may be in use at once. */
export function vaultOf(world: Installation, name: VaultName): Vault {
  if (name === 'sealed') return sealed
  const found = moduleOf(world)
  if (!found) throw new Error('this key is in a hardware security module, and PKCS11_MODULE names none')
  return found
}

/** How long a passkey may take from the making of its key to its storing, ms. */
const MAKING_LASTS = 3_600_000

/** A key is about to be made in the module: unless its passkey is stored within the hour, it is destroyed. */
export const keyExpected = (ctx: Ctx, kept: Uint8Array): Promise<void> =>
  expectKey(ctx.db, kept, new Date(ctx.clock.now().getTime() + MAKING_LASTS))

/** The passkey of a key is stored in the running transaction. */
export async function keyStored(ctx: Ctx, { vault, kept }: KeptKey): Promise<void> {
  if (vault === 'pkcs11') await needKey(ctx.db, kept)
}
