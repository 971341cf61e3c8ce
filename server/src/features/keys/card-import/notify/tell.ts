import { verifications } from '@claviger/contract/keys/token-policies'
import { record } from '../../../../ground/record/record.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { mail } from '../../../../outside/mail.ts'
import { userById } from '../../../people/users/users.ts'
import { givePin } from '../../security-keys/acts/acts.ts'
import { type KeyRow, keyById, objectOf, pinConfigOfKeys } from '../../security-keys/security-keys.ts'
import { type CardImportRecord, keepTold, rowsToTell, updateCardImport } from '../card-import.store.ts'

// Each user costs a mail, which is a job of its own
const size = 100

/** Tells the next users of an import of their cards; answers whether some wait. The import is held by the caller. */
export async function tellSome(ctx: Ctx, of: CardImportRecord): Promise<boolean> {
  const rows = await rowsToTell(ctx.db, of.id, size)
  const rules = await pinConfigOfKeys(ctx)
  const mailed: number[] = []
  for (const row of rows) {
    const key = row.key_id === null ? undefined : await keyById(ctx, row.key_id)
    if (!key || !(await tellOwner(ctx, key, rules, { id: of.actor_id, name: of.actor_name }))) continue
    mailed.push(row.row)
  }
  const untold = rows.map(row => row.row).filter(row => !mailed.includes(row))
  await keepTold(ctx.db, of.id, mailed, true)
  await keepTold(ctx.db, of.id, untold, false)
  await updateCardImport(ctx.db, of.id, {
    notified: of.notified + rows.length,
    mailed: of.mailed + mailed.length,
    notifying: rows.length > 0,
  })
  return rows.length > 0
}

/** Mails a made PIN where the card has none yet, else that it works. Answers false for an owner without a mailbox. */
async function tellOwner(
  ctx: Ctx,
  key: KeyRow,
  rules: Parameters<typeof givePin>[2],
  by: { id: string | null; name: string },
): Promise<boolean> {
  const owner = await userById(ctx, key.user_id)
  if (!owner || owner.email === null) return false
  if (key.verification === verifications.pin && key.pin_sealed === null) {
    await record(ctx, { action: 'security-key.pin-reset', object: objectOf(key), by })
    return (await givePin(ctx, key, rules)).mailed
  }
  await mail(ctx, owner.email, say => ({
    subject: say('Your access card works now'),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say('Your access card was assigned to you as the security key “{key}”. You can use it.', { key: key.name }),
    ],
    button: { label: say('See your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
  return true
}
