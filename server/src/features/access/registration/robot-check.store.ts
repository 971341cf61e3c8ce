import type { Db } from '#platform/db/db.ts'

/** Records a proof until it expires; false if it was recorded before. */
export async function insertRobotProof(db: Db, proof: Buffer, endsAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto('spent_proofs')
    .values({ proof, expires_at: endsAt })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows !== 0n
}
