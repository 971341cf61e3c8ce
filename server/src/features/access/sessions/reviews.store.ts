import type { Facts } from '@claviger/contract/decide/decisions'
import type { StrengthLevel } from '@claviger/contract/decide/policy-content'
import { type Db, run } from '#platform/db/db.ts'
import type { AppContext } from '#platform/app-context.ts'

/** Sessions to review: a user's, or those of the whole workspace. */
export interface Review {
  workspace: string
  /** Null for all users. */
  user: string | null
  /** As text, for a Date has no microseconds. */
  asked_at: string
}

/** Takes reviews that are due, so that no other process does; one that a process did not finish within a minute is due again. */
export async function claimReviews(world: AppContext): Promise<Review[]> {
  const { rows } = await world.superPool.query<Review>(`
    update session_reviews r set taken_at = now()
      from (select workspace_id, subject from session_reviews
        where taken_at is null or taken_at < now() - interval '1 minute'
        order by asked_at limit 100 for update skip locked) due
      where r.workspace_id = due.workspace_id and r.subject = due.subject
    returning r.workspace_id as workspace, nullif(r.subject, r.workspace_id) as user, r.asked_at::text`)
  return rows
}

/**
 * Marks a review as done, unless it was requested again meanwhile. The first time it is repeated two seconds later:
 * a sign-in that read the policies before their change may have been committed behind the review.
 */
export async function finishReview(world: AppContext, { workspace, user, asked_at: askedAt }: Review): Promise<void> {
  const of = [workspace, user, askedAt]
  const same = 'workspace_id = $1 and subject = coalesce($2::uuid, $1) and asked_at = $3::timestamptz'
  await world.superPool.query(`delete from session_reviews where ${same} and not again`, of)
  await world.superPool.query(
    `update session_reviews set again = false, taken_at = now() - interval '58 seconds' where ${same} and again`,
    of,
  )
}

/** Asks for a review of all sessions of some workspaces. */
export const requestSessionReviews = (world: AppContext, workspaces: readonly string[]) =>
  world.superPool.query('select ask_for_review(id, id) from unnest($1::uuid[]) list(id)', [workspaces])

/** A session opened by a sign-in, with the facts for access policies at that time. */
export interface JudgedSession {
  id: string
  user_id: string
  opened_by: string | null
  method: string
  way: string | null
  key_id: string | null
  key_kind: number | null
  model: string | null
  ip: string | null
  position: Facts['position']
  copied: boolean | null
  provider_level: StrengthLevel | null
  administrator: boolean
}

// No policy applies to sessions of the demo and of the operator's command
const judged = `select s.id, s.user_id, s.opened_by, s.method, s.way, s.key_id, k.kind as key_kind, c.aaguid::text as model, s.ip,
    s.position, c.backup_eligible as copied, s.provider_level,
    exists (select from administrators a where a.workspace_id = current_workspace() and a.user_id = s.user_id) as administrator
  from sessions s
  left join security_keys k on k.workspace_id = current_workspace() and k.id = s.key_id
  left join credentials c on c.workspace_id = current_workspace() and c.id = s.credential_id
  where s.workspace_id = current_workspace() and s.ended_at is null and s.expires_at > now()
    and s.method not in ('demo', 'command')`

/** The next sessions, by id, that sign-ins opened for a user, or for anyone. */
export const nextSessions = async (
  db: Db,
  { user, after, most }: { user: string | null; after: string; most: number },
): Promise<JudgedSession[]> => {
  const text = `${judged} and ($1::uuid is null or s.user_id = $1 or s.opened_by = $1) and s.id > $2::uuid
    order by s.id limit $3`
  return (await run<JudgedSession>(db, text, [user, after, most])).rows
}

/** A session that access policies judge; undefined if none does. */
export const judgedSession = async (db: Db, id: string): Promise<JudgedSession | undefined> =>
  (await run<JudgedSession>(db, `${judged} and s.id = $1::uuid`, [id])).rows[0]

/** Ends sessions that the policies in force would not let begin; answers how many. */
export async function endByPolicy(db: Db, ids: readonly string[], now: Date): Promise<number> {
  const text = `update sessions set ended_at = $2::timestamptz, ended_for = 'policy'
    where workspace_id = current_workspace() and id = any($1::uuid[]) and ended_at is null`
  return (await run(db, text, [ids, now])).changed
}
