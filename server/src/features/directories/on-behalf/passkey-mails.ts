import { type OnBehalfService, serviceNames } from '@claviger/contract/directories/on-behalf'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

interface Told {
  email: string | null
  first_name: string | null
}

/** Notifies a user that a passkey was registered for them; false without an email. */
export async function mailPasskeyRegistered(
  ctx: TransactionContext,
  { email, first_name }: Told,
  { service, key, by }: { service: OnBehalfService; key: string; by: string },
): Promise<boolean> {
  if (email === null) return false
  const values = { service: serviceNames[service], key, by }
  await mail(ctx, email, say => ({
    subject: say('A passkey for {service} was registered for you', values),
    greeting: say('Hello {name},', { name: first_name ?? '' }),
    paragraphs: [
      say(
        '{by} added a passkey for {service} to your card “{key}”. You can now sign in to {service} with this card.',
        values,
      ),
      say("If you didn't expect this, contact your administrator immediately."),
    ],
    button: { label: say('View your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
  return true
}

/** Notifies a user that a Temporary Access Pass was created, without its code; false without an email. */
export async function mailTemporaryPass(
  ctx: TransactionContext,
  { email, first_name }: Told,
  by: string,
): Promise<boolean> {
  if (email === null) return false
  await mail(ctx, email, say => ({
    subject: say('A Temporary Access Pass was issued for you'),
    greeting: say('Hello {name},', { name: first_name ?? '' }),
    paragraphs: [
      say(
        '{by} issued a Temporary Access Pass for your Microsoft account. Anyone who has its code can sign in as you.',
        {
          by,
        },
      ),
      say("If you didn't ask for it, contact your administrator immediately."),
    ],
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
  return true
}
