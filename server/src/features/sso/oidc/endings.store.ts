import { atOnce } from '../../../ground/db/transaction.ts'
import type { Apart, World } from '../../../ground/world.ts'

/** Takes sessions that have ended, of whatever workspace, so that no other process looks at them. */
export async function endedSessions(world: World): Promise<{ workspace: string; session: string }[]> {
  const { rows } = await world.superPool.query<{ workspace: string; session: string }>(`
    delete from oidc_endings where (workspace_id, session_id) in (
      select workspace_id, session_id from oidc_endings order by ended_at limit 100 for update skip locked)
    returning workspace_id as workspace, session_id as session`)
  return rows
}

interface Ended {
  payload: { accountId: string; authorizations?: Record<string, { sid?: string }> }
  /** By which of its addresses the workspace was asked. */
  address: string
}

/** Takes away all that was given in a session of ours; answers the provider's sessions of it. */
export function sessionsToEnd(at: Apart, session: string): Promise<Ended[]> {
  const text = `with gone as (
      delete from oidc_items i where i.workspace_id = current_workspace() and i.session_id = $1::uuid returning i.kind, i.payload
    )
    select g.payload, coalesce(g.payload ->> 'address', w.slug) as address from gone g
    join workspaces w on w.id = current_workspace() where g.kind = 'Session'`
  return atOnce<Ended>(at, { text, values: [session] })
}
