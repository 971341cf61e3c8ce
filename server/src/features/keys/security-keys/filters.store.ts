import type { KeyQuery } from '@claviger/contract/keys/security-keys'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import { before, conditions, flag, type Listed, memberOf, ofEach, oneOf, sortsOf } from '../../../ground/db/listed.ts'
import { countedExactly, type ListQuery, type Place } from '../../../ground/db/page.ts'
import { fullColumns, type FullRow } from './security-keys.reply.ts'

/** What a list of keys is narrowed to: days without a use as an instant, the keys of somebody as their owner. */
export type Filter = Pick<KeyQuery, 'type' | 'status' | 'model' | 'blocked' | 'pinless' | 'group' | 'unit'> &
  Pick<KeyQuery, 'userId' | '_id'> & { unusedSince?: Date | undefined }

/** The filters and orders of keys; each order but that of owners has an index of its own. */
export const keyList: Listed = {
  of: 'security_keys',
  there: [['binned', '=', false]],
  filters: {
    type: oneOf('kind', { kept: 'kind' }),
    status: oneOf('status', { kept: 'status' }),
    model: oneOf('aaguid', { kept: 'aaguid' }),
    blocked: flag(['blocked_at', 'is distinct from', null], ['blocked_at', 'is not distinct from', null], 'blocked'),
    pinless: flag(['verification', '=', 3], ['verification', 'is distinct from', 3], 'pinless'),
    unusedSince: before('idle_since'),
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

/** Conditions on `security_keys` for a pattern, the numbers of cards that it may mean, and filters. */
export const keysWhere = (filter: Filter, pattern: string, cards: readonly Buffer[]): RawBuilder<unknown>[] => [
  ...ofEach(keyList),
  ...conditions(keyList, filter),
  ...(pattern
    ? [
        sql`(security_keys.sort_name like ${pattern} or security_keys.card_hash = any(${cards}::bytea[])
          or exists (select from users u where u.id = security_keys.user_id and u.search like ${pattern}))`,
      ]
    : []),
]

/** Where a page of keys comes from, narrowed by conditions. */
export const keysPage = (where: RawBuilder<unknown>[]): Omit<ListQuery<FullRow>, 'item'> => ({
  from: sql`security_keys`,
  select: fullColumns,
  where,
  narrowed: where.length > 1,
  sorts: sortsOf(keyList),
  id: sql`security_keys.id`,
  defaultSort: 'name',
})

/** The ids of a page of keys in the order of their owners' names. */
export async function keysByOwner(db: Db, where: RawBuilder<unknown>[], place: Place): Promise<string[]> {
  const [direction, beyond] = place.descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const after = place.after
    ? sql`and (users.sort_name, security_keys.id) ${beyond} (${place.after.value}, ${place.after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ id: string }>`
    select security_keys.id from users join security_keys
      on security_keys.workspace_id = users.workspace_id and security_keys.user_id = users.id
    where users.deleted_at is null and ${sql.join(where, sql` and `)} ${after}
    order by users.sort_name ${direction}, security_keys.id ${direction}
    limit ${sql.lit(place.size)} offset ${sql.lit(place.skipped)}`.execute(db)
  return rows.map(row => row.id)
}

/** How many keys there are under some conditions; no more than are counted exactly, and one. */
export async function countOfKeys(db: Db, where: RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from security_keys where ${sql.join(where, sql` and `)} limit ${sql.lit(countedExactly + 1)}
    ) counted`.execute(db)
  return rows[0]?.total ?? 0
}
