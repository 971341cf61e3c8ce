import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'

/** Asks the owner of a key whether it is theirs, or says from when on it counts as that. */
export async function notifyItWaits(
  ctx: Ctx,
  owner: { email: string; first_name: string },
  { key, href, from }: { key: string; href: string; from: Date | null },
): Promise<void> {
  await mail(ctx, owner.email, say => ({
    subject: from === null ? say('Is this security key yours?') : say('A security key will open your account'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs:
      from === null
        ? [
            say('The security key “{key}” was added to your account, or what opens it was changed.', { key }),
            say('You have administrative permissions. So it opens nothing until you say that it is yours.'),
          ]
        : [
            say('The security key “{key}” was confirmed by your address. It can be used a day from now.', { key }),
            say('If this was not you, open the link and stop it.'),
          ],
    button: { label: from === null ? say('Answer the question') : say('See the key'), href },
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
}
