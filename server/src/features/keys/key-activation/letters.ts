import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'
import { keyById, waits } from '../security-keys/security-keys.ts'

/** Tells the owner that a key can be used from now on; nothing where there is no mailbox, or the key waits for a proof. */
export async function tellActivated(
  ctx: Ctx,
  owner: { email: string | null; first_name: string },
  { id, name: key }: { id: string; name: string },
): Promise<void> {
  if (owner.email === null) return
  const now = await keyById(ctx, id)
  if (now && waits(now, ctx.clock.now())) return
  await mail(ctx, owner.email, say => ({
    subject: say('Your security key is active'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say('The security key “{key}” can be used now.', { key }),
      say('If this was not you, tell your administrator at once.'),
    ],
    button: { label: say('See your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
}
