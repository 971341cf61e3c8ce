import { decimalOfCard } from '@claviger/contract/keys/card-numbers'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { administratorOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endOfKeyLink } from '#features/people/account-links/account-links.ts'
import { factsOfModel, isAllowedModel } from '../key-models/key-models.ts'
import { policyById } from '../token-policies/token-policies.ts'
import { firstAttestation } from './filters.store.ts'
import { fullRow, keyOfRow } from './security-keys.reply.ts'
import { fingersOf } from './security-keys.store.ts'
import { cardOf } from './security-keys.ts'

export async function passportInfo(ctx: TransactionContext, input: { id: string }): Promise<KeyInfo> {
  const row = await fullRow(ctx.db, input.id)
  if (!row) throw problem('not-found')
  // Knowing a badge number is enough to copy it, so only users who can assign cards see it in full
  const card = administratorOf(ctx).permissions.has('keys.write') ? await cardOf(ctx, row) : undefined
  const policy = row.policy_id === null ? undefined : await policyById(ctx, row.policy_id)
  const attestation = await firstAttestation(ctx.db, row.id)
  return {
    ...keyOfRow(row),
    cardId: card ?? null,
    cardIdDecimal: card === undefined ? null : decimalOfCard(card),
    policy: policy ? { id: policy.id, name: policy.name } : null,
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
