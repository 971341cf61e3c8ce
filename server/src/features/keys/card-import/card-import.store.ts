import { keyStatus } from '@claviger/contract/keys/security-keys'
import type { CardStayReason } from '@claviger/contract/keys/card-import'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { firstReason } from '#platform/db/reasons.ts'
import { type Asker, hasHigherRole } from '#features/work/rank/rank.ts'
import { rowsOf, type Work } from '#features/work/works/works.ts'
import type { CardFile } from './cells.ts'

export const cardMailTable = 'card-letters'

export interface CardImportUser {
  id: string
  user_id: string
  email: string | null
  employee_id: string | null
  name: string
  closed: boolean
  keys: number
  waiting: string[]
  within: boolean
}

export async function peopleNamed(
  db: Db,
  by: { userIds: readonly string[]; emails: readonly string[]; employeeIds: readonly string[] },
): Promise<CardImportUser[]> {
  const { rows } = await sql<CardImportUser>`
    select * from people_for_cards(${by.userIds}::text[], ${by.emails}::text[], ${by.employeeIds}::text[])`.execute(db)
  return rows
}

export async function holdersOf(db: Db, hashes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ hash: string; user_id: string }>`
    select * from holders_of_cards(${hashes}::text[])`.execute(db)
  return new Map(rows.map(row => [row.hash, row.user_id]))
}

export async function lastOfHeaders(db: Db, workspace: string, headers: readonly string[]) {
  const { rows } = await sql<{ mapping: string[]; format: CardFile['format'] }>`
    select file -> 'mapping' as mapping, parameters ->> 'format' as format from works
    where workspace_id = ${workspace}::uuid and kind = 'card-import' and state = 'done' and undoes is null
      and file -> 'headers' = ${JSON.stringify(headers)}::jsonb
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

const mailed = sql<boolean | null>`(
  select bool_or(l.outcome = 'done') from works w
  join work_rows l on l.workspace_id = w.workspace_id and l.work_id = w.id and l.row = r.row
  where w.workspace_id = r.workspace_id and w.follows = r.work_id and w.kind = ${cardMailTable} and l.outcome is not null)`

export const shownOfRow = { also: sql`, ${mailed} as mailed`, searched: sql`r.named` }

export const unannouncedKeys = (work: Pick<Work, 'workspace_id' | 'id'>) =>
  sql`select r.row, (r.facts ->> 'key')::uuid from work_rows r
    where ${rowsOf(work)} and r.outcome = 'success' and ${mailed} is not true`

interface ShownPin {
  id: string
  row: number
  user_id: string
  user: string
  key: string
  sealed: Buffer
}

export async function keepPins(
  db: Db,
  work: Pick<Work, 'workspace_id' | 'id'>,
  pins: readonly { id: string; row: number; set_at: Date; sealed: Buffer }[],
): Promise<void> {
  if (pins.length === 0) return
  await db
    .insertInto('card_import_pins')
    .values(pins.map(pin => ({ ...pin, workspace_id: work.workspace_id, work_id: work.id })))
    .execute()
}

/** Deletes the PINs of an import and returns them. A PIN that was changed since then is not returned. */
export async function removePinsOfImport(db: Db, work: Pick<Work, 'workspace_id' | 'id'>): Promise<ShownPin[]> {
  const { rows } = await sql<ShownPin>`
    with taken as (
      delete from card_import_pins where workspace_id = current_workspace() and work_id = ${work.id}::uuid
      returning id, row, set_at, sealed)
    select k.id, t.row, t.sealed, k.name as key, u.id as user_id, btrim(u.first_name || ' ' || u.last_name) as "user"
    from taken t
      join security_keys k on k.workspace_id = current_workspace() and k.id = t.id and not k.binned
        and k.pin_set_at = t.set_at
      join users u on u.workspace_id = k.workspace_id and u.id = k.user_id
    order by t.row`.execute(db)
  return rows
}

const fills = sql`(r.facts ->> 'fills')::boolean`

const reasonFor = (by: Asker) =>
  firstReason<CardStayReason>([
    [sql`k.id is null`, 'unknown'],
    [hasHigherRole(by, sql`u.id`), 'above-you'],
    [sql`u.id = ${by.id}::uuid`, 'own-key'],
    [sql`k.changed_at <> k.activated_at or k.status <> ${sql.lit(keyStatus.active)}`, 'changed-since'],
    [
      sql`${fills} and (k.last_used_at is not null
        or exists (select from held_credentials h where h.security_key_id = k.id)
        or exists (select from credentials c where c.security_key_id = k.id))`,
      'used-since',
    ],
  ])

const standing = sql`work_rows r
  left join security_keys k on k.workspace_id = r.workspace_id and k.id = (r.facts ->> 'key')::uuid and not k.binned
  left join users u on u.workspace_id = k.workspace_id and u.id = k.user_id`

interface Weight {
  fills: boolean
  reason: CardStayReason | null
  count: number
  used: number
  users: number
}

export async function countCardUndoReasons(db: Db, work: Work, by: Asker): Promise<Weight[]> {
  const { rows } = await sql<Weight>`
    select fills, reason, count(*)::integer as count, count(*) filter (where used)::integer as used,
      count(*) filter (where made)::integer as users
    from (
      select ${fills} as fills, ${reasonFor(by)} as reason, k.last_used_at is not null as used,
        r.facts ? 'user' as made
      from ${standing}
      where ${rowsOf(work)} and r.row <= ${work.last_row}::integer and r.outcome = 'success'
    ) judged group by fills, reason order by count(*) desc`.execute(db)
  return rows
}

interface Due {
  row: number
  user_id: string | null
  name: string | null
  told: boolean
  reason: CardStayReason | null
}

/** Locks users and keys until the transaction ends, ordered by ID. */
export async function lockOwnersAndKeys(db: Db, owners: readonly string[], keys: readonly string[]): Promise<void> {
  await sql`select from users where id = any(${owners}::uuid[]) order by id for no key update`.execute(db)
  await sql`select from security_keys where id = any(${keys}::uuid[]) order by id for update`.execute(db)
}

export async function cardsDue(db: Db, undo: Work, by: Asker, numbers: readonly number[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select r.row, k.user_id, k.name, coalesce(${mailed}, false) as told, ${reasonFor(by)} as reason
    from ${standing}
    where ${rowsOf({ workspace_id: undo.workspace_id, id: undo.undoes as string })}
      and r.row = any(${numbers}::integer[])`.execute(db)
  return rows
}
