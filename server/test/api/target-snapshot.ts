import type { TestApp } from '../app/test-app.ts'
import type { Fixture } from './object-creators.ts'

/** Reads all rows about a user or their belongings, except lists of attempts. */
export async function snapshotOf({ world }: TestApp): Promise<(t: Fixture) => Promise<unknown[]>> {
  const columns = (
    await world.superPool.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('user_id', 'account_id', 'person_id', 'to_user')
        and data_type = 'uuid'`,
    )
  ).rows
  const stateText = [
    ...columns.map(
      ({ table_name, column_name }) => `select '${table_name}', x::text from ${table_name} x where ${column_name} = $1`,
    ),
    `select 'users', x::text from users x where id = any($3)`,
    `select 'groups', x::text from groups x where id = any($2)`,
    `select 'group_rules', x::text from group_rules x where group_id = any($2)`,
    `select 'opened', x::text from group_members x where group_id = any($2)`,
    `select 'organization_units', x::text from organization_units x where id = any($2)`,
  ].join(' union all ')
  return async t => {
    const groups = [t.group, t.opener, t.emptyGroup, t.unit]
    const { rows } = await world.superPool.query<object>(`${stateText} order by 1, 2`, [t.id, groups, [t.id, t.binned]])
    return rows
  }
}

interface Body {
  code?: string
  succeeded?: number
  assigned?: number
  unable?: { reason: string }[]
  results?: { outcome: string }[]
  run?: { succeeded: number } | null
  runs?: { succeeded: number; total: number }[]
}

export const hasNoEffect = (body: Body) =>
  body.succeeded === 0 ||
  body.assigned === 0 ||
  body.run?.succeeded === 0 ||
  body.unable?.[0]?.reason === 'above-you' ||
  body.runs?.every(run => run.succeeded === 0) === true

export const saysAbove = (body: Body) =>
  body.code === 'above-you' ||
  body.unable?.some(one => one.reason === 'above-you') === true ||
  body.results?.some(one => one.outcome === 'above-you') === true
