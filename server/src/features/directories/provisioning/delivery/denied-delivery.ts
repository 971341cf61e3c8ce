import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { applicationById } from '#features/apps/applications/applications.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { noteDenied } from '../targets.store.ts'

/** Pauses an application that refuses our token, and notifies the owners once. */
export async function deny(ctx: TransactionContext, id: string, detail: string | null): Promise<void> {
  const application = await applicationById(ctx, id)
  if (!application || !(await noteDenied(ctx.db, id, detail, ctx.clock.now()))) return
  const { name: of } = application
  await record(ctx, { action: 'provisioning.denied', object: { type: 'application', id, name: of } })
  for (const { name, email } of await ownersOf(ctx))
    if (email !== null)
      await mail(ctx, email, say => ({
        subject: say('Provisioning to “{application}” is paused', { application: of }),
        greeting: say('Hello {name},', { name }),
        paragraphs: [
          say(
            "The application refuses the SCIM token. Users and groups aren't sent until you resume the provisioning.",
          ),
          say(
            'Create a new token in the application, enter it here, and turn on the provisioning again. No changes are lost.',
          ),
        ],
        button: {
          label: say('Open application'),
          href: `${ctx.config.publicUrl}/dashboard/sso/apps/${id}?tab=provisioning`,
        },
        footer: say('You receive this email because you are an owner of this workspace.'),
      }))
}
