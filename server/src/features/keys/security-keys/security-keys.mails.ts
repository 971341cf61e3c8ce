import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { userById } from '#features/people/users/users.ts'
import { isProofDue } from './security-keys.proof.ts'
import { findKey, type SecurityKeyRow } from './security-keys.store.ts'

const changes = {
  renamed: {
    subject: 'One of your security keys was renamed',
    says: 'One of your security keys is now called “{key}”.',
  },
  suspended: {
    subject: 'One of your security keys was suspended',
    says: "Your administrator suspended the security key “{key}”. You can't use it until it is activated again.",
  },
  activated: {
    subject: 'One of your security keys works again',
    says: 'Your administrator activated the security key “{key}” again.',
  },
  blocked: {
    subject: 'One of your security keys was blocked',
    says: 'The security key “{key}” was blocked after eight wrong PINs. Your administrator can unblock it.',
  },
  unblocked: {
    subject: 'One of your security keys was unblocked',
    says: 'The security key “{key}” was blocked because of wrong PINs. You can use it again.',
  },
  deleted: {
    subject: 'One of your security keys was deleted',
    says: 'The security key “{key}” was deleted. You can no longer use it.',
  },
  'pin-changed': {
    subject: 'The PIN of one of your security keys was changed',
    says: 'The security key “{key}” has a new PIN.',
  },
  'pin-demanded': {
    subject: 'One of your security keys now needs a PIN',
    says: 'The security key “{key}” now requires a PIN. The next person to tap it sets that PIN. Do this soon, and keep the card with you until then.',
  },
  'finger-added': {
    subject: 'A fingerprint was added to one of your security keys',
    says: 'A fingerprint was added to the security key “{key}”. You can now use the key with this fingerprint.',
  },
  'finger-deleted': {
    subject: 'A fingerprint was deleted from one of your security keys',
    says: 'A fingerprint was deleted from the security key “{key}”. The key no longer works with this fingerprint.',
  },
  'pin-again': {
    subject: 'One of your security keys now needs a PIN',
    says: 'The security key “{key}” requires its PIN again.',
  },
  pinless: {
    subject: 'One of your security keys no longer needs a PIN',
    says: 'The security key “{key}” no longer requires a PIN.',
  },
} as const

export type KeyChangeNotice = keyof typeof changes

export async function notifyOwnerOfKey(
  ctx: TransactionContext,
  news: KeyChangeNotice,
  key: Pick<SecurityKeyRow, 'name' | 'user_id'>,
): Promise<void> {
  const owner = await userById(ctx, key.user_id)
  if (!owner || owner.email === null) return
  await mail(ctx, owner.email, say => ({
    subject: say(changes[news].subject),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say(changes[news].says, { key: key.name }),
      say("If you didn't expect this, contact your administrator."),
    ],
    button: { label: say('View your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}

/**
 * Emails the owner how to set a key's PIN: on a card page, or at the next tap. False without an email address.
 */
export async function mailPinDue(
  ctx: TransactionContext,
  key: Pick<SecurityKeyRow, 'name' | 'user_id'>,
  page: string | undefined,
): Promise<boolean> {
  const owner = await userById(ctx, key.user_id)
  if (!owner || owner.email === null) return false
  await mail(ctx, owner.email, say => ({
    subject: say('Set the PIN of your security key'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs:
      page === undefined
        ? [
            say(
              'The security key “{key}” has no PIN. You set it at your next tap. Keep the card with you until then, because the next person to tap it sets the PIN.',
              { key: key.name },
            ),
          ]
        : [
            say(
              'The security key “{key}” has no PIN. Have the card and a card reader ready, then open the link to set it.',
              {
                key: key.name,
              },
            ),
          ],
    ...(page !== undefined && { button: { label: say('Set PIN'), href: page } }),
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
  return true
}

/**
 * Notifies the owner that a key is usable; skipped without an email address or while the key awaits
 * verification.
 */
export async function notifyActivated(
  ctx: TransactionContext,
  owner: { email: string | null; first_name: string },
  { id, name: key }: { id: string; name: string },
): Promise<void> {
  if (owner.email === null) return
  const now = await findKey(ctx.db, id)
  if (now && isProofDue(now, ctx.clock.now())) return
  await mail(ctx, owner.email, say => ({
    subject: say('Your security key is active'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say('You can now use the security key “{key}”.', { key }),
      say("If this wasn't you, contact your administrator immediately."),
    ],
    button: { label: say('View your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}
