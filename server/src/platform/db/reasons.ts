import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** An SQL condition that prevents an action, and its reason. */
export type ReasonRule<Reason extends string> = readonly [when: RawBuilder<unknown>, reason: Reason]

/** SQL: the first applicable reason; null if none. */
export function firstReason<Reason extends string>(rules: Iterable<ReasonRule<Reason>>): RawBuilder<Reason | null> {
  const cases = [...rules].map(([when, reason]) => sql`when ${when} then ${sql.lit(reason)}`)
  return sql`case ${sql.join(cases, sql` `)} end`
}

/**
 * Number of rows per reason, each with a few names. `judged` selects `name`, `sort_name`, and the reason; `sums` are
 * additional aggregates per reason.
 */
export async function countRowsByReason<Reason, Sum extends string = never>(
  db: Db,
  reason: RawBuilder<Reason | null>,
  judged: RawBuilder<unknown>,
  sums?: Record<Sum, RawBuilder<unknown>>,
) {
  const more = Object.entries<RawBuilder<unknown>>(sums ?? {}).map(([name, sum]) => sql`, ${sum} as ${sql.ref(name)}`)
  const { rows } = await sql<{ reason: Reason | null; count: number; names: string[] } & Record<Sum, number>>`
    select reason, count(*)::integer as count,
      coalesce((array_agg(name order by place) filter (where name is not null and place <= 5)), '{}') as names
      ${sql.join(more, sql` `)}
    from (
      select *, row_number() over (partition by reason order by sort_name) as place
      from (select ${reason} as reason, ${judged}) judged
    ) placed group by reason order by count(*) desc`.execute(db)
  return rows
}

export function countReasons<Reason>(rows: readonly { reason: Reason | null; count: number }[]) {
  const stay = new Map<Reason, number>()
  for (const { reason, count } of rows) if (reason !== null) stay.set(reason, (stay.get(reason) ?? 0) + count)
  return [...stay].map(([reason, count]) => ({ reason, count }))
}
