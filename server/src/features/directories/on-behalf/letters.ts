import { type OnBehalfService, serviceNames } from '@claviger/contract/directories/on-behalf'
import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'

interface Told {
  email: string | null
  first_name: string | null
}

/** Tells somebody that a passkey was registered for them; false for one without a mailbox. */
export async function tellRegistered(
  ctx: Ctx,
  { email, first_name }: Told,
  { service, key, by }: { service: OnBehalfService; key: string; by: string },
): Promise<boolean> {
  if (email === null) return false
  const values = { service: serviceNames[service], key, by }
  await mail(ctx, email, say => ({
    subject: say('A passkey for {service} was registered for you', values),
    greeting: say('Hello {name},', { name: first_name ?? '' }),
    paragraphs: [
      say('{by} put a passkey for {service} into your card “{key}”. You can sign in there with it.', values),
      say('If you did not expect this, tell your administrator at once.'),
    ],
    button: { label: say('See your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
  return true
}

/** Tells somebody that a Temporary Access Pass was made for them, not its code; false for one without a mailbox. */
export async function tellTap(ctx: Ctx, { email, first_name }: Told, by: string): Promise<boolean> {
  if (email === null) return false
  await mail(ctx, email, say => ({
    subject: say('A Temporary Access Pass was issued for you'),
    greeting: say('Hello {name},', { name: first_name ?? '' }),
    paragraphs: [
      say('{by} issued a Temporary Access Pass for your Microsoft account. Whoever has its code can sign in as you.', {
        by,
      }),
      say('If you did not ask for it, tell your administrator at once.'),
    ],
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
  return true
}
