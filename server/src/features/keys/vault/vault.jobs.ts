import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { forgetUnneeded, postponeUnneeded, claimUnneeded, type UnneededKey } from './unneeded.store.ts'
import type { OuterVault } from './vault.kept.ts'
import { moduleOf } from './vault.ts'

const asOperator = { kind: 'operator', name: 'Claviger' } as const
const request = { id: 'destroy-module-keys', ip: '', userAgent: '' }

/** Exponential backoff: one minute at first, one day at most. */
const waits = (tries: number) => Math.min(60_000 * 2 ** (tries - 1), 86_400_000)

/**
 * Destroys private keys in the hardware security module whose passkeys were deleted or never stored; runs
 * every minute. An unreachable module is retried later. No transaction is open meanwhile.
 */
export const destroyModuleKeys: JobKind = {
  name: 'destroy-module-keys',
  silent: { tables: ['unneeded_module_keys'], because: 'That a passkey was deleted is recorded; this is its rest' },
  cron: '* * * * *',
  async work(world) {
    const module = moduleOf(world)
    if (module === undefined) return
    for (;;) {
      const due = await everywhere(world, ctx => claimUnneeded(ctx.db, world.clock.now()))
      if (due.length === 0) return
      for (const one of due) await destroy(world, module, one)
    }
  },
}

async function destroy(world: AppContext, module: OuterVault, one: UnneededKey): Promise<void> {
  try {
    await module.destroy(one.kept)
  } catch (error) {
    world.log.warn({ err: error, tries: one.tries }, 'the hardware security module did not destroy a key')
    const due = new Date(world.clock.now().getTime() + waits(one.tries))
    await everywhere(world, ctx => postponeUnneeded(ctx.db, one, due))
    return
  }
  await everywhere(world, ctx => forgetUnneeded(ctx.db, one))
}

const everywhere = <T>(world: AppContext, work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  transact(world, { actor: asOperator, request, everywhere: true }, work)
