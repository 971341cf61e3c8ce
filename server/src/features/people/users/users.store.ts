import { keyStatus } from '@claviger/contract/keys/security-keys'
import type { UserDetail } from '@claviger/contract/people/users'
import { type Selectable, sql, type Updateable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { type StatementPart, type StatementParts, statementOf } from '#platform/db/parts.ts'
import { runStatement } from '#platform/db/run-statement.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { AutocommitContext, StatementContext, TransactionContext } from '#platform/app-context.ts'
import { textColumns } from './users.columns.ts'

export type UserRow = Selectable<Tables['users']>

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** Locks a user until the transaction ends, so that before and after in the log are correct. */
export const lockUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst()

export type NewUserColumns = Partial<Pick<UserRow, (typeof textColumns)[number]>> &
  Partial<Pick<UserRow, 'shares_email'>> & { workspace_id: string; id: string; invited_at: Date | null }

export async function updateUser(db: Db, id: string, to: Updateable<Tables['users']>): Promise<void> {
  await db.updateTable('users').set(to).where('id', '=', id).execute()
}

/** Recounts users' keys under a lock; a user who once had a key never becomes "new" again. */
export async function recountKeys(db: Db, users: readonly string[]): Promise<void> {
  await sql`select from users where users.workspace_id = current_workspace() and id = any(${users}::uuid[]) order by id for no key update`.execute(
    db,
  )
  await sql`
    update users u set active_keys = now.active, key_kinds = now.kinds, pending_keys = now.pending, had_key = u.had_key or now.active > 0
    from (
      -- Counted user by user: a join may read all keys for a few hundred users
      select list.id,
        (select count(*)::integer from security_keys k where k.workspace_id = current_workspace() and k.user_id = list.id and k.status = ${sql.lit(keyStatus.active)}) as active,
        (select coalesce(bit_or(1 << (k.kind - 1)), 0)::smallint from security_keys k where k.workspace_id = current_workspace() and k.user_id = list.id and k.status = ${sql.lit(keyStatus.active)}) as kinds,
        (select count(*)::integer from security_keys k where k.workspace_id = current_workspace() and k.user_id = list.id and k.status = ${sql.lit(keyStatus.pending)}) as pending
      from (select distinct unnest(${users}::uuid[]) as id) list
    ) now
    where u.workspace_id = current_workspace() and u.id = any(${users}::uuid[]) and u.id = now.id and (u.active_keys, u.key_kinds, u.pending_keys) is distinct from (now.active, now.kinds, now.pending)`.execute(
    db,
  )
}

export async function markUserProven(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** True if the user was not invited since `since`; of concurrent calls, only one gets true. */
export async function markInvited(db: Db, id: string, now: Date, since: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ invited_at: now })
    .where('id', '=', id)
    .where(eb => eb.or([eb('invited_at', 'is', null), eb('invited_at', '<=', since)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function moveUserToBin(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type PurgedUser = Pick<UserRow, 'workspace_id' | 'id' | 'user_id' | 'first_name' | 'last_name' | 'email'>

/** Purges a batch of users deleted before an instant, across workspaces. */
export async function purgeSome(db: Db, before: Date, most: number): Promise<PurgedUser[]> {
  const { rows } = await sql<PurgedUser>`
    delete from users where (workspace_id, id) in (
      select workspace_id, id from users where deleted_at < ${before} order by workspace_id limit ${sql.lit(most)}
    ) returning workspace_id, id, user_id, first_name, last_name, email`.execute(db)
  return rows
}

export const unbinUser = (db: Db, id: string, since: Date): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .returningAll()
    .executeTakeFirst()

// Only the columns a reply needs; the search text stays in the database
const shown = [
  'id',
  ...textColumns,
  'status',
  'source',
  'active_keys',
  'key_kinds',
  'shares_email',
  'invited_at',
  'created_at',
  'updated_at',
] as const
const shownNames = shown.map(name => `users.${name}`).join(', ')
export const shownColumns = sql.raw(shownNames)
export type ShownUserColumns = Pick<UserRow, (typeof shown)[number]>

export interface UserDetails {
  last_sign_in_at: Date | null
  groups: { id: string; name: string }[]
  units: { id: string; name: string }[]
}

// Looks up each row separately: a join planned for a few rows would read all of them
const placesOf = (members: string, places: string, column: string) => `
  (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]') from ${members} m
    cross join lateral (select p.id, p.name from ${places} p where p.workspace_id = m.workspace_id and p.id = m.${column} offset 0) p
    where m.workspace_id = users.workspace_id and m.user_id = users.id)`
const groups = `${placesOf('group_members', 'groups', 'group_id')} as groups`
const units = `${placesOf('unit_members', 'organization_units', 'unit_id')} as units`
const lastSignIn = `
  (select nullif(s.last_sign_in_at, '-infinity') from user_sign_ins s
    where s.workspace_id = users.workspace_id and s.user_id = users.id) as last_sign_in_at`
const about = `${lastSignIn}, ${groups}, ${units}`

export async function findInvitationFacts(db: Db, users: readonly string[]) {
  const text = `select users.id as of, ${about} from users where users.workspace_id = current_workspace() and users.id = any($1::uuid[])`
  return (await run<UserDetails & { of: string }>(db, text, [users])).rows
}

const showOne = `select ${shownNames}, ${about} from users where users.workspace_id = current_workspace() and users.id = $1 and users.deleted_at is null`

export async function findShown(db: Db, id: string): Promise<(ShownUserColumns & UserDetails) | undefined> {
  const { rows } = await run<ShownUserColumns & UserDetails>(db, showOne, [id])
  return rows[0]
}

/** Users with a mailbox; without `all`, only those who share it. */
const withMailbox = (email: string, all: string) => `users.workspace_id = current_workspace() and users.email = ${email}
    and users.deleted_at is null and (users.shares_email or ${all})`

const before = 10
const emailAt = `$${textColumns.indexOf('email') + before}`
// Another statement of its batch may have set the session of another user, by whom a trigger would place the mailbox
const insert = `insert into users (workspace_id, id, created_at, updated_at, email_verified_at, invited_at, shares_email,
    ${textColumns.join(', ')}, mailbox_placed, phone_placed)
  select $1::uuid, $2::uuid, $3::timestamptz, $3, case when $4::boolean or $5::text = any(own.domains) then $3 end,
    $6::timestamptz, $7::boolean, ${textColumns.map((_name, place) => `$${place + before}`).join(', ')},
    placed.origin, placed.origin
    from own cross join lateral (
      select case when $8::uuid is not null then case set_config('app.session', '', true) when '' then holding_of($1, $8) end end
    ) placed(origin)
    where $9::boolean or not exists (select from users where ${withMailbox(emailAt, 'false')})`
// Without a column: a unit administrator sees a new user only after the statement
const insertOne = `${insert} returning true as is_added`
const insertShown = `${insert} returning ${shownNames}`
const answer = `select agreed.*, exists (select from group_rules r where r.workspace_id = current_workspace()) as ruled
  from agreed`

interface NewUserRow {
  row: NewUserColumns
  /** Of the mailbox, which is verified if the workspace owns it. */
  domain: string | null
  isVerified: boolean
}

function insertionOf(
  ctx: StatementContext,
  text: string,
  own: StatementPart,
  { row, domain, isVerified }: NewUserRow,
  parts: StatementParts,
  isChecked: boolean,
): StatementPart {
  // A transaction says itself who places something
  const placer = ctx.db === undefined ? shownAs(ctx).id : null
  const state = [ctx.clock.now(), isVerified, domain, row.invited_at, row.shares_email ?? false, placer, isChecked]
  const columns = textColumns.map(name => row[name] ?? null)
  const agreed = { text, values: [row.workspace_id, row.id, ...state, ...columns] }
  return statementOf({ own, agreed, ...parts }, answer)
}

/** Adds a user whose mailbox the caller has checked, with other modules' writes, and a mailbox in an `own` domain is verified. */
export async function insertUser(
  ctx: TransactionContext,
  own: StatementPart,
  newcomer: NewUserRow,
  parts: StatementParts,
): Promise<void> {
  await runStatement(ctx, insertionOf(ctx, insertOne, own, newcomer, parts, true))
}

/**
 * Adds a user by the same statement, and returns the user's columns. `ruled` is true if a group has a rule. Undefined,
 * and nothing written, if others share the mailbox: the caller must check them.
 */
export async function insertShownUser(
  at: AutocommitContext,
  own: StatementPart,
  newcomer: NewUserRow,
  parts: StatementParts,
): Promise<(ShownUserColumns & { ruled: boolean }) | undefined> {
  const statement = insertionOf(at, insertShown, own, newcomer, parts, false)
  return (await runStatement<ShownUserColumns & { ruled: boolean }>(at, statement))[0]
}

const inviting = 'select workspace.name, reader.own, reader.usual from workspace, reader'

export async function findInvitationContext(
  ctx: StatementContext,
  parts: { workspace: StatementPart; reader: StatementPart },
) {
  const statement = statementOf(parts, inviting)
  const [row] = await runStatement<{ name: string; own: string | null; usual: string | null }>(ctx, statement)
  return row ?? { name: '', own: null, usual: null }
}

const usual = [
  'id',
  'user_id',
  'employee_id',
  'first_name',
  'last_name',
  'email',
  'status',
  'active_keys',
  'key_kinds',
] as const
const usualNames = usual.map(name => `users.${name}`).join(', ')
export const fewColumns = sql.raw(usualNames)
export type FewRow = Pick<UserRow, (typeof usual)[number]>

const more = shown.filter(name => !(usual as readonly string[]).includes(name)).map(name => `users.${name}`)

/** Columns of the list. There are few combinations of details, so each statement stays prepared. */
export function listedColumns(also: readonly UserDetail[]) {
  const ofRow = also.some(detail => detail !== 'organizationUnits')
  const ofUnits = also.includes('organizationUnits')
  return sql.raw([usualNames, lastSignIn, groups, ...(ofRow ? more : []), ...(ofUnits ? [units] : [])].join(', '))
}
export type UserListRow = FewRow &
  Pick<UserDetails, 'last_sign_in_at' | 'groups'> &
  Partial<ShownUserColumns & UserDetails>

const noteSignIn = `update user_sign_ins set last_sign_in_at = $3::timestamptz from agreed
  where workspace_id = $1::uuid and user_id = $2::uuid`

export const markSignedIn = (workspace: string, id: string, now: Date): StatementPart => ({
  text: noteSignIn,
  values: [workspace, id, now],
})

export async function wasSignedIn(db: Db, id: string): Promise<boolean> {
  const { rows } = await run(
    db,
    `select from user_sign_ins where user_sign_ins.workspace_id = current_workspace() and user_id = $1 and last_sign_in_at > '-infinity'`,
    [id],
  )
  return rows.length > 0
}

export const changesSince = (db: Db, id: string, since: Date) =>
  db
    .selectFrom('activities')
    .select(['actor_name', 'after'])
    .where('object_id', '=', id)
    .where('action', '=', 'user.updated')
    .where('at', '>', since)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

const findMailbox = `select id from users where ${withMailbox('$1', '$2')}`

export async function findWithMailbox(db: Db, email: string, all: boolean): Promise<string[]> {
  return (await run<{ id: string }>(db, findMailbox, [email, all])).rows.map(({ id }) => id)
}
