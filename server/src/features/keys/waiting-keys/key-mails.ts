import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

export async function notifyItIsStopped(
  ctx: TransactionContext,
  owner: { email: string | null; first_name: string },
  key: string,
): Promise<void> {
  if (owner.email === null) return
  await mail(ctx, owner.email, say => ({
    subject: say('A security key you reported was suspended'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say("You reported that you didn't add “{key}”. It no longer works.", { key }),
      say('Inform your administrator, who can find out where the key came from.'),
    ],
    button: { label: say('View your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}
