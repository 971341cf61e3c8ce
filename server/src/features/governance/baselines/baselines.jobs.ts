import { transact, enterOnly } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { Translate } from '#platform/languages.ts'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import type { AppContext } from '#platform/app-context.ts'
import { record } from '#platform/record/record.ts'
import { mail } from '#integrations/mail.ts'
import type { MailContent } from '#integrations/mail-template.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { checkDrift } from './baselines.customer.ts'
import { changedWorkspaces, findOfferedBaselines, type OfferedRow, dequeueBaselineChanges } from './followed.store.ts'

const everywhere = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'baselines', ip: '', userAgent: '' },
  everywhere: true,
} as const

const batch = 500

/** Compares workspaces whose settings changed with the baselines that they accepted. */
export async function compareChanged(world: AppContext, stopping?: AbortSignal): Promise<void> {
  const changed = await transact(world, everywhere, ctx => changedWorkspaces(ctx.db, batch))
  for (const workspace of changed) {
    if (stopping?.aborted) return
    await transact(world, everywhere, async ctx => {
      await dequeueBaselineChanges(ctx.db, workspace)
      await enterOnly(ctx, workspace)
      await checkDrift(ctx)
    })
  }
}

export const baselineTask: ScheduledTask = { name: 'baseline drift', everySeconds: 3, work: compareChanged }

/** Tells the owners of a customer that a baseline was offered to it, in their log and by email. */
export const mailOffer: JobKind<{ workspace: string; baseline: string }> = {
  name: 'baseline-offer',
  work: (world, { workspace, baseline }) =>
    transact(world, everywhere, async ctx => {
      await enterOnly(ctx, workspace)
      const row = (await findOfferedBaselines(ctx.db)).find(one => one.id === baseline)
      if (!row) return
      await record(ctx, {
        action: 'baseline.offered',
        by: { id: null, name: row.partner },
        object: { type: 'baseline', id: baseline, name: row.name },
        after: { version: row.version },
      })
      for (const owner of await ownersOf(ctx))
        if (owner.email !== null) await mail(ctx, owner.email, say => offerLetter(ctx, say, owner.name, row))
    }),
}

function offerLetter(
  { config }: AppContext,
  say: Translate,
  owner: string,
  { partner, name, drifted }: OfferedRow,
): MailContent {
  const again = drifted > 0
  return {
    subject: again
      ? say('{partner} asks you to accept the baseline “{name}” again', { partner, name })
      : say('{partner} offers you the baseline “{name}”', { partner, name }),
    greeting: say('Hello {name},', { name: owner }),
    paragraphs: [
      again
        ? say(
            '{count, plural, one {# setting of your workspace differs} other {# settings of your workspace differ}} from the baseline that you accepted.',
            { count: drifted },
          )
        : say('A baseline is a set of settings that your partner recommends.'),
      say('Compare it with your settings first. Nothing changes until you accept it.'),
    ],
    button: { label: say('Compare baseline'), href: `${config.publicUrl}/dashboard/workspace/baselines` },
    footer: say('You receive this email because you are an owner of this workspace.'),
  }
}
