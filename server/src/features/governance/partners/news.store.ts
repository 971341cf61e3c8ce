import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export interface PartnerFigures {
  partner_id: string
  name: string
  users: number
  keys: number
  licenses: number
}

/** New keys since the last email, by customer; the next call counts from now on. */
export async function newKeysToMail(db: Db, now: Date): Promise<PartnerFigures[]> {
  const { rows } = await sql<PartnerFigures>`
    with due as materialized (
      select t.workspace_id, t.mailed_until, t.licenses, w.partner_id, w.name
      from partner_terms t join workspaces w on w.id = t.workspace_id
      where t.mails_new_keys and w.partner_id is not null and t.mailed_until < ${now}::timestamptz for update of t
    ), marked as (
      update partner_terms t set mailed_until = ${now}::timestamptz from due where t.workspace_id = due.workspace_id
    )
    select partner_id, name, 0 as users, licenses, keys from due cross join lateral (
      select count(*) as keys from security_keys k where k.workspace_id = due.workspace_id and not k.binned
        and k.created_at >= due.mailed_until and k.created_at < ${now}::timestamptz
    ) counted where keys > 0 order by name`.execute(db)
  return rows
}

export async function reportFigures(db: Db): Promise<PartnerFigures[]> {
  const { rows } = await sql<PartnerFigures>`
    select w.partner_id, w.name, w.user_count as users, w.key_count as keys, t.licenses
    from partner_terms t join workspaces w on w.id = t.workspace_id
    where t.monthly_report and w.partner_id is not null order by w.partner_id, lower(w.name)`.execute(db)
  return rows
}
