import { installationSecret } from '#platform/secrets/secrets.ts'
import { signingKeyOf } from '#platform/secrets/signing-key.ts'
import type { AppContext } from '#platform/app-context.ts'

/** The head of the register at an instant. It proves that nothing before it was removed or rewritten. */
export interface Checkpoint {
  position: number
  hash: string
  at: Date
  signature: string
}

export interface CheckpointSigner {
  sign(position: number, hash: Uint8Array, at: Date): string
  made(checkpoint: Checkpoint): boolean
  readonly publicKey: string
}

const known = new WeakMap<AppContext['superPool'], Promise<CheckpointSigner>>()

/**
 * The signing key is an installation secret, sealed by the master key, so database access is not enough to
 * sign.
 */
export function openSigner(world: AppContext): Promise<CheckpointSigner> {
  const asked = known.get(world.superPool) ?? makeSigner(world)
  known.set(world.superPool, asked)
  asked.catch(() => known.delete(world.superPool))
  return asked
}

async function makeSigner(world: AppContext): Promise<CheckpointSigner> {
  const seed = await installationSecret(world.superPool, world.sealer, 'log-checkpoints')
  const key = signingKeyOf(seed)
  return {
    sign(position, hash, at) {
      const said = statement(position, Buffer.from(hash).toString('hex'), at)
      return `${said}.${key.sign(said)}`
    },
    made: ({ position, hash, at, signature }) => key.made(statement(position, hash, at), signature),
    publicKey: key.publicKey.toString('base64'),
  }
}

const statement = (position: number, hash: string, at: Date) => `claviger-log-1.${position}.${hash}.${at.getTime()}`

const written = /^claviger-log-1\.(\d{1,15})\.([0-9a-f]{64})\.(\d{1,15})\.([\w-]{86})$/

export function readCheckpoint(text: string): Checkpoint | undefined {
  const [, position, hash, at, signature] = written.exec(text.trim()) ?? []
  if (!position || !hash || !at || !signature) return undefined
  return { position: Number(position), hash, at: new Date(Number(at)), signature }
}

export function newestIn(text: string): Checkpoint | undefined {
  let newest: Checkpoint | undefined
  for (const line of text.split('\n')) {
    const read = readCheckpoint(line)
    if (read && (!newest || read.position >= newest.position)) newest = read
  }
  return newest
}
