import type { ImportUndoPreview } from '@claviger/contract/people/user-import'
import type { BulkReason } from '@claviger/contract/people/bulk-runs'
import { userSources } from '@claviger/contract/people/users'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../ground/world.ts'
import { type Asker, standsAbove } from '../../work/rank/rank.ts'
import { type Result, type Row, rowsOf, type Slice, type Work } from '../../work/works/works.ts'
import { forgetAddresses } from '../addresses/addresses.ts'
import { leaveGroup } from '../groups/groups.many.ts'
import { leaveUnit } from '../units/units.many.ts'
import { perform } from '../users/users.acts.ts'
import { changeUsers, type Columns, lockUsers } from '../users/users.many.ts'
import type { Fields } from './write.ts'

// Columns of users as the import has written them must all still hold that, else somebody has changed them since
const reasonFor = (by: Asker): RawBuilder<BulkReason | null> => sql`case
  when u.id is null or u.deleted_at is not null then 'unknown'
  when ${standsAbove(by, sql`u.id`)} then 'above-you'
  when r.outcome = 'new' and u.id = ${by.id}::uuid then 'own-account'
  when r.outcome = 'update' and (r.was is null or u.source <> ${sql.lit(userSources.local)}
    or not to_jsonb(u) @> (r.facts -> 'columns')) then 'changed-since'
end`
const written = sql`r.subject is not null and r.outcome in ('new', 'update')`
const standing = sql`left join users u on u.workspace_id = r.workspace_id and u.id = r.subject`

interface Weight {
  outcome: 'new' | 'update'
  reason: BulkReason | null
  count: number
  keys: number
}

/** Says in numbers what taking an import of users back would do, and how many would stay, by reason. */
export async function weighUndo(ctx: Ctx, work: Work, by: Asker): Promise<ImportUndoPreview> {
  const { rows } = await sql<Weight>`
    select outcome, reason, count(*)::integer as count, coalesce(sum(keys), 0)::integer as keys
    from (
      select r.outcome, ${reasonFor(by)} as reason, u.active_keys as keys
      from work_rows r ${standing} where ${rowsOf(work)} and r.row <= ${work.last_row}::integer and ${written}
    ) judged group by outcome, reason order by count(*) desc`.execute(ctx.db)
  const able = (outcome: string) => rows.find(one => one.outcome === outcome && one.reason === null)
  const stay = new Map<BulkReason, number>()
  for (const { reason, count } of rows) if (reason !== null) stay.set(reason, (stay.get(reason) ?? 0) + count)
  return {
    remove: able('new')?.count ?? 0,
    keys: able('new')?.keys ?? 0,
    setBack: able('update')?.count ?? 0,
    stay: [...stay].map(([reason, count]) => ({ reason, count })),
  }
}

const idOf = (row: Row) => row.subject as string

/** Takes rows of an import of users back: whom it created goes to the bin, whom it changed gets the former values. */
export async function takeUsersBack(ctx: Ctx, { work, by, rows }: Slice<unknown>): Promise<Result[]> {
  await lockUsers(ctx.db, rows.map(idOf))
  const judged = await sql<{ row: number; reason: BulkReason | null }>`
    select r.row, ${reasonFor(by)} as reason from work_rows r ${standing}
    where ${rowsOf({ workspace_id: work.workspace_id, id: work.undoes as string })}
      and r.row = any(${rows.map(row => row.row)}::integer[])`.execute(ctx.db)
  const stays = new Map<number, string>(judged.rows.flatMap(({ row, reason }) => (reason ? [[row, reason]] : [])))
  const able = (outcome: string) => rows.filter(row => row.outcome === outcome && !stays.has(row.row))
  for (const [row, reason] of await remove(ctx, by, able('new'))) stays.set(row, reason)
  for (const row of await setBack(ctx, by, able('update'))) stays.set(row, 'former-taken')
  return rows.map(({ row, outcome }) => {
    const reason = stays.get(row) ?? null
    return { row, reason, outcome: reason !== null ? 'stayed' : outcome === 'new' ? 'removed' : 'set-back' }
  })
}

/** Moves users into the bin, by the rules of every deletion, and answers which rows stayed and why. */
async function remove(ctx: Ctx, by: Asker, rows: readonly Row[]): Promise<[number, string][]> {
  if (rows.length === 0) return []
  const asked = { act: 'delete', by, now: ctx.clock.now(), target: null } as const
  const acted = await perform(ctx, asked, { targetName: null }, rows.map(idOf))
  const numbers = new Map(rows.map(row => [idOf(row), row.row]))
  return acted.flatMap(({ user, reason }) => (reason === null ? [] : [[numbers.get(user) as number, reason]]))
}

/** Gives users their former values, takes them out of what the import put them into, and answers which rows stayed. */
async function setBack(ctx: Ctx, by: Asker, rows: readonly Row[]): Promise<number[]> {
  const failed = await changeUsers(
    ctx,
    by,
    rows.map(row => ({ id: idOf(row), ...(row.was as Columns) })),
  )
  const done = rows.filter(row => !failed.has(idOf(row)))
  await forgetAddresses(ctx, done.map(idOf))
  for (const [group, users] of usersBy(done, row => (row.facts as Fields).groups)) await leaveGroup(ctx, group, users)
  for (const [unit, users] of usersBy(done, row => (row.facts as Fields).units)) await leaveUnit(ctx, unit, users)
  return rows.filter(row => failed.has(idOf(row))).map(row => row.row)
}

function usersBy(rows: readonly Row[], places: (row: Row) => readonly string[]): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const row of rows) for (const place of places(row)) all.set(place, [...(all.get(place) ?? []), idOf(row)])
  return all
}
