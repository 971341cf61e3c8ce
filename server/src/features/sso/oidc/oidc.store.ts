import { createHash } from 'node:crypto'
import { atOnce } from '../../../ground/db/transaction.ts'
import type { Apart } from '../../../ground/world.ts'

/** What is kept of something that its holder names by `name`. */
export interface Item {
  kind: string
  name: string
  payload: object
  /** A second name: the uid of a session, the code that a person types. */
  other?: string | undefined
  grant?: string | undefined
  client?: string | undefined
  user?: string | undefined
  /** Our session, where it is known here. */
  session?: string | undefined
  /** The uid of the provider's session that it came from. */
  sessionUid?: string | undefined
  expiresAt: Date
}

const hashOf = (name: string) => createHash('sha256').update(name).digest()
const orNull = (name: string | undefined) => (name === undefined ? null : hashOf(name))

const upsert = `insert into oidc_items as i (workspace_id, kind, id, payload, other, grant_id, client_id, user_id, session_id, expires_at)
  values (current_workspace(), $1, $2::bytea, $3::jsonb, $4::bytea, $5, $6, $7::uuid, coalesce($8::uuid,
    (select s.session_id from oidc_items s
      where s.workspace_id = current_workspace() and s.kind = 'Session' and s.other = $9::bytea)), $10::timestamptz)
  on conflict (workspace_id, kind, id) do update set payload = excluded.payload, other = excluded.other,
    grant_id = excluded.grant_id, user_id = excluded.user_id, session_id = coalesce(excluded.session_id, i.session_id),
    expires_at = excluded.expires_at`

/** Keeps something, or keeps it anew. */
export async function saveItem(at: Apart, item: Item): Promise<void> {
  const { kind, name, payload, other, grant, client, user, session, sessionUid, expiresAt } = item
  const names = [orNull(other), grant ?? null, client ?? null, user ?? null, session ?? null, orNull(sessionUid)]
  await atOnce(at, { text: upsert, values: [kind, hashOf(name), JSON.stringify(payload), ...names, expiresAt] })
}

export interface Found {
  payload: Record<string, unknown>
  consumed: number | null
}

// Whatever belongs to a session counts as long as that stands, by the judgement of every call
const found = `select i.payload, extract(epoch from i.consumed_at)::integer as consumed from oidc_items i
  where i.workspace_id = current_workspace() and i.kind = $1`
const stands = `(i.session_id is null or exists (select from enter_session(i.workspace_id, i.session_id)))`

/** Something by what its holder has; undefined where it is gone, or the session behind it has ended. */
export const findItem = async (at: Apart, kind: string, name: string): Promise<Found | undefined> =>
  (await atOnce<Found>(at, { text: `${found} and i.id = $2::bytea and ${stands}`, values: [kind, hashOf(name)] }))[0]

/** A token by what its holder has, of whatever kind: whoever asks what it is worth does not say. */
export const findToken = async (at: Apart, name: string): Promise<(Found & { kind: string }) | undefined> =>
  (
    await atOnce<Found & { kind: string }>(at, {
      text: `select i.kind, i.payload, extract(epoch from i.consumed_at)::integer as consumed from oidc_items i
        where i.workspace_id = current_workspace() and i.kind = any('{AccessToken,ClientCredentials,RefreshToken}')
          and i.id = $1::bytea and ${stands}`,
      values: [hashOf(name)],
    })
  )[0]

/** Something by its second name. */
export const findByOther = async (at: Apart, kind: string, other: string): Promise<Found | undefined> =>
  (
    await atOnce<Found>(at, { text: `${found} and i.other = $2::bytea and ${stands}`, values: [kind, hashOf(other)] })
  )[0]

/** The provider's session at a browser: one that nobody has signed in to yet, or that of the very session known there. */
export const findSessionAt = async (at: Apart, name: string, session: string | undefined): Promise<Found | undefined> =>
  (
    await atOnce<Found>(at, {
      text: `${found} and i.id = $2::bytea and (i.session_id is null or i.session_id = $3::uuid) and ${stands}`,
      values: ['Session', hashOf(name), session ?? null],
    })
  )[0]

/** Uses something up; false where somebody else was first. */
export async function consumeItem(at: Apart, kind: string, name: string): Promise<boolean> {
  const text = `update oidc_items i set consumed_at = now()
    where i.workspace_id = current_workspace() and i.kind = $1 and i.id = $2::bytea and i.consumed_at is null returning i.kind`
  return (await atOnce(at, { text, values: [kind, hashOf(name)] })).length > 0
}

export async function deleteItem(at: Apart, kind: string, name: string): Promise<void> {
  const text = `delete from oidc_items i where i.workspace_id = current_workspace() and i.kind = $1 and i.id = $2::bytea`
  await atOnce(at, { text, values: [kind, hashOf(name)] })
}

/** Takes away all that was given on one consent; what of it was used up stays known as such no more. */
export async function deleteOfGrant(at: Apart, grant: string): Promise<void> {
  const text = `delete from oidc_items i where i.workspace_id = current_workspace() and i.grant_id = $1`
  await atOnce(at, { text, values: [grant] })
}

/** What was given in a session goes on in the one by which the same person has just signed in anew at that browser. */
export async function moveToSession(at: Apart, uid: string, to: { session: string; user: string }): Promise<boolean> {
  const text = `update oidc_items i set session_id = $2::uuid
    from oidc_items s where s.workspace_id = current_workspace() and s.kind = 'Session' and s.other = $1::bytea
      and s.user_id = $3::uuid and i.workspace_id = current_workspace() and i.session_id = s.session_id and i.user_id = $3::uuid
    returning i.kind`
  return (await atOnce(at, { text, values: [hashOf(uid), to.session, to.user] })).length > 0
}

/** Our session behind one of the provider's. */
export async function sessionOfUid(at: Apart, uid: string): Promise<string | undefined> {
  const text = `select i.session_id as session from oidc_items i
    where i.workspace_id = current_workspace() and i.kind = 'Session' and i.other = $1::bytea`
  return (await atOnce<{ session: string | null }>(at, { text, values: [hashOf(uid)] }))[0]?.session ?? undefined
}
