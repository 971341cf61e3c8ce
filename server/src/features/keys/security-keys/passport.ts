import { decimalOfCard } from '@claviger/contract/keys/card-numbers'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { administratorOf } from '../../../ground/db/transaction.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { endOfKeyLink } from '../../people/account-links/account-links.ts'
import { factsOfModel, isAllowedModel } from '../key-models/key-models.ts'
import { fullRow, keyOfRow } from './security-keys.reply.ts'
import { fingersOf } from './security-keys.store.ts'
import { cardOf } from './security-keys.ts'

/** All that is known about one key. Throws not-found. */
export async function keyInfo(ctx: Ctx, input: { id: string }): Promise<KeyInfo> {
  const row = await fullRow(ctx.db, input.id)
  if (!row) throw problem('not-found')
  // Who knows the number of a badge can copy it, so only those who may assign it read it in full
  const card = administratorOf(ctx).permissions.has('keys.write') ? await cardOf(ctx, row) : undefined
  const passkey = await ctx.db
    .selectFrom('credentials')
    .select('attestation')
    .where('security_key_id', '=', row.id)
    .orderBy('created_at')
    .executeTakeFirst()
  const policy =
    row.policy_id === null
      ? undefined
      : await ctx.db
          .selectFrom('token_policies')
          .select(['id', 'name'])
          .where('id', '=', row.policy_id)
          .executeTakeFirst()
  const attestation = passkey?.attestation ?? null
  return {
    ...keyOfRow(row),
    cardId: card ?? null,
    cardIdDecimal: card === undefined ? null : decimalOfCard(card),
    policy: policy ?? null,
    madeBy: row.made_by_name,
    linkEndsAt: (await endOfKeyLink(ctx, row))?.toISOString() ?? null,
    blockedAt: row.blocked_at?.toISOString() ?? null,
    certification: row.aaguid === null ? null : await factsOfModel(ctx, row.aaguid),
    modelAllowed: row.aaguid === null || (await isAllowedModel(ctx, row.aaguid, attestation ?? 'none none')),
    attestation,
    fingerprints: (await fingersOf(ctx.db, row.id)).map(({ id, name, created_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
    })),
  }
}
