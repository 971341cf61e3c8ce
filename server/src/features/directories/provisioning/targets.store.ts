import type { Mapping } from '@claviger/contract/apps/applications'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { openTo } from '#platform/entrance/entrance.ts'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type TargetRow = Omit<Selectable<Tables['provisioning_targets']>, 'mapping'> & { mapping: Mapping }

/** Provisioning of an application; undefined if not configured. */
export const findTarget = (db: Db, id: string) =>
  db.selectFrom('provisioning_targets').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    TargetRow | undefined
  >

/** Locks an application's provisioning until the transaction ends. */
export const lockTarget = (db: Db, id: string) =>
  db.selectFrom('provisioning_targets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    TargetRow | undefined
  >

export const insertTarget = (db: Db, row: Insertable<Tables['provisioning_targets']>) =>
  db.insertInto('provisioning_targets').values(row).execute()

export const updateTarget = (db: Db, id: string, to: Updateable<Tables['provisioning_targets']>) =>
  db.updateTable('provisioning_targets').set(to).where('id', '=', id).execute()

export const deleteTarget = (db: Db, id: string) => db.deleteFrom('provisioning_targets').where('id', '=', id).execute()

/** Forgets what was sent, because the address now belongs to a different application. */
export async function forgetDelivered(db: Db, id: string): Promise<void> {
  for (const table of ['provisioning_members', 'provisioning_looks', 'provisioning_items'] as const)
    await db.deleteFrom(table).where('application_id', '=', id).execute()
}

const held = "now() + interval '20 seconds'"

export interface ClaimedTarget {
  workspace_id: string
  id: string
}

export async function claimTarget(db: Db, sender: string, at: Date): Promise<ClaimedTarget | undefined> {
  const { rows } = await run<ClaimedTarget>(
    db,
    `update provisioning_targets set taken_by = $1::uuid, taken_until = ${held}
     where (workspace_id, id) = (
       select t.workspace_id, t.id from provisioning_targets t
       join applications a on a.workspace_id = t.workspace_id and a.id = t.id
       join workspaces w on w.id = t.workspace_id and ${openTo('provisioning', 'w.status')}
       where t.denied_at is null and (t.next_try_at is null or t.next_try_at <= $2::timestamptz)
         and (t.taken_until is null or t.taken_until < now()) and t.sweeping is null
         and (exists (select from provisioning_looks l
             where l.workspace_id = t.workspace_id and l.application_id = t.id and l.state = 'reading')
           or (t.active and a.active and exists (select from provisioning_items i
             where i.workspace_id = t.workspace_id and i.application_id = t.id and i.due_at <= $2::timestamptz)))
       order by t.next_try_at nulls first, t.delivered_at nulls first limit 1 for update of t skip locked)
     returning workspace_id, id`,
    [sender, at],
  )
  return rows[0]
}

/** Renews the lease; undefined if another sender has it, or if there is nothing to do. */
export async function renewTargetLease(db: Db, id: string, sender: string): Promise<TargetRow | undefined> {
  const { rows } = await run<TargetRow>(
    db,
    `update provisioning_targets set taken_until = ${held}
     where workspace_id = current_workspace() and id = $1::uuid and taken_by = $2::uuid and denied_at is null returning *`,
    [id, sender],
  )
  return rows[0]
}

export async function releaseTarget(db: Db, id: string, sender: string): Promise<void> {
  await run(
    db,
    `update provisioning_targets set taken_until = null
     where workspace_id = current_workspace() and id = $1::uuid and taken_by = $2::uuid`,
    [id, sender],
  )
}

export async function noteAnswered(db: Db, id: string, at: Date): Promise<void> {
  await run(
    db,
    `update provisioning_targets set tries = 0, reason = null, detail = null, failing_since = null, next_try_at = null,
       delivered_at = $2::timestamptz
     where workspace_id = current_workspace() and id = $1::uuid`,
    [id, at],
  )
}

export interface DeliveryTrouble {
  reason: string
  detail: string | null
}

/** Records an error and the next attempt: as requested, or after 2, 4, 8 … seconds, at most ten minutes. */
export async function noteTrouble(
  db: Db,
  id: string,
  trouble: DeliveryTrouble,
  at: Date,
  until: Date | null,
): Promise<void> {
  await run(
    db,
    `update provisioning_targets set reason = $2, detail = $3, tries = tries + 1,
       failing_since = coalesce(failing_since, $4::timestamptz), taken_until = null,
       next_try_at = coalesce($5::timestamptz, $4::timestamptz + least(600, power(2, least(tries + 1, 10))) * interval '1 second')
     where workspace_id = current_workspace() and id = $1::uuid`,
    [id, trouble.reason, trouble.detail, at, until],
  )
}

/** Pauses an application that refuses our token; false if already paused. */
export async function noteDenied(db: Db, id: string, detail: string | null, at: Date): Promise<boolean> {
  const { changed } = await run(
    db,
    `update provisioning_targets set denied_at = $3::timestamptz, reason = 'denied', detail = $2, taken_until = null,
       failing_since = coalesce(failing_since, $3::timestamptz)
     where workspace_id = current_workspace() and id = $1::uuid and denied_at is null`,
    [id, detail, at],
  )
  return changed > 0
}
