import { createHash, randomBytes } from 'node:crypto'
import { enrolmentSeconds, enrolmentStates, fingerprintProviders } from '@claviger/contract/keys/fingerprints'
import { later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { proofDateOf } from '../security-keys/security-keys.proof.ts'
import { insertEnrolment } from './fingerprints.store.ts'

export const hashOfChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/** Starts an enrollment and returns its challenge, which is not stored. The caller logs it. */
export async function beginEnrolment(
  ctx: TransactionContext,
  key: { id: string; user_id: string },
  provider: number,
): Promise<string> {
  const now = ctx.clock.now()
  const challenge = randomBytes(32).toString('base64url')
  const seconds = fingerprintProviders[provider]?.seconds ?? enrolmentSeconds.fulfil
  await insertEnrolment(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    user_id: key.user_id,
    key_id: key.id,
    challenge_hash: hashOfChallenge(challenge),
    provider,
    own: proofDateOf(ctx, key.user_id).proved_at !== undefined,
    state: enrolmentStates.notStarted,
    starts_before: later(now, enrolmentSeconds.start * 1000),
    ends_at: later(now, seconds * 1000),
    created_at: now,
  })
  return challenge
}
