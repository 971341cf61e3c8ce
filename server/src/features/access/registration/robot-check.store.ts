import type { Db } from '../../../ground/db/db.ts'

/** Notes a proof until it ends; false where it was noted before. */
export async function insertProof(db: Db, proof: Buffer, endsAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto('spent_proofs')
    .values({ proof, expires_at: endsAt })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows !== 0n
}
