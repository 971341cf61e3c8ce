import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'

export async function notifyOwnersOfPage(ctx: TransactionContext, page: string): Promise<void> {
  const { name: who } = askerOf(ctx)
  for (const owner of await ownersOf(ctx)) {
    if (owner.email === null) continue
    await mail(ctx, owner.email, say => ({
      subject: say('Access to the card page “{page}” was changed', { page }),
      greeting: say('Hello {name},', { name: owner.name }),
      paragraphs: [
        say('{who} changed how the card page “{page}” identifies users or what they can do there.', { who, page }),
        say("If you didn't expect this, turn the page off and check the activity log."),
      ],
      button: { label: say('View activity log'), href: `${ctx.config.publicUrl}/dashboard/activity-logs` },
      footer: say('You receive this email because you own this workspace.'),
    }))
  }
}
