import { record } from '../../../../ground/record/record.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { mail } from '../../../../outside/mail.ts'
import { applicationById } from '../../../apps/applications/applications.ts'
import { ownersOf } from '../../../tenancy/administrators/administrators.ts'
import { noteDenied } from '../targets.store.ts'

/** Pauses an application that refuses our token, and tells the owners once. */
export async function deny(ctx: Ctx, id: string, detail: string | null): Promise<void> {
  const application = await applicationById(ctx, id)
  if (!application || !(await noteDenied(ctx.db, id, detail, ctx.clock.now()))) return
  const { name: of } = application
  await record(ctx, { action: 'provisioning.denied', object: { type: 'application', id, name: of } })
  for (const { name, email } of await ownersOf(ctx))
    if (email !== null)
      await mail(ctx, email, say => ({
        subject: say('“{application}” is not told any more who is assigned to it', { application: of }),
        greeting: say('Hello {name},', { name }),
        paragraphs: [
          say(
            'It refuses the token by which Claviger tells it of people and groups. Nothing is tried until you say so.',
          ),
          say(
            'Make a new token there, enter it here, and switch the provisioning on again. Nothing is lost meanwhile.',
          ),
        ],
        button: {
          label: say('Open the application'),
          href: `${ctx.config.publicUrl}/dashboard/sso/apps/${id}?tab=provisioning`,
        },
        footer: say('You get this mail because you are an owner of this workspace.'),
      }))
}
