import { connectionKinds } from '@claviger/contract/directories/connections'
import type { OnBehalfReason, OnBehalfService } from '@claviger/contract/directories/on-behalf'
import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { firstReason, countRowsByReason } from '#platform/db/reasons.ts'
import { type Asker, hasHigherRole } from '#features/work/rank/rank.ts'

export type RemotePasskeyRow = Selectable<Tables['on_behalf_passkeys']>

const kinds = { entra: connectionKinds.entra, okta: connectionKinds.okta } as const
const mostHeld = 500

/**
 * SQL: is the immutable ID of a user in LDAP enough for this connection to Entra ID? As for linking (decision 56): only if an
 * owner approved it, and never for users with a role.
 */
const mayJoin = (service: OnBehalfService) => sql`${service} = 'entra' and c.joins and c.approved_by is not null
  and not has_rank(current_workspace(), u.id)
  and exists (select from directory_connections a where a.workspace_id = current_workspace() and a.id = l.connection_id
    and a.kind = ${connectionKinds.ldap}::smallint)`

/** Users of a list with their connection and the card that would store a passkey. */
const standing = (service: OnBehalfService) => sql`
  left join users u on u.workspace_id = current_workspace() and u.id = list.id and u.deleted_at is null
  left join lateral (
    select c.id, c.api_application_id, l.anchor, l.connection_id <> c.id as by_immutable_id from directory_links l
      join directory_connections c on c.workspace_id = current_workspace()
        and (c.id = l.connection_id or ${mayJoin(service)})
        and c.kind = ${kinds[service]}::smallint and c.active and c.api_application_id is not null
    where l.workspace_id = current_workspace() and l.what = 'user' and l.local_id = u.id and l.left_at is null
    order by l.connection_id <> c.id, c.position, c.id limit 1
  ) c on true
  left join lateral (
    select k.id, k.verification, (select count(*) from held_credentials h
      where h.workspace_id = current_workspace() and h.security_key_id = k.id) as held
    from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id
      and k.kind = ${keyKinds.accessCard}::smallint and k.status <> ${keyStatus.suspended}::smallint
      and k.blocked_at is null and not k.binned
    order by k.is_default desc, k.created_at, k.id limit 1
  ) k on true`

/** SQL: why no passkey can be registered for a user, as far as known without asking the provider. */
const reasonSql = (by: Asker, service: OnBehalfService): RawBuilder<OnBehalfReason | null> =>
  firstReason<OnBehalfReason>([
    [sql`u.id is null`, 'unknown'],
    [sql`u.id = ${by.id}::uuid`, 'own-account'],
    [hasHigherRole(by, sql`u.id`), 'above-you'],
    [sql`u.suspended_at is not null or u.deactivated_at is not null`, 'shut-out'],
    [sql`c.id is null`, 'not-from-there'],
    // Unit administrators can't use the credentials of a directory
    [by.unitsOf === null ? sql`false` : sql`true`, 'whole-workspace'],
    [
      sql`exists (select from on_behalf_passkeys p where p.workspace_id = current_workspace() and p.service = ${service}
        and p.user_id = u.id and p.state = 'registered')`,
      'already',
    ],
    [sql`k.id is null`, 'no-card'],
    [sql`k.held >= ${mostHeld}::integer`, 'no-room'],
    [sql`${service === 'entra'} and k.verification = ${verifications.pinless}::smallint`, 'cannot-verify'],
  ])

/** Number of users who can be registered, and numbers of other users by reason, with a few names. */
export const inspectUsersToRegister = (db: Db, by: Asker, service: OnBehalfService, list: RawBuilder<unknown>) =>
  countRowsByReason(
    db,
    reasonSql(by, service),
    sql`u.sort_name, u.first_name || ' ' || u.last_name as name from (${list}) as list(id) ${standing(service)}`,
  )

export interface PasskeyCandidate {
  name: string | null
  email: string | null
  first_name: string | null
  reason: OnBehalfReason | null
  connection: string | null
  application: string | null
  anchor: string | null
  /** The external ID is that of LDAP, by which Entra ID knows the user as `onPremisesImmutableId`. */
  by_immutable_id: boolean | null
  key: string | null
}

/** One user with the reason that prevents a registration, if any. */
export async function inspectUser(
  db: Db,
  by: Asker,
  service: OnBehalfService,
  user: string,
): Promise<PasskeyCandidate> {
  const { rows } = await sql<PasskeyCandidate>`
    select u.first_name || ' ' || u.last_name as name, u.first_name, u.email, ${reasonSql(by, service)} as reason,
      c.id as connection, c.api_application_id as application, c.anchor, c.by_immutable_id,
      k.id as key
    from (select ${user}::uuid as id) as list ${standing(service)}`.execute(db)
  return rows[0] as PasskeyCandidate
}

export const isAccountConnected = async (db: Db, service: OnBehalfService): Promise<boolean> => {
  const { rows } = await sql`select from directory_connections
    where workspace_id = current_workspace() and kind = ${kinds[service]}::smallint and active
      and api_application_id is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Starts a registration unless one exists or is in progress, enforced by a unique constraint. */
export const insertRemotePasskey = async (db: Db, row: Insertable<Tables['on_behalf_passkeys']>): Promise<boolean> =>
  (
    await db
      .insertInto('on_behalf_passkeys')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .execute()
  ).length === 1

/** Locks a user's registration at a provider until the transaction ends. */
export const lockOf = (db: Db, service: OnBehalfService, user: string): Promise<RemotePasskeyRow | undefined> =>
  db
    .selectFrom('on_behalf_passkeys')
    .selectAll()
    .where('service', '=', service)
    .where('user_id', '=', user)
    .where('state', 'in', ['making', 'registered'])
    .forUpdate()
    .executeTakeFirst()

/** Locks a registration by ID until the transaction ends. */
export const lockPasskey = (db: Db, id: string): Promise<RemotePasskeyRow | undefined> =>
  db.selectFrom('on_behalf_passkeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updatePasskey(db: Db, id: string, to: Updateable<Tables['on_behalf_passkeys']>): Promise<void> {
  await db.updateTable('on_behalf_passkeys').set(to).where('id', '=', id).execute()
}

export async function deleteRemotePasskey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('on_behalf_passkeys').where('id', '=', id).execute()
}

export const registeredOf = (db: Db, user: string) =>
  db
    .selectFrom('on_behalf_passkeys as p')
    .leftJoin('held_credentials as h', join =>
      join.onRef('h.workspace_id', '=', 'p.workspace_id').onRef('h.id', '=', 'p.held_id'),
    )
    .leftJoin('security_keys as k', join =>
      join.onRef('k.workspace_id', '=', 'p.workspace_id').onRef('k.id', '=', 'h.security_key_id'),
    )
    .select(['p.id', 'p.service', 'p.by_name', 'p.changed_at', 'p.work_id', 'k.name as key_name'])
    .where('p.user_id', '=', user)
    .where('p.state', '=', 'registered')
    .execute()

/** Claims registrations of all workspaces that need maintenance, for this process only; at most a hundred. */
export async function claimDueRegistrations(db: Db, now: Date): Promise<RemotePasskeyRow[]> {
  const { rows } = await sql<RemotePasskeyRow>`
    update on_behalf_passkeys p set tries = least(p.tries + 1, 1000), due_at = ${now}::timestamptz + interval '10 minutes'
    from (
      select workspace_id, id from on_behalf_passkeys where due_at <= ${now} order by due_at limit 100
      for update skip locked
    ) due
    where p.workspace_id = due.workspace_id and p.id = due.id
    returning p.*`.execute(db)
  return rows
}

export const passkeysAt = (
  db: Db,
  service: OnBehalfService,
  user: string,
  state: 'registered' | 'gone',
): Promise<RemotePasskeyRow[]> =>
  db
    .selectFrom('on_behalf_passkeys')
    .selectAll()
    .where('service', '=', service)
    .where('user_id', '=', user)
    .where('state', '=', state)
    .execute()

/** Claims registrations of all workspaces not checked for a day, for this process only. */
export async function claimUnchecked(db: Db, now: Date): Promise<RemotePasskeyRow[]> {
  const { rows } = await sql<RemotePasskeyRow>`
    update on_behalf_passkeys p set looked_at = ${now}::timestamptz
    from (
      select workspace_id, id from on_behalf_passkeys
        where state = 'registered' and looked_at < ${now}::timestamptz - interval '1 day'
        order by looked_at limit 200 for update skip locked
    ) due
    where p.workspace_id = due.workspace_id and p.id = due.id
    returning p.*`.execute(db)
  return rows
}

export async function lastAuto(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from works where workspace_id = current_workspace() and kind = 'on-behalf'
      and parameters->>'auto' = 'true' order by created_at desc limit 1`.execute(db)
  return rows[0]?.id
}

export async function reasonsOf(db: Db, run: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ reason: string | null }>`
    select distinct reason from work_rows where workspace_id = current_workspace() and work_id = ${run}::uuid
      and outcome = 'refused'`.execute(db)
  return rows.map(row => row.reason)
}

/** Columns of run rows: the user's current name, otherwise the recorded one. */
export const shownRuns = {
  beside: sql`left join users u on u.workspace_id = r.workspace_id and u.id = r.subject`,
  id: sql<string>`r.subject`,
  name: sql<string | null>`coalesce(u.first_name || ' ' || u.last_name, r.named)`,
  detail: sql<string | null>`r.facts->>'key'`,
  order: sql`u.sort_name`,
}
