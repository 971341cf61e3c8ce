import type { CardStayReason, CardUndoPreview } from '@claviger/contract/keys/card-import'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../ground/world.ts'
import { type Asker, standsAbove } from '../../work/rank/rank.ts'
import { type Result, rowsOf, type Slice, type Work } from '../../work/works/works.ts'
import { takeCardsBack } from '../security-keys/security-keys.cards.ts'
import type { CardFacts } from './cells.ts'
import { mailed } from './letters.ts'

const fills = sql`(r.facts ->> 'fills')::boolean`

// Whoever changes a key notes when; uses and PINs are no changes. A key that waits again would lose what it holds
const reasonFor = (by: Asker): RawBuilder<CardStayReason | null> => sql`case
  when k.id is null then 'unknown'
  when ${standsAbove(by, sql`u.id`)} then 'above-you'
  when u.id = ${by.id}::uuid then 'own-key'
  when k.changed_at <> k.activated_at or k.status <> 20 then 'changed-since'
  when ${fills} and (k.last_used_at is not null
    or exists (select from held_credentials h where h.security_key_id = k.id)
    or exists (select from credentials c where c.security_key_id = k.id)) then 'used-since'
end`

const standing = sql`
  left join security_keys k on k.workspace_id = r.workspace_id and k.id = (r.facts ->> 'key')::uuid and not k.binned
  left join users u on u.workspace_id = k.workspace_id and u.id = k.user_id`

interface Weight {
  fills: boolean
  reason: CardStayReason | null
  count: number
  used: number
}

/** Says in numbers what taking an import of cards back would do, and how many keys would stay, by reason. */
export async function weighCards(ctx: Ctx, work: Work, by: Asker): Promise<CardUndoPreview> {
  const { rows } = await sql<Weight>`
    select fills, reason, count(*)::integer as count, count(*) filter (where used)::integer as used
    from (
      select ${fills} as fills, ${reasonFor(by)} as reason, k.last_used_at is not null as used
      from work_rows r ${standing}
      where ${rowsOf(work)} and r.row <= ${work.last_row}::integer and r.outcome = 'success'
    ) judged group by fills, reason order by count(*) desc`.execute(ctx.db)
  const able = (filled: boolean) => rows.find(one => one.fills === filled && one.reason === null)
  const stay = new Map<CardStayReason, number>()
  for (const { reason, count } of rows) if (reason !== null) stay.set(reason, (stay.get(reason) ?? 0) + count)
  return {
    remove: able(false)?.count ?? 0,
    used: able(false)?.used ?? 0,
    empty: able(true)?.count ?? 0,
    stay: [...stay].map(([reason, count]) => ({ reason, count })),
  }
}

interface Due {
  row: number
  user_id: string | null
  name: string | null
  told: boolean
  reason: CardStayReason | null
}

/** Takes rows of an import of cards back; their owners and keys are held in the order of their ids. */
export async function undoCards(ctx: Ctx, { work, by, rows }: Slice<unknown>): Promise<Result[]> {
  const facts = new Map(rows.map(row => [row.row, row.facts as CardFacts]))
  const owners = rows.map(row => row.subject as string)
  const keys = rows.map(row => (row.facts as CardFacts).key)
  await sql`select from users where id = any(${owners}::uuid[]) order by id for no key update`.execute(ctx.db)
  await sql`select from security_keys where id = any(${keys}::uuid[]) order by id for update`.execute(ctx.db)
  const due = await sql<Due>`
    select r.row, k.user_id, k.name, coalesce(${mailed}, false) as told, ${reasonFor(by)} as reason
    from work_rows r ${standing}
    where ${rowsOf({ workspace_id: work.workspace_id, id: work.undoes as string })}
      and r.row = any(${rows.map(row => row.row)}::integer[])`.execute(ctx.db)
  const able = due.rows.filter(row => row.reason === null)
  await takeCardsBack(
    ctx,
    by,
    able.map(({ row, user_id, name, told }) => ({
      id: facts.get(row)?.key as string,
      name: name as string,
      user_id: user_id as string,
      fills: facts.get(row)?.fills === true,
      told,
    })),
  )
  return due.rows.map(({ row, reason }) => ({
    row,
    reason,
    outcome: reason !== null ? 'stayed' : facts.get(row)?.fills ? 'emptied' : 'removed',
  }))
}
