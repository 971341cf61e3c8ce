import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { chainKeeper } from '../chain-keeper.ts'
import { findChain, workspacesWithLog } from '../log-chain.store.ts'
import { openSeals } from '../seals.ts'
import { openSigner } from './checkpoints.ts'
import { signedHead } from './register.ts'

const monday = 1

export const mailCheckpoints: JobKind = {
  name: 'mail-checkpoints',
  cron: '17 6 * * *',
  async work(world) {
    const often = world.config.logCheckpointMail
    if (often === 'never' || (often === 'weekly' && world.clock.now().getUTCDay() !== monday)) return
    await mailNewest(world)
  },
}

export async function mailNewest(world: AppContext): Promise<void> {
  const [seals, signer] = [await openSeals(world), await openSigner(world)]
  const [checkpoint, all] = await transact(world, chainKeeper, async ctx => [
    await signedHead(ctx.db, seals, signer),
    await workspacesWithLog(ctx.db, undefined),
  ])
  if (checkpoint === undefined) return
  for (const { id, slug } of all)
    await transact(world, { actor: chainKeeper.actor, request: chainKeeper.request, workspace: id }, ctx =>
      mailOwners(ctx, id, slug, checkpoint),
    )
}

async function mailOwners(ctx: TransactionContext, workspace: string, slug: string, checkpoint: string): Promise<void> {
  const chain = await findChain(ctx.db, workspace)
  if (!chain) return
  const place = `${chain.position}:${chain.hash.toString('hex')}`
  for (const { name, email } of await ownersOf(ctx)) {
    if (email === null) continue
    await mail(ctx, email, say => ({
      subject: say('Activity log checkpoint of {workspace}', { workspace: slug }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say('Keep this email. You can use it later to prove that earlier log entries were not changed or removed.'),
        say('Position in your activity log: {place}', { place }),
        say('Checkpoint of all logs: {checkpoint}', { checkpoint }),
        say("The server's operator can compare them with the verify-log command."),
      ],
      footer: say('You receive this email because you are an owner of this workspace.'),
    }))
  }
}
