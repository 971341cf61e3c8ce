import { keyStatus, keyKinds } from '@claviger/contract/keys/security-keys'
import type { Insertable, Selectable } from 'kysely'
import pg from 'pg'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import type { SecurityKeyRow } from '../security-keys/security-keys.ts'

const credentialColumnNames = [
  'id',
  'security_key_id',
  'credential_id',
  'rp_id',
  'rp_name',
  'user_handle',
  'user_name',
  'user_display_name',
  'public_key',
  'vault',
  'vault_key',
  'hmac_seeds',
  'discoverable',
  'protection',
  'blob',
  'counter',
  'made_at',
] as const

export type CredentialRow = Pick<Selectable<Tables['held_credentials']>, (typeof credentialColumnNames)[number]>

export interface CallingAppRow {
  app_id: string
  app_used_at: Date | null
  key: null
}

const keyColumnNames = [
  'id',
  'user_id',
  'kind',
  'name',
  'status',
  'binned',
  'blocked_at',
  'unblocked_at',
  'pin_sealed',
  'pin_set_at',
  'pin_due',
  'proof_due',
  'proof_counts_at',
  'verification',
  'audit',
  'last_used_at',
] as const

/** Only the columns that an answer needs, because each use reads them. */
export type TappedKey = Pick<SecurityKeyRow, (typeof keyColumnNames)[number]>

export interface KeyOfOwner extends TappedKey {
  app_id: string
  app_used_at: Date | null
  app_computer: string
  owner_name: string
  owner_out: boolean
}

export interface StateRow {
  sealed_key: Buffer
  workspace_status: number
  policies: number | null
  groups: string[] | null
  units: string[] | null
  tries_left: number | null
  not_before: Date | null
  tries_of: Date | null
  tried_at: Date | null
  session: Buffer | null
  session_revision: number | null
  session_ends: Date | null
}

export interface TapRequest {
  app: string
  hash: Buffer
  card: Buffer
  computer: string
  session: string | null
  memberships: boolean
}

const keyColumns = keyColumnNames.map(name => `k.${name}`).join(', ')
const ownerColumns = `u.first_name || ' ' || u.last_name as owner_name,
  u.suspended_at is not null or u.deactivated_at is not null as owner_out`
const memberships = (once: string, wanted: string) => `
  case when ${once} and ${wanted}::boolean then array(select * from groups_for_policies(k.workspace_id, k.user_id)) end as groups,
  case when ${once} and ${wanted}::boolean then array(
    select m.unit_id from unit_members m where m.workspace_id = k.workspace_id and m.user_id = k.user_id) end as units`
const stateWith = (
  session: string,
) => `w.sealed_key, w.status as workspace_status, p.version as policies, h.tries_left, h.not_before, h.tries_of, h.tried_at,
  ${session} as session, s.revision as session_revision, s.expires_at as session_ends`

const lockedQuery = `
  with app as (
    select id as app_id, last_used_at as app_used_at, computer_id as app_computer from reader_apps where reader_apps.workspace_id = current_workspace() and id = $1 and hash = $2
  ), card as (
    select ${keyColumns}, ${ownerColumns}
    from security_keys k join users u on u.workspace_id = k.workspace_id and u.id = k.user_id
    where k.card_hash = $3 for no key update of k
  )
  select * from app left join card on true`

const credentialColumns = credentialColumnNames.map(name => `c.${name}`).join(', ')
const besideKey = credentialColumnNames.map(name => `c.${name} as c_${name}`).join(', ')
// A session can be as large as all passkeys together, so only the first row contains it
const stateOnce = stateWith('case when coalesce(c.place, 1) = 1 then s.state end')

// One row per passkey: a second statement costs more than the repeated columns
const freeQuery = `
  select a.id as app_id, a.last_used_at as app_used_at, a.computer_id as app_computer, ${keyColumns}, ${ownerColumns}, ${stateOnce}, ${memberships('coalesce(c.place, 1) = 1', '$7')}, ${besideKey}
  from reader_apps a join workspaces w on w.id = current_workspace() and w.id = a.workspace_id
  left join policy_sets p on p.workspace_id = a.workspace_id
  left join security_keys k on k.workspace_id = a.workspace_id and k.card_hash = $3
  left join users u on u.workspace_id = k.workspace_id and u.id = k.user_id
  left join held_cards h on h.workspace_id = k.workspace_id and h.security_key_id = k.id
  left join tap_sessions s on s.workspace_id = a.workspace_id and s.id = $4::uuid and s.app_id = a.id
    and s.computer_id = $5 and s.security_key_id = k.id and s.expires_at > $6
  left join lateral (
    select c.*, row_number() over (order by c.made_at, c.id) as place
    from held_credentials c where c.workspace_id = current_workspace() and c.security_key_id = k.id order by c.made_at, c.id limit 500
  ) c on true
  where a.id = $1 and a.hash = $2 order by c.place`

const stateQuery = `
  select ${stateWith('s.state')}, ${memberships('true', '$6')}
  from workspaces w
  left join policy_sets p on p.workspace_id = w.id
  left join security_keys k on k.workspace_id = w.id and k.card_hash = $1
  left join held_cards h on h.workspace_id = w.id and h.security_key_id = k.id
  left join tap_sessions s on s.workspace_id = w.id and s.id = $2::uuid and s.app_id = $3 and s.computer_id = $4
    and s.security_key_id = k.id and s.expires_at > $5
  where w.id = current_workspace()`

// An assertion without the card lock also draws a counter; it waits for this lock and then knows that it came
// too late
const lockedCredentialsQuery = `
  select ${credentialColumns} from held_credentials c
  where c.workspace_id = current_workspace() and c.security_key_id = (select id from security_keys where security_keys.workspace_id = current_workspace() and card_hash = $1) order by c.made_at, c.id limit 500
  for no key update of c`

export interface HeldKeyState {
  asked: (CallingAppRow | KeyOfOwner) | undefined
  state: StateRow | undefined
  credentials: CredentialRow[]
}

export async function readUnlocked(db: Db, asking: TapRequest, now: Date): Promise<HeldKeyState> {
  const { app, hash, card, computer, session, memberships: wanted } = asking
  const { rows } = await run<FreeRow>(db, freeQuery, [app, hash, card, session, computer, now, wanted])
  const [first] = rows
  return { asked: first, state: first, credentials: first?.c_id === null ? [] : rows.map(credentialIn) }
}

type FreeRow = (CallingAppRow | KeyOfOwner) &
  StateRow & { [Name in keyof CredentialRow as `c_${Name}`]: CredentialRow[Name] | null }

const credentialIn = (row: FreeRow) =>
  Object.fromEntries(credentialColumnNames.map(name => [name, row[`c_${name}`]])) as CredentialRow

/**
 * Locks the key until the transaction ends, then reads the card's contents and its owner. The lock must be
 * first, because each statement sees what is committed when it begins.
 */
export async function readLocked(db: Db, asking: TapRequest, now: Date): Promise<HeldKeyState> {
  const { app, hash, card, computer, session, memberships: wanted } = asking
  const [asked, state, credentials] = await sendTogether(
    run<CallingAppRow | KeyOfOwner>(db, lockedQuery, [app, hash, card]),
    run<StateRow>(db, stateQuery, [card, session, app, computer, now, wanted]),
    run<CredentialRow>(db, lockedCredentialsQuery, [card]),
  )
  return { asked: asked.rows[0], state: state.rows[0], credentials: credentials.rows }
}

const cardsQuery = `
  select from security_keys where security_keys.workspace_id = current_workspace() and (card_hash = $1 or (user_id = $2 and card_hash is not null)) order by id for no key update`

/** Locks a card and those of the account it opens, always in the same order. */
export async function lockCards(db: Db, card: Buffer, account: string): Promise<void> {
  await run(db, cardsQuery, [card, account])
}

const ofKeyQuery = `
  select ${credentialColumns} from held_credentials c
  where c.workspace_id = current_workspace() and c.security_key_id = $1 order by c.made_at, c.id limit 500`

export const credentialsOfKey = async (db: Db, key: string): Promise<CredentialRow[]> =>
  (await run<CredentialRow>(db, ofKeyQuery, [key])).rows

const accountQuery = `
  select ${credentialColumns} from held_credentials c join security_keys k on k.workspace_id = c.workspace_id and k.id = c.security_key_id
  where k.workspace_id = current_workspace() and k.user_id = $1 and k.kind = ${keyKinds.accessCard} and k.status = ${keyStatus.active} and k.blocked_at is null
    and (not k.proof_due or k.proof_counts_at <= $2) order by c.made_at, c.id limit 500`

const lockedAccountQuery = `${accountQuery} for no key update of c`

export const credentialsOfAccount = async (
  db: Db,
  account: string,
  { held, now }: { held: boolean; now: Date },
): Promise<CredentialRow[]> =>
  (await run<CredentialRow>(db, held ? lockedAccountQuery : accountQuery, [account, now])).rows

const triesQuery =
  'select tries_left, not_before, tries_of, tried_at from held_cards where held_cards.workspace_id = current_workspace() and security_key_id = $1'

export type TriesRow = Pick<StateRow, 'tries_left' | 'not_before' | 'tries_of' | 'tried_at'>

export const findTries = async (db: Db, key: string): Promise<TriesRow | undefined> =>
  (await run<TriesRow>(db, triesQuery, [key])).rows[0]

const writeTries = `
  insert into held_cards (workspace_id, security_key_id, tries_left, not_before, tries_of, tried_at)
  values (current_setting('app.workspace')::uuid, $1, $2, $3, $4, $5)
  on conflict (workspace_id, security_key_id) do update
    set tries_left = excluded.tries_left, not_before = excluded.not_before, tries_of = excluded.tries_of,
      tried_at = excluded.tried_at`

export async function saveTries(
  db: Db,
  key: string,
  to: { tries_left: number; not_before: Date | null; tries_of: Date | null; tried_at?: Date },
): Promise<void> {
  await run(db, writeTries, [key, to.tries_left, to.not_before, to.tries_of, to.tried_at ?? null])
}

const endTrial =
  'update held_cards set tried_at = null where held_cards.workspace_id = current_workspace() and security_key_id = $1 and tried_at = $2'

export async function endTry(db: Db, key: string, since: Date): Promise<void> {
  await run(db, endTrial, [key, since])
}

const claim = `
  insert into held_cards (workspace_id, security_key_id, tries_left, making_at)
  values (current_setting('app.workspace')::uuid, $1, 8, $2)
  on conflict (workspace_id, security_key_id) do update set making_at = excluded.making_at
    where held_cards.making_at is null or held_cards.making_at < $3`

/**
 * Lets only one request create a passkey on a card; false while another does, unless it began before `stale`.
 */
export const insertCreationClaim = async (db: Db, key: string, now: Date, stale: Date): Promise<boolean> =>
  (await run(db, claim, [key, now, stale])).changed === 1

const unclaim =
  'update held_cards set making_at = null where held_cards.workspace_id = current_workspace() and security_key_id = $1'

export async function deleteCreationClaim(db: Db, key: string): Promise<void> {
  await run(db, unclaim, [key])
}

const newSession = `
  insert into tap_sessions (workspace_id, id, app_id, security_key_id, computer_id, state, revision, expires_at)
  values (current_setting('app.workspace')::uuid, $1, $2, $3, $4, $5, 1, $6)`

const nextState = `
  update tap_sessions set state = $2, revision = revision + 1, expires_at = $3 where tap_sessions.workspace_id = current_workspace() and id = $1 and revision = $4`

export interface SessionWrite {
  id: string
  app: string
  key: string
  computer: string
  state: Buffer
  ends: Date
  revision: number | null
}

// Statements sent together with the commit must fail if they change no row, so that everything is rolled back
const surely = (change: string) => `with done as (${change} returning 1) select must_change(count(*)) from done`
const surelyNextState = surely(nextState)

export const isStaleRevision = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === 'CV001'

export async function saveSessionOrFail(db: Db, to: SessionWrite): Promise<void> {
  if (to.revision === null) await saveSession(db, to)
  else await run(db, surelyNextState, [to.id, to.state, to.ends, to.revision])
}

export async function saveSession(db: Db, to: SessionWrite): Promise<boolean> {
  if (to.revision === null) {
    await run(db, newSession, [to.id, to.app, to.key, to.computer, to.state, to.ends])
    return true
  }
  return (await run(db, nextState, [to.id, to.state, to.ends, to.revision])).changed === 1
}

export async function insertCredential(db: Db, row: Insertable<Tables['held_credentials']>): Promise<void> {
  await db.insertInto('held_credentials').values(row).execute()
}

const countUse = surely(
  'update held_credentials set counter = $2, last_used_at = $3 where held_credentials.workspace_id = current_workspace() and id = $1 and counter < $2',
)

/** Fails with isStaleRevision if another assertion has drawn this value or the passkey is gone. */
export async function raiseCounter(db: Db, id: string, counter: number, now: Date): Promise<void> {
  await run(db, countUse, [id, counter, now])
}

const draw =
  'update held_credentials set counter = counter + 1 where held_credentials.workspace_id = current_workspace() and id = $1 returning counter'

export const drawCounter = async (db: Db, id: string): Promise<number | undefined> =>
  (await run<{ counter: number }>(db, draw, [id])).rows[0]?.counter

const use = surely(
  'update held_credentials set last_used_at = $2 where held_credentials.workspace_id = current_workspace() and id = $1',
)

export async function noteUse(db: Db, id: string, now: Date): Promise<void> {
  await run(db, use, [id, now])
}

export async function renameUser(
  db: Db,
  id: string,
  to: { user_name: string | null; user_display_name: string | null },
): Promise<void> {
  await db.updateTable('held_credentials').set(to).where('id', '=', id).execute()
}

export const findCredential = (db: Db, id: string): Promise<Selectable<Tables['held_credentials']> | undefined> =>
  db.selectFrom('held_credentials').selectAll().where('id', '=', id).executeTakeFirst()

export async function markRemovedAtSite(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('held_credentials').set({ gone_at: at }).where('id', '=', id).execute()
}

export async function deleteCredential(db: Db, id: string): Promise<void> {
  await db.deleteFrom('held_credentials').where('id', '=', id).execute()
}

const outQuery =
  'select suspended_at is not null or deactivated_at is not null as out from users where users.workspace_id = current_workspace() and id = $1'

export const isSignedOut = async (db: Db, user: string): Promise<boolean> =>
  (await run<{ out: boolean }>(db, outQuery, [user])).rows[0]?.out ?? true
