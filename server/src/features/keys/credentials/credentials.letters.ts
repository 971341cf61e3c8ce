import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'

const changes = {
  added: {
    subject: 'A passkey was added to your account',
    says: 'The passkey “{passkey}” can now be used to sign in to your account.',
  },
  renamed: {
    subject: 'A passkey of your account was renamed',
    says: 'The passkey “{passkey}” is the new name of one of your passkeys.',
  },
  deleted: {
    subject: 'A passkey was deleted from your account',
    says: 'The passkey “{passkey}” can no longer be used to sign in to your account.',
  },
  disowned: {
    subject: 'A passkey that is not yours was deleted',
    says: 'You said that the passkey “{passkey}” was not you. It can no longer be used to sign in to your account.',
  },
  'deleted-from-card': {
    subject: 'A passkey was deleted from a card of yours',
    says: 'The passkey for {passkey} was deleted from your card. It can no longer be used there.',
  },
} as const

/** Tells the owner of a passkey what was done to it; an owner without a mailbox is told nothing. */
export async function notifyOwner(
  ctx: Ctx,
  owner: { email: string | null; first_name: string },
  change: keyof typeof changes,
  passkey: string,
): Promise<void> {
  if (owner.email === null) return
  await mail(ctx, owner.email, say => ({
    subject: say(changes[change].subject),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [say(changes[change].says, { passkey }), say('If this was not you, tell your administrator at once.')],
    button: { label: say('See your passkeys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
}
