import type { CardStatus } from '@claviger/contract/keys/access-keys'
import { msg } from '#platform/languages.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import { keyOfCard, objectOf, objectOfCard } from '../security-keys/security-keys.ts'
import { cardStatusOf } from './card-context.ts'
import { isSignedOut } from './held-keys.store.ts'

const stopped = msg('The security key is suspended or blocked')
const reasons: Record<CardStatus, string> = {
  unknown: msg('No user here has this card'),
  pending: msg('The security key is not active'),
  suspended: stopped,
  blocked: stopped,
  waiting: msg("The security key is waiting for its owner's confirmation"),
  active: msg("The card doesn't give access to this account"),
}

export async function noteRefusedTap(ctx: TransactionContext, card: string, program: { name: string }): Promise<void> {
  const key = await keyOfCard(ctx, card)
  const out = key !== undefined && (await isSignedOut(ctx.db, key.user_id))
  const status = cardStatusOf(key, out, ctx.clock.now())
  const owner = key && status !== 'unknown' ? await userById(ctx, key.user_id) : undefined
  if (!key || !owner) {
    const by = { id: null, name: program.name }
    const entry = { action: 'security-key.refused', failed: reasons.unknown, by, object: objectOfCard(card) } as const
    return recordRefused(ctx, entry, { unknown: card })
  }
  if (!key.audit) return
  const entry = {
    action: 'security-key.refused',
    failed: out ? msg('The account is suspended or deactivated') : reasons[status],
    by: { id: owner.id, name: `${owner.first_name} ${owner.last_name}` },
    object: objectOf(key),
    after: { reader: program.name },
  } as const
  return recordRefused(ctx, entry, { known: key.id })
}
