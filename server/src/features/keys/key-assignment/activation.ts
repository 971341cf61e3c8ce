import { activations } from '@claviger/contract/keys/key-assignment'
import { doneReply } from '@claviger/contract/platform/fields'
import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { later, minutes } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { type KeyPurpose, makeLink } from '#features/people/account-links/account-links.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { changeKey, keyById, type SecurityKeyRow, objectOf, setDefaultKey } from '../security-keys/security-keys.ts'
import { fullRow, keyOfRow } from '../security-keys/security-keys.reply.ts'

const lastsDays = 7
const purposes: Record<number, KeyPurpose> = { [keyKinds.smartphone]: 'phone', [keyKinds.accessCard]: 'card' }

export const makeActivationLink = (ctx: TransactionContext, key: SecurityKeyRow, days: number): Promise<string> =>
  makeLink(ctx, { user: key.user_id, purpose: purposes[key.kind] ?? 'hardware', key: key.id, lastsDays: days })

const says: Record<KeyPurpose, string> = {
  card: 'An access card was assigned to you as a security key. Have it and a card reader at hand, then open the link.',
  phone: 'Your phone was chosen as your security key. Open the link on the phone, or scan the code it shows.',
  hardware: 'A security key was assigned to you. Have it at hand, then open the link.',
}

async function mailNewPin(ctx: TransactionContext, user: UserRow, key: SecurityKeyRow): Promise<void> {
  if (user.email === null) throw problem('no-email')
  const href = await makeActivationLink(ctx, key, lastsDays)
  await mail(ctx, user.email, say => ({
    subject: say('Set a new PIN for your card'),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [
      say('You can set a new PIN for your card “{key}”. Have the card and a card reader ready, then open the link.', {
        key: key.name,
      }),
    ],
    button: { label: say('Set PIN'), href },
    footer: say("The link works once and expires after {days} days. If you didn't expect this email, ignore it.", {
      days: lastsDays,
    }),
  }))
}

/** The caller must have checked that the user has an email address. */
export async function mailActivation(ctx: TransactionContext, user: UserRow, key: SecurityKeyRow): Promise<void> {
  if (user.email === null) throw problem('no-email')
  const href = await makeActivationLink(ctx, key, lastsDays)
  await mail(ctx, user.email, say => ({
    subject: say('Activate your security key'),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [say(says[purposes[key.kind] ?? 'hardware'])],
    button: { label: say('Activate key'), href },
    footer: say("The link works once and expires after {days} days. If you didn't expect this email, ignore it.", {
      days: lastsDays,
    }),
  }))
  await changeKey(ctx.db, key.id, { changed_at: ctx.clock.now(), activation: activations.byUser })
}

/**
 * Emails the activation link of a pending key again, or a PIN reset link for an active card.
 * @throws not-found, above-you, no-email; code-too-soon within a minute of the last change; change-refused for
 * a key without a link
 */
export async function sendKeyLink(ctx: TransactionContext, input: { id: string }) {
  const key = await keyById(ctx, input.id)
  if (!key) throw problem('not-found')
  const user = await userToChange(ctx, key.user_id)
  if (key.status === keyStatus.active && key.kind === keyKinds.accessCard && key.verification === verifications.pin) {
    await mailNewPin(ctx, user, key)
    await record(ctx, { action: 'security-key.pin-reset', object: objectOf(key), after: { by: 'link sent' } })
    return doneReply
  }
  if (key.status !== keyStatus.pending || key.kind === keyKinds.fingerprint)
    throw problem('change-refused', 'This key is not waiting for activation by its user')
  if (key.activation === activations.byUser && later(key.changed_at, minutes(1)) > ctx.clock.now())
    throw problem('code-too-soon')
  await mailActivation(ctx, user, key)
  await record(ctx, {
    action: 'security-key.assigned',
    object: objectOf(key),
    after: { activation: 'link sent again' },
  })
  return doneReply
}

export async function makeDefaultKey(ctx: TransactionContext, input: { id: string }) {
  const key = await keyById(ctx, input.id)
  if (!key) throw problem('not-found')
  await userToChange(ctx, key.user_id)
  if (!key.is_default) {
    await setDefaultKey(ctx.db, key.user_id, key.id)
    await record(ctx, { action: 'security-key.made-default', object: objectOf(key) })
  }
  const row = await fullRow(ctx.db, key.id)
  if (!row) throw problem('not-found')
  return keyOfRow(row)
}
