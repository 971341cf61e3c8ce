import type { Ctx } from '#platform/world.ts'
import { mail } from '#integrations/mail.ts'
import type { ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import type { UserRow } from '#features/people/users/users.ts'
import type { Identity } from './identity.ts'

/** Emails a user that an external account can sign in to their account from now on. */
export async function mailLinked(
  ctx: Ctx,
  { name: provider }: ProviderRow,
  { told }: Identity,
  user: Pick<UserRow, 'email' | 'first_name'>,
  confirmed: boolean,
): Promise<void> {
  if (user.email === null) return
  const [address] = told.email ?? []
  await mail(ctx, user.email, say => ({
    subject: say('An external account was linked to your account'),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [
      address === undefined
        ? say('An account at {provider} can now sign in to your account.', { provider })
        : say('The account {address} at {provider} can now sign in to your account.', { address, provider }),
      ...(confirmed
        ? []
        : [
            say(
              'Your organization links accounts by matching values, without asking you. You can unlink it in your profile.',
            ),
          ]),
      say("If this wasn't you, contact your administrator immediately."),
    ],
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}
