import type { Selectable } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

type SecretRow = Selectable<Tables['agent_secrets']>

/** The enrolment secret of the workspace, as far as it is kept. */
export const findSecret = (db: Db): Promise<SecretRow | undefined> =>
  db.selectFrom('agent_secrets').selectAll().executeTakeFirst()

/** Keeps an enrolment secret in the place of the one before. */
export async function keepSecret(db: Db, row: SecretRow): Promise<void> {
  const { workspace_id: _workspace, ...to } = row
  await db
    .insertInto('agent_secrets')
    .values(row)
    .onConflict(conflict => conflict.column('workspace_id').doUpdateSet(to))
    .execute()
}
