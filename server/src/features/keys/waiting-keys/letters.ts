import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'

/** Tells the owner that a key opens nothing any more because it is not theirs. */
export async function notifyItIsStopped(
  ctx: Ctx,
  owner: { email: string | null; first_name: string },
  key: string,
): Promise<void> {
  if (owner.email === null) return
  await mail(ctx, owner.email, say => ({
    subject: say('A security key that is not yours was stopped'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say('You said that “{key}” was not added by you. It opens nothing any more.', { key }),
      say('Tell your administrator, who can find out where it came from.'),
    ],
    button: { label: say('See your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
}
