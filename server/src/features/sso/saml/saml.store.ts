import { samlKeyStates } from './key-states.ts'
import { protocols } from '@claviger/contract/apps/applications/application-settings'
import type { Insertable, Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type SamlKeyRow = Selectable<Tables['saml_keys']>

export const keysOf = (db: Db): Promise<SamlKeyRow[]> =>
  db.selectFrom('saml_keys').selectAll().orderBy('state').execute()

export const lockSamlKeys = (db: Db): Promise<SamlKeyRow[]> =>
  db.selectFrom('saml_keys').selectAll().orderBy('state').forUpdate().execute()

export async function insertSamlKey(db: Db, row: Insertable<Tables['saml_keys']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saml_keys')
    .values(row)
    .onConflict(at => at.columns(['workspace_id', 'state']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

export const deleteSamlKey = (db: Db, id: string) => db.deleteFrom('saml_keys').where('id', '=', id).execute()
export const setSamlKeyState = (db: Db, id: string, state: number) =>
  db.updateTable('saml_keys').set({ state }).where('id', '=', id).execute()
export const noteWarned = (db: Db, id: string, days: number) =>
  db.updateTable('saml_keys').set({ warned_days: days }).where('id', '=', id).execute()

export async function keysFor(db: Db, application: string): Promise<(SamlKeyRow & { new_key: boolean })[]> {
  const { rows } = await run<SamlKeyRow & { new_key: boolean }>(
    db,
    `select k.*, coalesce(a.new_key, false) as new_key from saml_keys k
     left join saml_applications a on a.workspace_id = current_workspace() and a.application_id = $1::uuid
     where k.workspace_id = current_workspace() order by k.state`,
    [application],
  )
  return rows
}

export async function setNewKey(db: Db, application: string, on: boolean): Promise<void> {
  await run(
    db,
    `insert into saml_applications (workspace_id, application_id, new_key) values (current_workspace(), $1::uuid, $2)
     on conflict (workspace_id, application_id) do update set new_key = excluded.new_key`,
    [application, on],
  )
}

export async function withNewKey(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('saml_applications').select('application_id').where('new_key', '=', true).execute()
  return rows.map(row => row.application_id)
}

export async function countUnmigratedProviders(db: Db): Promise<number> {
  const { rows } = await run<{ n: number }>(
    db,
    `select count(*)::integer as n from applications a
     left join saml_applications s on s.workspace_id = current_workspace() and s.application_id = a.id
     where a.workspace_id = current_workspace() and a.protocol = ${protocols.saml} and s.new_key is not true`,
    [],
  )
  return rows[0]?.n ?? 0
}

export const forgetNewKeys = (db: Db) => db.updateTable('saml_applications').set({ new_key: false }).execute()

export async function keysEnding(db: Db, before: Date): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await run<{ workspace_id: string; id: string }>(
    db,
    `select workspace_id, id from saml_keys where state = ${samlKeyStates.signing} and ends_at < $1::timestamptz`,
    [before],
  )
  return rows
}

export async function knownNameId(db: Db, application: string, user: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('saml_name_ids')
    .select('name_id')
    .where('application_id', '=', application)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row?.name_id
}

const named = `insert into saml_name_ids (workspace_id, application_id, user_id, name_id)
  select current_workspace(), $1::uuid, $2::uuid, $3 from agreed
  on conflict (workspace_id, application_id, user_id) do update set name_id = saml_name_ids.name_id returning name_id`

/** Stores the user's name ID for an application; an existing one stays and is returned. */
export const namePart = (application: string, user: string, fresh: string): StatementPart => ({
  text: named,
  values: [application, user, fresh],
})

interface Ending {
  signs: Date | null
  application: string | null
  applications: { id: string; name: string; endsAt: string }[]
}

export async function endingOf(db: Db, before: Date): Promise<Ending> {
  const { rows } = await run<Ending>(
    db,
    `with first as (
       select a.id from applications a where a.workspace_id = current_workspace() and a.protocol = ${protocols.saml} and a.active
       order by a.created_at, a.id limit 1)
     select (select id from first) as application,
       (select k.ends_at from saml_keys k where k.workspace_id = current_workspace() and k.state = ${samlKeyStates.signing}
         and k.ends_at < $1::timestamptz and exists (select from first)) as signs,
       coalesce((select json_agg(json_build_object('id', e.id, 'name', e.name, 'endsAt', e.certificate_ends_at)
           order by e.certificate_ends_at)
         from (select a.id, a.name, a.certificate_ends_at from applications a
           where a.workspace_id = current_workspace() and a.active and a.certificate_ends_at < $1::timestamptz
           order by a.certificate_ends_at limit 20) e), '[]') as applications`,
    [before],
  )
  return rows[0] ?? { signs: null, application: null, applications: [] }
}
