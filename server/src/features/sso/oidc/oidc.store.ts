import { createHash } from 'node:crypto'
import { type StatementPart, type StatementParts, statementOf } from '#platform/db/parts.ts'
import { runSingleStatement } from '#platform/db/transaction.ts'
import type { AutocommitContext, AppContext } from '#platform/app-context.ts'

export interface Item {
  kind: string
  name: string
  payload: object
  other?: string | undefined
  grant?: string | undefined
  client?: string | undefined
  user?: string | undefined
  session?: string | undefined
  sessionUid?: string | undefined
  expiresAt: Date
}

export const hashOf = (name: string) => createHash('sha256').update(name).digest()

// The spend decides whether anything is written, and in which session the new items continue
const using = `update oidc_items i set consumed_at = now() where i.workspace_id = current_workspace() and i.kind = $1
  and i.id = $2::bytea and i.consumed_at is null returning i.session_id`
const keeping = (
  used: boolean,
  offline = false,
) => `insert into oidc_items as i (workspace_id, kind, id, payload, other, grant_id, client_id, user_id, session_id, expires_at)
  select current_workspace(), n.kind, decode(n.id, 'hex'), n.payload, decode(n.other, 'hex'), n.grant_id, n.client_id, n.user_id,
    coalesce(n.session_id${offline ? ', (select id from offline)' : ''}${used ? ', (select session_id from used)' : ''}, (select s.session_id from oidc_items s
      where s.workspace_id = current_workspace() and s.kind = 'Session' and s.other = decode(n.uid, 'hex'))), n.expires_at
  from agreed, jsonb_to_recordset($1::jsonb) as n (kind text, id text, payload jsonb, other text, grant_id text, client_id text,
    user_id uuid, session_id uuid, uid text, expires_at timestamptz)
  on conflict (workspace_id, kind, id) do update set payload = excluded.payload, other = excluded.other,
    grant_id = excluded.grant_id, user_id = excluded.user_id, session_id = coalesce(excluded.session_id, i.session_id),
    expires_at = excluded.expires_at`
const keepingMore = { used: keeping(true), unused: keeping(false), offline: keeping(true, true) }

// Keeps the grant, because offline access continues after sign-out
const moving = `update oidc_items i set session_id = o.id from offline o
  where i.workspace_id = current_workspace() and i.kind = 'Grant' and i.id = $1::bytea`

const hexOrNull = (name: string | undefined) => (name === undefined ? null : hashOf(name).toString('hex'))

/**
 * Stores a request's items and other writes in one statement. False, and nothing written, if another request
 * spent its item first.
 */
export async function saveItems(
  at: AutocommitContext,
  items: readonly Item[],
  used: { kind: string; name: string } | undefined,
  more: StatementParts,
  offline?: { session: StatementPart; grant: string },
): Promise<boolean> {
  const rows = items.map(one => ({
    kind: one.kind,
    id: hexOrNull(one.name),
    payload: one.payload,
    other: hexOrNull(one.other),
    grant_id: one.grant,
    client_id: one.client,
    user_id: one.user,
    session_id: one.session,
    uid: hexOrNull(one.sessionUid),
    expires_at: one.expiresAt,
  }))
  const parts: StatementParts = {
    ...(used && { used: { text: using, values: [used.kind, hashOf(used.name)] } }),
    agreed: { text: used ? 'select from used' : 'select', values: [] },
    ...(offline && { offline: offline.session, moved: { text: moving, values: [hashOf(offline.grant)] } }),
    kept: { text: keepingMore[offline ? 'offline' : used ? 'used' : 'unused'], values: [JSON.stringify(rows)] },
    ...more,
  }
  const written = await runSingleStatement(at, statementOf(parts, 'select 1 as agreed from agreed'))
  return written.length > 0
}

export const saveItem = (at: AutocommitContext, item: Item): Promise<boolean> => saveItems(at, [item], undefined, {})

export interface StoredModel {
  payload: Record<string, unknown>
  consumed: number | null
}

// Anything tied to a session is valid only while the session is, by the same check as every call
const found = `select i.payload, extract(epoch from i.consumed_at)::integer as consumed from oidc_items i
  where i.workspace_id = current_workspace() and i.kind = $1`
const stands = `(i.session_id is null or exists (select from enter_session(i.workspace_id, i.session_id)))`

/** An item by its secret; undefined if it is gone or its session has ended. */
export const findItem = async (at: AutocommitContext, kind: string, name: string): Promise<StoredModel | undefined> =>
  (
    await runSingleStatement<StoredModel>(at, {
      text: `${found} and i.id = $2::bytea and ${stands}`,
      values: [kind, hashOf(name)],
    })
  )[0]

export const findByOther = async (
  at: AutocommitContext,
  kind: string,
  other: string,
): Promise<StoredModel | undefined> =>
  (
    await runSingleStatement<StoredModel>(at, {
      text: `${found} and i.other = $2::bytea and ${stands}`,
      values: [kind, hashOf(other)],
    })
  )[0]

/** The provider's session of a browser: without a user yet, or of the same user session. */
export const findSessionAt = async (
  at: AutocommitContext,
  name: string,
  session: string | undefined,
): Promise<StoredModel | undefined> =>
  (
    await runSingleStatement<StoredModel>(at, {
      text: `${found} and i.id = $2::bytea and (i.session_id is null or i.session_id = $3::uuid) and ${stands}`,
      values: ['Session', hashOf(name), session ?? null],
    })
  )[0]

/** Spends an item; false if another request was first. */
export const consumeItem = async (at: AutocommitContext, kind: string, name: string): Promise<boolean> =>
  (await runSingleStatement(at, { text: using, values: [kind, hashOf(name)] })).length > 0

export async function deleteItem(at: AutocommitContext, kind: string, name: string): Promise<void> {
  const text = `delete from oidc_items i where i.workspace_id = current_workspace() and i.kind = $1 and i.id = $2::bytea`
  await runSingleStatement(at, { text, values: [kind, hashOf(name)] })
}

/** Deletes everything issued under a grant, including the record of spent items. */
export async function deleteOfGrant(at: AutocommitContext, grant: string): Promise<void> {
  const text = `delete from oidc_items i where i.workspace_id = current_workspace() and i.grant_id = $1`
  await runSingleStatement(at, { text, values: [grant] })
}

/**
 * Moves a session's items to the session in which the same user has just signed in again at that browser. Of a shared
 * account, only what the same user opened: the right of another user may end later.
 */
export async function moveToSession(
  at: AutocommitContext,
  uid: string,
  to: { session: string; user: string; openedBy: string | null },
): Promise<boolean> {
  const text = `update oidc_items i set session_id = $2::uuid
    from oidc_items s where s.workspace_id = current_workspace() and s.kind = 'Session' and s.other = $1::bytea
      and s.user_id = $3::uuid and (select b.opened_by from sessions b where b.workspace_id = current_workspace() and b.id = s.session_id)
        is not distinct from $4::uuid
      and i.workspace_id = current_workspace() and i.session_id = s.session_id and i.user_id = $3::uuid
    returning i.kind`
  return (await runSingleStatement(at, { text, values: [hashOf(uid), to.session, to.user, to.openedBy] })).length > 0
}

export async function sessionOfUid(at: AutocommitContext, uid: string): Promise<string | undefined> {
  const text = `select i.session_id as session from oidc_items i
    where i.workspace_id = current_workspace() and i.kind = 'Session' and i.other = $1::bytea`
  return (
    (await runSingleStatement<{ session: string | null }>(at, { text, values: [hashOf(uid)] }))[0]?.session ?? undefined
  )
}

export async function endedSessions(world: AppContext): Promise<{ workspace: string; session: string }[]> {
  const { rows } = await world.superPool.query<{ workspace: string; session: string }>(`
    delete from oidc_endings where (workspace_id, session_id) in (
      select workspace_id, session_id from oidc_endings order by ended_at limit 100 for update skip locked)
    returning workspace_id as workspace, session_id as session`)
  return rows
}

interface Ended {
  payload: { accountId: string; authorizations?: Record<string, { sid?: string }> }
  address: string
}

export function sessionsToEnd(at: AutocommitContext, session: string): Promise<Ended[]> {
  const text = `with gone as (
      delete from oidc_items i where i.workspace_id = current_workspace() and i.session_id = $1::uuid returning i.kind, i.payload
    )
    select g.payload, coalesce(g.payload ->> 'address', w.slug) as address from gone g
    join workspaces w on w.id = current_workspace() where g.kind = 'Session'`
  return runSingleStatement<Ended>(at, { text, values: [session] })
}
