import { decimalOfCard } from '@claviger/contract/keys/card-numbers'
import { type KeyInfo, traitsOf } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { administratorOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endOfKeyLink } from '#features/people/account-links/account-links.ts'
import { FULL } from '../../authenticator/authenticator.tries.ts'
import { factsOfModel, isAllowedModel } from '../../key-models/key-models.ts'
import { policyById } from '../../token-policies/token-policies.ts'
import { firstAttestation, type KeyListRow } from '../filters.store.ts'
import { storedTriesOf } from './key-uses.store.ts'
import { pinTriesOf } from '../security-keys.pins.ts'
import { fullRow, keyOfRow } from '../security-keys.reply.ts'
import { fingersOf } from '../security-keys.store.ts'
import { cardOf } from '../security-keys.ts'

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
    pin: await pinOf(ctx, row),
    attestation,
    fingerprints: (await fingersOf(ctx.db, row.id)).map(({ id, name, created_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
    })),
  }
}

async function pinOf(ctx: TransactionContext, row: KeyListRow): Promise<KeyInfo['pin']> {
  if (traitsOf(row.kind).verifies !== 'card' || row.verification !== verifications.pin) return null
  const setAt = row.pin_sealed === null ? null : row.pin_set_at
  // Unit administrators don't see the state of authenticators
  const left = ctx.unitsOf === undefined ? pinTriesOf(row, await storedTriesOf(ctx.db, row.id)).left : null
  return { setAt: setAt?.toISOString() ?? null, wrong: left === null ? null : FULL.left - left, tries: FULL.left }
}
