import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

export interface PromoCodeRow {
  id: string
  code: string
  days: number
  keys: number
  percent: number
  months: number
  uses: number
  most_uses: number | null
  ends_on: string | null
  created_at: Date
}

const columns = sql`p.id, p.code, p.days, p.keys, p.percent, p.months, p.uses, p.most_uses, p.ends_on::text as ends_on, p.created_at`

export const promoList: Omit<ListQuery<PromoCodeRow>, 'item'> = {
  from: sql`promo_codes p`,
  select: columns,
  where: [],
  search: { in: [sql`p.code`] },
  sorts: {
    code: { by: sql`p.code`, type: 'text', unique: true },
    created: { by: sql`p.created_at`, type: 'timestamptz' },
  },
  id: sql`p.id`,
  defaultSort: 'created',
}

export interface PromoUseRow {
  id: string
  workspace_id: string
  workspace_name: string
  by_name: string
  at: Date
}

export const useList = (promo: string): Omit<ListQuery<PromoUseRow>, 'item'> => ({
  from: sql`promo_uses u join workspaces w on w.id = u.workspace_id`,
  select: sql`u.id, u.workspace_id, w.name as workspace_name, u.by_name, u.at`,
  where: [sql`u.promo_id = ${promo}::uuid`],
  sorts: { at: { by: sql`u.at`, type: 'timestamptz' } },
  id: sql`u.id`,
  defaultSort: 'at',
})

export async function findPromoCode(db: Db, id: string): Promise<PromoCodeRow | undefined> {
  const { rows } = await sql<PromoCodeRow>`select ${columns} from promo_codes p where p.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function findByText(db: Db, code: string): Promise<PromoCodeRow | undefined> {
  const { rows } = await sql<PromoCodeRow>`select ${columns} from promo_codes p where p.code = ${code}`.execute(db)
  return rows[0]
}

/** Takes one use of a code that is valid today. */
export async function consumePromoCode(db: Db, code: string, today: string): Promise<PromoCodeRow | undefined> {
  const { rows } = await sql<PromoCodeRow>`
    select ${columns} from take_promo_code(${code}, ${today}::date) p`.execute(db)
  return rows[0]
}

export async function insertPromoCode(db: Db, row: Omit<PromoCodeRow, 'uses'>): Promise<void> {
  await sql`insert into promo_codes (id, code, days, keys, percent, months, most_uses, ends_on, created_at) values
    (${row.id}::uuid, ${row.code}, ${row.days}, ${row.keys}, ${row.percent}, ${row.months}, ${row.most_uses}, ${row.ends_on}::date, ${row.created_at})`.execute(
    db,
  )
}

export async function endCode(db: Db, id: string, day: string): Promise<void> {
  await sql`update promo_codes p set ends_on = least(p.ends_on, ${day}::date) where p.id = ${id}::uuid`.execute(db)
}

/** Notes what a workspace redeemed; false if it redeemed the code before. */
export async function insertUse(
  db: Db,
  use: { id: string; promo: PromoCodeRow; from: string; to: string; by: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into promo_uses (workspace_id, id, promo_id, code, keys, percent, days, from_day, to_day, by_name, at)
    values (current_workspace(), ${use.id}::uuid, ${use.promo.id}::uuid, ${use.promo.code}, ${use.promo.keys},
      ${use.promo.percent}, ${use.promo.days}, ${use.from}::date, ${use.to}::date, ${use.by}, ${use.at})
    on conflict (workspace_id, promo_id) do nothing returning id`.execute(db)
  return rows.length > 0
}

const hour = sql`interval '1 hour'`

export async function countGuesses(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select g.tries from promo_guesses g where g.workspace_id = current_workspace() and g.since > ${now}::timestamptz - ${hour}`.execute(
    db,
  )
  return rows[0]?.tries ?? 0
}

export async function noteGuess(db: Db, now: Date): Promise<void> {
  await sql`insert into promo_guesses as g (workspace_id, tries, since) values (current_workspace(), 1, ${now})
    on conflict (workspace_id) do update set
      tries = case when g.since > excluded.since - ${hour} then g.tries + 1 else 1 end,
      since = case when g.since > excluded.since - ${hour} then g.since else excluded.since end`.execute(db)
}

/** The plan that a personal account has by its codes, and until when. */
export async function findPersonalPlan(db: Db, today: string): Promise<{ days: number; to_day: string } | undefined> {
  const { rows } = await sql<{ days: number; to_day: string }>`
    select u.days, u.to_day::text as to_day from promo_uses u
    where u.workspace_id = current_workspace() and u.to_day >= ${today}::date
    order by u.days > 0 desc, u.to_day desc limit 1`.execute(db)
  return rows[0]
}
