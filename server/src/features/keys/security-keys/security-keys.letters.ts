import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'
import { userById } from '../../people/users/users.ts'
import { waits } from './security-keys.proof.ts'
import { findKey, type KeyRow } from './security-keys.store.ts'

const changes = {
  renamed: {
    subject: 'A security key of yours was renamed',
    says: 'One of your security keys is now called “{key}”.',
  },
  suspended: {
    subject: 'A security key of yours was suspended',
    says: 'Your administrator suspended the security key “{key}”. It cannot be used until it is activated again.',
  },
  activated: {
    subject: 'A security key of yours can be used again',
    says: 'Your administrator activated the security key “{key}” again.',
  },
  blocked: {
    subject: 'A security key of yours was blocked',
    says: 'The security key “{key}” was blocked after eight wrong PINs. Your administrator can unblock it.',
  },
  unblocked: {
    subject: 'A security key of yours was unblocked',
    says: 'The security key “{key}” was blocked after wrong PINs. It can be used again.',
  },
  deleted: {
    subject: 'A security key of yours was deleted',
    says: 'The security key “{key}” was deleted. It can no longer be used.',
  },
  'pin-changed': {
    subject: 'The PIN of a security key of yours was changed',
    says: 'The security key “{key}” has a new PIN.',
  },
  'pin-demanded': {
    subject: 'A security key of yours needs a PIN now',
    says: 'The security key “{key}” is used with a PIN from now on. Whoever taps it next sets that PIN: do it soon, and keep the card to yourself until then.',
  },
  'finger-added': {
    subject: 'A finger was added to a security key of yours',
    says: 'A finger was added to the security key “{key}”, which opens with it from now on.',
  },
  'finger-deleted': {
    subject: 'A finger was deleted from a security key of yours',
    says: 'A finger was deleted from the security key “{key}”, which no longer opens with it.',
  },
  'pin-again': {
    subject: 'A security key of yours needs a PIN now',
    says: 'The security key “{key}” is used with its PIN again.',
  },
  pinless: {
    subject: 'A security key of yours needs no PIN any more',
    says: 'The security key “{key}” is used without a PIN from now on.',
  },
} as const

export type KeyNews = keyof typeof changes

/** Tells the owner what was done to a key; an owner without a mailbox is told nothing. */
export async function notifyOwnerOfKey(ctx: Ctx, news: KeyNews, key: Pick<KeyRow, 'name' | 'user_id'>): Promise<void> {
  const owner = await userById(ctx, key.user_id)
  if (!owner || owner.email === null) return
  await mail(ctx, owner.email, say => ({
    subject: say(changes[news].subject),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say(changes[news].says, { key: key.name }),
      say('If you did not expect this, ask your administrator.'),
    ],
    button: { label: say('See your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
}

/** Mails a PIN that was made to the owner of its key. Answers false for an owner without a mailbox. */
export async function mailPin(ctx: Ctx, key: Pick<KeyRow, 'name' | 'user_id'>, pin: string): Promise<boolean> {
  const owner = await userById(ctx, key.user_id)
  if (!owner || owner.email === null) return false
  await mail(ctx, owner.email, say => ({
    subject: say('The new PIN of your security key'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [say('This is the new PIN of your security key “{key}”. Keep it to yourself.', { key: key.name })],
    code: pin,
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
  return true
}

/** Tells the owner that a key can be used from now on; nothing where there is no mailbox, or the key waits for a proof. */
export async function notifyActivated(
  ctx: Ctx,
  owner: { email: string | null; first_name: string },
  { id, name: key }: { id: string; name: string },
): Promise<void> {
  if (owner.email === null) return
  const now = await findKey(ctx.db, id)
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
