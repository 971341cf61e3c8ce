import { cardModel } from '@claviger/contract/keys/authenticators'
import { activitiesCounted, type KeyQuery } from '@claviger/contract/keys/security-keys'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import {
  filterBefore,
  conditions,
  flag,
  type ListDefinition,
  memberOf,
  ofEach,
  oneOf,
  sortsOf,
} from '#platform/db/list-definition.ts'
import { exactCountLimit, type ListQuery, type PagePosition } from '#platform/db/page.ts'
import { matchesAllPatterns } from '#platform/db/search.ts'
import type { SecurityKeyRow } from './security-keys.store.ts'

export type KeyFilter = Pick<KeyQuery, 'type' | 'status' | 'model' | 'blocked' | 'pinless' | 'group' | 'unit'> &
  Pick<KeyQuery, 'userId' | '_id'> & { unusedSince?: Date | undefined }

/** Filters and sort orders of keys; each order except by owner has its own index. */
export const keyList: ListDefinition<KeyFilter> = {
  of: 'security_keys',
  there: [['binned', '=', false]],
  filters: {
    type: oneOf('kind', { kept: 'kind' }),
    status: oneOf('status', { kept: 'status' }),
    model: oneOf('aaguid', { kept: 'aaguid' }),
    blocked: flag(['blocked_at', 'is distinct from', null], ['blocked_at', 'is not distinct from', null], 'blocked'),
    pinless: flag(['verification', '=', 3], ['verification', 'is distinct from', 3], 'pinless'),
    unusedSince: filterBefore('idle_since'),
    group: memberOf('group'),
    unit: memberOf('unit'),
    userId: oneOf('user_id'),
    _id: oneOf('id'),
  },
  orders: {
    name: { column: 'sort_name', type: 'text' },
    created: { column: 'created_at', type: 'timestamptz' },
    lastActivity: { column: 'used_or_never', type: 'timestamptz' },
    owner: { column: 'sort_name', type: 'text', beside: { in: 'users', key: 'id', on: 'user_id' } },
  },
  member: { column: 'user_id', is: 'user_id' },
  search: { column: 'sort_name', alone: 'name', sample: 500, walk: 2500, share: 0.03 },
  kept: { in: 'key_counts', figure: 'keys' },
}

export const keysWhere = (
  filter: KeyFilter,
  patterns: readonly string[],
  cards: readonly Buffer[],
): RawBuilder<unknown>[] => [
  ...ofEach(keyList),
  ...conditions(keyList, filter),
  ...(patterns.length > 0
    ? [
        sql`((${joined(sql`security_keys.sort_name`, patterns)}) or security_keys.card_hash = any(${cards}::bytea[])
          or exists (select from users u where u.workspace_id = current_workspace() and u.id = security_keys.user_id and ${joined(sql`u.search`, patterns)}))`,
      ]
    : []),
]

const joined = (column: RawBuilder<unknown>, patterns: readonly string[]) =>
  sql.join(matchesAllPatterns(column, patterns), sql` and `)

export interface KeyListRow extends SecurityKeyRow {
  owner_name: string
  owner_login: string
  /** bigint values in a list arrive as text. */
  passkeys: number
  activities: number
  used_at: Date | null
}

export const fullColumns = sql`security_keys.*,
  (select u.first_name || ' ' || u.last_name from users u where u.workspace_id = current_workspace() and u.id = security_keys.user_id) as owner_name,
  (select u.user_id from users u where u.workspace_id = current_workspace() and u.id = security_keys.user_id) as owner_login,
  (select count(*)::integer from credentials c where c.workspace_id = current_workspace() and c.security_key_id = security_keys.id)
    + (select count(*)::integer from held_credentials h where h.workspace_id = current_workspace() and h.security_key_id = security_keys.id
      and not exists (select from credentials c where c.workspace_id = current_workspace() and c.credential_id = h.credential_id)) as passkeys,
  (select greatest(max(c.last_used_at), security_keys.last_used_at) from credentials c
    where c.workspace_id = current_workspace() and c.security_key_id = security_keys.id) as used_at,
  (select count(*)::integer from (
    select from activities a where a.workspace_id = current_workspace() and a.kind = 'use' and a.object_id = any(
      array(select c.id::text from credentials c where c.workspace_id = current_workspace() and c.security_key_id = security_keys.id) || security_keys.id::text
    ) limit ${sql.lit(activitiesCounted)}
  ) used) as activities`

export const keysPage = (where: RawBuilder<unknown>[]): Omit<ListQuery<KeyListRow>, 'item'> => ({
  from: sql`security_keys`,
  here: sql`security_keys.workspace_id = current_workspace()`,
  select: fullColumns,
  where,
  sorts: sortsOf(keyList),
  id: sql`security_keys.id`,
  defaultSort: 'name',
})

export async function keysByOwner(db: Db, where: RawBuilder<unknown>[], place: PagePosition): Promise<string[]> {
  const [direction, beyond] = place.descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const after = place.after
    ? sql`and (users.sort_name, security_keys.id) ${beyond} (${place.after.value}, ${place.after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ id: string }>`
    select security_keys.id from users join security_keys
      on security_keys.workspace_id = users.workspace_id and security_keys.user_id = users.id
    where users.workspace_id = current_workspace() and users.deleted_at is null and ${sql.join(where, sql` and `)} ${after}
    order by users.sort_name ${direction}, security_keys.id ${direction}
    limit ${sql.lit(place.size)} offset ${sql.lit(place.skipped)}`.execute(db)
  return rows.map(row => row.id)
}

export async function countOfKeys(db: Db, where: RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from security_keys where security_keys.workspace_id = current_workspace() and ${sql.join(where, sql` and `)} limit ${sql.lit(exactCountLimit + 1)}
    ) counted`.execute(db)
  return rows[0]?.total ?? 0
}

export async function fullRow(db: Db, id: string): Promise<KeyListRow | undefined> {
  const { rows } = await sql<KeyListRow>`
    select ${fullColumns} from security_keys where security_keys.workspace_id = current_workspace() and id = ${id}::uuid and not binned`.execute(
    db,
  )
  return rows[0]
}

export async function fullRowsOf(db: Db, user: string): Promise<KeyListRow[]> {
  const { rows } = await sql<KeyListRow>`
    select ${fullColumns} from security_keys where security_keys.workspace_id = current_workspace() and user_id = ${user}::uuid and not binned
    order by is_default desc, created_at, id limit 200`.execute(db)
  return rows
}

interface PasskeyRow {
  id: string
  name: string
  aaguid: string
  backup_state: boolean
  rp_id: string | null
  security_key_id: string
  key_name: string
  key_kind: number
  login: string | null
  created_at: Date
  last_used_at: Date | null
  made_by_name: string | null
  gone_at: Date | null
}

async function passkeys(db: Db, where: RawBuilder<unknown>, whereHeld: RawBuilder<unknown>): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select c.id, c.name, c.aaguid::text, c.backup_state, null as rp_id, c.security_key_id, k.name as key_name, k.kind as key_kind,
      u.user_id as login, c.created_at, c.last_used_at, null as made_by_name, null::timestamptz as gone_at
    from credentials c join security_keys k on k.workspace_id = current_workspace() and k.id = c.security_key_id join users u on u.workspace_id = current_workspace() and u.id = c.user_id
    where c.workspace_id = current_workspace() and ${where}
    union all
    select h.id, coalesce(nullif(h.rp_name, ''), h.rp_id), ${cardModel}::text, false, h.rp_id, k.id, k.name, k.kind, h.user_name,
      h.made_at, h.last_used_at, h.made_by_name, h.gone_at
    from held_credentials h join security_keys k on k.workspace_id = current_workspace() and k.id = h.security_key_id
    where h.workspace_id = current_workspace() and ${whereHeld} and not exists (select from credentials c where c.workspace_id = current_workspace() and c.credential_id = h.credential_id)
    order by created_at, id limit 500`.execute(db)
  return rows
}

/**
 * Passkeys for this installation on a key, and server-held ones for any site; one that is both appears once.
 */
export const keysWithPasskeys = (db: Db, key: string) =>
  passkeys(db, sql`k.id = ${key}::uuid`, sql`k.id = ${key}::uuid`)

export const passkeysBy = (db: Db, user: string) =>
  passkeys(db, sql`c.user_id = ${user}::uuid`, sql`k.user_id = ${user}::uuid`)

export async function firstAttestation(db: Db, key: string): Promise<string | null> {
  const passkey = await db
    .selectFrom('credentials')
    .select('attestation')
    .where('security_key_id', '=', key)
    .orderBy('created_at')
    .executeTakeFirst()
  return passkey?.attestation ?? null
}

/** Sums up the counter rows of all workspaces. Each change adds a row, so that changes don't block each other. */
export const keyCountSums = `with several as (
      select workspace_id from key_counts group by workspace_id
      having count(*) > count(distinct (kind, status, aaguid, blocked, pinless)) or bool_or(keys = 0)
    ), gone as (
      delete from key_counts c using several s where c.workspace_id = s.workspace_id returning c.*
    )
    insert into key_counts (workspace_id, kind, status, aaguid, blocked, pinless, keys)
      select workspace_id, kind, status, aaguid, blocked, pinless, sum(keys) from gone
      group by 1, 2, 3, 4, 5, 6 having sum(keys) <> 0`
