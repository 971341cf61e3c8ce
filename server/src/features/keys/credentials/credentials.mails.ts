import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

const changes = {
  added: {
    subject: 'A passkey was added to your account',
    says: 'The passkey “{passkey}” can now be used to sign in to your account.',
  },
  renamed: {
    subject: 'A passkey on your account was renamed',
    says: 'One of your passkeys is now called “{passkey}”.',
  },
  deleted: {
    subject: 'A passkey was deleted from your account',
    says: 'The passkey “{passkey}” can no longer be used to sign in to your account.',
  },
  disowned: {
    subject: 'A passkey you reported was deleted',
    says: 'You reported the passkey “{passkey}” as not yours. It can no longer be used to sign in to your account.',
  },
  'deleted-from-card': {
    subject: 'A passkey was deleted from one of your cards',
    says: 'The passkey for {passkey} was deleted from your card. You can no longer use it there.',
  },
} as const

export async function notifyOwner(
  ctx: TransactionContext,
  owner: { email: string | null; first_name: string },
  change: keyof typeof changes,
  passkey: string,
): Promise<void> {
  if (owner.email === null) return
  await mail(ctx, owner.email, say => ({
    subject: say(changes[change].subject),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say(changes[change].says, { passkey }),
      say("If this wasn't you, contact your administrator immediately."),
    ],
    button: { label: say('View your passkeys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}
