import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

export async function notifyItWaits(
  ctx: TransactionContext,
  owner: { email: string; first_name: string },
  { key, href, from }: { key: string; href: string; from: Date | null },
): Promise<void> {
  await mail(ctx, owner.email, say => ({
    subject: from === null ? say('Is this security key yours?') : say('A security key will soon work for your account'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs:
      from === null
        ? [
            say('The security key “{key}” was added to your account, or its verification was changed.', { key }),
            say(
              "Because you have administrative permissions, the key doesn't work until you confirm that it is yours.",
            ),
          ]
        : [
            say('The security key “{key}” was confirmed through your email address. It can be used in 24 hours.', {
              key,
            }),
            say("If this wasn't you, open the link and suspend the key."),
          ],
    button: { label: from === null ? say('Review key') : say('View key'), href },
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}
