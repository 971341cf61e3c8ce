import { openTo } from '../../../ground/entrance/entrance.ts'
import { atOnce } from '../../../ground/db/transaction.ts'
import type { Apart } from '../../../ground/world.ts'

export interface HereRow {
  user_id: string
  name: string
  email: string | null
  method: string
  /** The way in, as authentication profiles name it; null where none of them closes it. */
  way: string | null
  created_at: Date
  verified_at: Date | null
  ip: string | null
  key_id: string | null
  key_kind: number | null
  /** Of the passkey: it can be copied to other devices; null where none opened the session. */
  copied: boolean | null
  /** Who is behind the session was read from the copy that calls keep of it. */
  cached: boolean
}

/**
 * One row of whoever is behind a session that stands, to be read along in a statement about more. What stands and what has
 * ended is judged where each call asks it; `known` says whether the person is known by it to applications.
 */
export const hereOfSession = (session: string): string => `
  select e.user_id, e.name, e.email, s.method, s.way, s.created_at, s.verified_at, s.ip, s.key_id, k.kind as key_kind,
    c.backup_eligible as copied, e.cached,
    s.opened_by is null and ${openTo('oidc', 'e.workspace_status')} as known
  from enter_session(current_workspace(), ${session}) e
  join sessions s on s.workspace_id = current_workspace() and s.id = ${session}
  left join security_keys k on k.workspace_id = current_workspace() and k.id = s.key_id
  left join credentials c on c.workspace_id = current_workspace() and c.id = s.credential_id
  where ${session} is not null
  limit 1`

const here = `select * from (${hereOfSession('$1::uuid')}) h where h.known`

/** Who is behind a session of the workspace, and how they signed in; undefined where it does not stand any more. */
export const findHere = async (at: Apart, session: string): Promise<HereRow | undefined> =>
  (await atOnce<HereRow>(at, { text: here, values: [session] }))[0]
