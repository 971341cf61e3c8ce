import { verifications } from '@claviger/contract/keys/token-policies'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { userById } from '#features/people/users/users.ts'
import { longWork, type WorkRowResult } from '#features/work/works/works.ts'
import { mailPinDue } from '../security-keys/security-keys.mails.ts'
import { pinPage } from '../security-keys/security-keys.pins.ts'
import { cardMailTable } from './card-import.store.ts'
import { type SecurityKeyRow, keyById } from '../security-keys/security-keys.ts'

export const cardLetters = longWork<object>(cardMailTable, {
  may: 'keys.write',
  object: 'card-import',
  loggedWithWhatItFollows: true,
  lines: { begun: { action: 'cards.notified', says: work => ({ cards: work.total }) } },
  did: ['done'],
  // Each user gets an email, which is a separate job
  size: () => 100,
  async write(ctx, { by, rows }) {
    const page = await pinPage(ctx)
    const results: WorkRowResult[] = []
    for (const { row, subject } of rows) {
      // An administrator who lost the right to write keys must not trigger emails
      const key = by.holds && subject !== null ? await keyById(ctx, subject) : undefined
      const told = key !== undefined && (await notifyOwner(ctx, key, page))
      results.push({ row, outcome: told ? 'done' : 'refused' })
    }
    return results
  },
})

/**
 * Emails how to set the PIN if the card has none, else that the card works. False for an owner without an email
 * address.
 */
async function notifyOwner(ctx: TransactionContext, key: SecurityKeyRow, page: string | undefined): Promise<boolean> {
  if (key.verification === verifications.pin && key.pin_sealed === null) return mailPinDue(ctx, key, page)
  const owner = await userById(ctx, key.user_id)
  if (!owner || owner.email === null) return false
  await mail(ctx, owner.email, say => ({
    subject: say('Your access card is ready to use'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say('Your access card was assigned to you as the security key “{key}”. You can use it now.', { key: key.name }),
    ],
    button: { label: say('View your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
  return true
}
