import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

/** Tells a user that their passkeys here confirm an account at Microsoft from now on. */
export async function mailLinked(
  ctx: TransactionContext,
  to: { email: string | null; name: string },
  account: string,
): Promise<void> {
  if (to.email === null) return
  await mail(ctx, to.email, say => ({
    subject: say('Your passkeys now confirm your account at Microsoft'),
    greeting: say('Hello {name},', { name: to.name }),
    paragraphs: [
      say('When {account} signs in at Microsoft, your keys here are now the second factor.', { account }),
      say('If you did not sign in at Microsoft just now, tell your administrator immediately.'),
    ],
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}
