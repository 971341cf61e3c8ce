import { problem } from '#platform/problem.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { isInstallationSetUp } from './registration.store.ts'

export const setupKey = (world: AppContext): string =>
  keyedHash(world.hashKey, 'first-start', 'setup').toString('base64url')

/** Creates the first workspace with the super administrator; undefined once there is one. */
export async function setupLink(world: AppContext): Promise<string | undefined> {
  const actor = { kind: 'operator', name: 'Claviger' } as const
  const request = { id: 'first-start', ip: '', userAgent: '' }
  const isDone = await transact(world, { actor, request, everywhere: true }, ctx => isInstallationSetUp(ctx.db))
  return isDone ? undefined : `${world.config.publicUrl}/auth/register?setup=${setupKey(world)}`
}

/** @throws link-spent for a wrong key, or if there is a super administrator */
export async function mustOpenSetup(ctx: TransactionContext, key: string): Promise<void> {
  const isRight = sameBytes(Buffer.from(key), Buffer.from(setupKey(ctx)))
  if (!isRight || (await isInstallationSetUp(ctx.db))) throw problem('link-spent')
}
