import type { SqlCondition } from '#features/directories/scim-documents/scim-documents.ts'
import { type Db, replanned, run } from '#platform/db/db.ts'
import {
  columns,
  type ResourceWithMembers,
  isOfConnection,
  otherResources,
  type ResourceKind,
} from '../resources.store.ts'

export interface ListAsk {
  what: ResourceKind
  where: SqlCondition | undefined
  order: string | undefined
  descending: boolean
  after: string | undefined
  skip: number
  size: number
  withOthers: boolean
  /** A frequent kind of query: only for these is the plan cached, because there are unlimited others. */
  usual: boolean
}

export type ListedResource = ResourceWithMembers & { at: string }

export const listValues = (connection: string, what: ResourceKind): unknown[] => [connection, what]

const source = (where: SqlCondition | undefined) =>
  where?.group === undefined
    ? {
        from: 'scim_resources r',
        only: isOfConnection,
        key: 'r.place',
        type: 'bigint',
        beyond: (value: string) => ` and r.place > ${value}::bigint`,
      }
    : {
        from: 'group_members m join scim_resources r on r.workspace_id = m.workspace_id and r.id = m.user_id',
        only: `m.workspace_id = current_workspace() and m.group_id = ${where.group}::uuid and ${isOfConnection}`,
        key: 'm.user_id',
        type: 'uuid',
        // Repeated for both tables, because the planner can't derive an index range from the other table's condition
        beyond: (value: string) => ` and m.user_id > ${value}::uuid and r.id > ${value}::uuid`,
      }

export async function listResources(db: Db, connection: string, ask: ListAsk): Promise<ListedResource[]> {
  const values = [...(ask.where?.values ?? listValues(connection, ask.what))]
  const value = (one: unknown) => `$${values.push(one)}`
  const { from, only, key, type, beyond: beyondOf } = source(ask.where)
  const beyond = ask.after === undefined ? '' : beyondOf(value(ask.after))
  const direction = ask.descending ? ' desc nulls last' : ' nulls first'
  const order = (by: string) => (ask.order === undefined ? by : `${ask.order}${direction}, r.id`)
  const offset = ask.skip > 0 ? ` offset ${value(ask.skip)}::bigint` : ''
  const at = type === 'uuid' ? 'r.id' : 'r.place'
  const told = `${ask.usual ? '' : replanned}select ${columns}, ${at}::text as at${also(ask)}`
  const page = (what: string) => `${what} from ${from}
    where ${only} and r.gone_at is null${ask.where ? ` and ${ask.where.text}` : ''}${beyond}
    order by ${order(key)} limit ${Math.trunc(ask.size) + 1}${offset}`
  // Large columns are read only for returned rows if other rows are sorted or skipped
  const isPlain = ask.order === undefined && ask.skip === 0
  const text = isPlain
    ? page(told)
    : `${told} from (${page('select r.id')}) p join scim_resources r on ${isOfConnection} and r.id = p.id order by ${order(at)}`
  const { rows } = await run<ListedResource>(db, text, values)
  return rows
}

const also = ({ withOthers, what }: Pick<ListAsk, 'withOthers' | 'what'>) =>
  withOthers ? `, ${otherResources(what)} as others` : ''

/**
 * A page of all resources, and their total. A page by number is found from sampled positions and the known numbers of
 * rows before them.
 */
export async function pageOfAll(
  db: Db,
  connection: string,
  ask: Pick<ListAsk, 'what' | 'after' | 'skip' | 'size' | 'withOthers'>,
): Promise<{ rows: ListedResource[]; total: number }> {
  // Only a plain comparison: with row-level security, no other function can use the index
  const from = ask.after === undefined ? '>= (select coalesce(max(place), 0) from begins)' : '> $3::bigint'
  const offset = ask.after === undefined ? ' offset (select past from begins)' : ''
  const { rows } = await run<Partial<ListedResource> & { total: number }>(
    db,
    `with tally as materialized (
       select block, n, sum(n) over (order by block) - n as before from scim_tallies
       where workspace_id = current_workspace() and connection_id = $1::uuid and what = $2
     ), begins as materialized (
       select block << 10 as place, $3::bigint - before as past from tally where before <= $3::bigint order by block desc limit 1
     ), page as (
       select r.id, r.place from scim_resources r where ${isOfConnection} and r.gone_at is null and r.place ${from}
       order by r.place limit ${ask.size === 0 ? 0 : Math.trunc(ask.size) + 1}${offset}
     )
     select one.total, told.* from (select coalesce(sum(n), 0)::bigint as total from tally) one left join (
       select ${columns}, p.place::text as at, p.place${also(ask)} from page p join scim_resources r on ${isOfConnection} and r.id = p.id
     ) told on true order by told.place`,
    [connection, ask.what, ask.after ?? ask.skip],
  )
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is ListedResource & { total: number } => row.id !== undefined && row.id !== null),
  }
}

export async function countByKind(db: Db, connection: string): Promise<Record<ResourceKind, number>> {
  const { rows } = await run<{ what: ResourceKind; n: number }>(
    db,
    `select what, sum(n)::bigint as n from scim_tallies where workspace_id = current_workspace() and connection_id = $1::uuid
     group by what`,
    [connection],
  )
  const counted = new Map(rows.map(row => [row.what, row.n]))
  return { user: counted.get('user') ?? 0, group: counted.get('group') ?? 0 }
}

export async function countResources(
  db: Db,
  connection: string,
  what: ResourceKind,
  where: SqlCondition,
  usual: boolean,
): Promise<number> {
  const { from, only } = source(where)
  const { rows } = await run<{ n: number }>(
    db,
    `${usual ? '' : replanned}select count(*) as n from ${from} where ${only} and r.gone_at is null and ${where.text}`,
    [...(where.values ?? listValues(connection, what))],
  )
  return rows[0]?.n ?? 0
}
