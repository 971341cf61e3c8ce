import type { Db } from '../../../ground/db/db.ts'

/** The scopes that a user lets an application have; undefined where they were never asked, or took it back. */
export async function consentOf(db: Db, user: string, application: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('oidc_consents')
    .select('scopes')
    .where('user_id', '=', user)
    .where('application_id', '=', application)
    .executeTakeFirst()
  return row?.scopes
}

/** Notes that a user agreed. */
export async function saveConsent(
  db: Db,
  workspace: string,
  consent: { user: string; application: string; scopes: string[]; now: Date },
): Promise<void> {
  const { user, application, scopes, now } = consent
  await db
    .insertInto('oidc_consents')
    .values({ workspace_id: workspace, user_id: user, application_id: application, scopes, given_at: now })
    .onConflict(on => on.columns(['workspace_id', 'user_id', 'application_id']).doUpdateSet({ scopes, given_at: now }))
    .execute()
}

/** What a user agreed to, the newest first. */
export const consentsOf = (db: Db, user: string) =>
  db
    .selectFrom('oidc_consents as c')
    .innerJoin('applications as a', join =>
      join.onRef('a.workspace_id', '=', 'c.workspace_id').onRef('a.id', '=', 'c.application_id'),
    )
    .select(['a.id', 'a.name', 'a.client_id', 'c.scopes', 'c.given_at'])
    .where('c.user_id', '=', user)
    .orderBy('c.given_at', 'desc')
    .limit(200)
    .execute()

/** Takes it back; answers of which application, and nothing where there was none. */
export async function deleteConsent(db: Db, user: string, application: string) {
  return db
    .deleteFrom('oidc_consents as c')
    .using('applications as a')
    .whereRef('a.workspace_id', '=', 'c.workspace_id')
    .whereRef('a.id', '=', 'c.application_id')
    .where('c.user_id', '=', user)
    .where('c.application_id', '=', application)
    .returning(['a.id', 'a.name', 'a.client_id', 'c.scopes'])
    .executeTakeFirst()
}

/** Takes away what an application was given for a user. */
export async function deleteGiven(db: Db, user: string, client: string): Promise<void> {
  await db
    .deleteFrom('oidc_items')
    .where('user_id', '=', user)
    .where('client_id', '=', client)
    .where('kind', '!=', 'Session')
    .execute()
}
