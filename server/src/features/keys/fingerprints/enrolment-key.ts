import { createHash } from 'node:crypto'
import type { Ctx } from '../../../ground/world.ts'
import { findEnrolment } from './fingerprints.store.ts'

/** What is kept of a challenge. */
export const hashOfChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/** The key that an enrolment is for; undefined for a challenge of another workspace or of none. */
export const enrolmentKey = async (ctx: Ctx, challenge: string): Promise<string | undefined> =>
  (await findEnrolment(ctx.db, hashOfChallenge(challenge)))?.key_id
