import { type Db, run } from '#platform/db/db.ts'
import { reviewedColumns, type ReviewedSignIn } from '../browser-sessions/browser-sessions.facts.ts'

export async function consentOf(db: Db, user: string, application: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('oidc_consents')
    .select('scopes')
    .where('user_id', '=', user)
    .where('application_id', '=', application)
    .executeTakeFirst()
  return row?.scopes
}

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

export async function deleteGiven(db: Db, user: string, client: string): Promise<void> {
  await db
    .deleteFrom('oidc_items')
    .where('user_id', '=', user)
    .where('client_id', '=', client)
    .where('kind', '!=', 'Session')
    .execute()
}

/** The grant of one application in one session, with the facts for access policies. */
export interface GivenRow extends ReviewedSignIn {
  /** Session ID, the cursor of pages. */
  id: string
  user_id: string
  client_id: string
  application_id: string
}

// A page contains complete sessions
const given = `select s.id, s.user_id, i.client_id, a.id as application_id, ${reviewedColumns}
  from (select * from sessions o where o.workspace_id = current_workspace() and o.ended_at is null and o.expires_at > now()
    and o.id > $2::uuid and ($1::uuid is null or o.user_id = $1 or o.opened_by = $1)
    and exists (select from oidc_items h where h.workspace_id = current_workspace() and h.session_id = o.id and h.kind <> 'Session')
    order by o.id limit $3) s
  cross join lateral (select distinct h.client_id from oidc_items h
    where h.workspace_id = current_workspace() and h.session_id = s.id and h.client_id is not null and h.kind <> 'Session') i
  join applications a on a.workspace_id = current_workspace() and a.client_id = i.client_id
  left join security_keys k on k.workspace_id = current_workspace() and k.id = s.key_id
  left join credentials c on c.workspace_id = current_workspace() and c.id = s.credential_id
  order by s.id`

/** Grants of applications in the next sessions by ID, of one user or of all. */
export const givenInSessions = async (
  db: Db,
  { user, after, most }: { user: string | null; after: string; most: number },
): Promise<GivenRow[]> => (await run<GivenRow>(db, given, [user, after, most])).rows

/** Ends an application's grant in a session. */
export async function endGiven(db: Db, session: string, client: string): Promise<void> {
  const text = `delete from oidc_items where workspace_id = current_workspace() and session_id = $1::uuid
    and client_id = $2 and kind <> 'Session'`
  await run(db, text, [session, client])
}
