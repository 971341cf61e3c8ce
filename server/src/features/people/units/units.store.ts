import { administratorTypes } from '@claviger/contract/tenancy/administrators'
import type { UnitAdministrator } from '@claviger/contract/people/units'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { byNameOrTime, type ListQuery } from '#platform/db/page.ts'

// `in ()` is invalid SQL, so lists get one unused ID
const nobody = '00000000-0000-0000-0000-000000000000'

export const allUnits = (db: Db, administered: boolean) =>
  db
    .selectFrom('organization_units as unit')
    .select(['unit.id', 'unit.name'])
    .$if(administered, query =>
      query.where(eb =>
        eb.exists(eb.selectFrom('unit_administrators as a').select('a.unit_id').whereRef('a.unit_id', '=', 'unit.id')),
      ),
    )
    .orderBy('unit.name')
    .orderBy('unit.id')
    .limit(1000)
    .execute()

export const unitsById = (db: Db, ids: readonly string[]) =>
  db.selectFrom('organization_units').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute()

export const unitsOf = (db: Db, user: string) =>
  db
    .selectFrom('unit_members as member')
    .innerJoin('organization_units as unit', join =>
      join.onRef('unit.workspace_id', '=', 'member.workspace_id').onRef('unit.id', '=', 'member.unit_id'),
    )
    .select(['unit.id', 'unit.name'])
    .where('member.user_id', '=', user)
    .orderBy('unit.name')
    .execute()

/**
 * Sets a user's units. Adds before it removes, because a unit administrator can't see a user without units.
 */
export async function replaceUnits(db: Db, workspace: string, user: string, units: readonly string[]): Promise<void> {
  if (units.length > 0) {
    const rows = units.map(unit => ({ workspace_id: workspace, unit_id: unit, user_id: user }))
    await db
      .insertInto('unit_members')
      .values(rows)
      .onConflict(oc => oc.doNothing())
      .execute()
  }
  const others = db.deleteFrom('unit_members').where('user_id', '=', user)
  await (units.length === 0 ? others : others.where('unit_id', 'not in', units)).execute()
}

export const unitNamed = async (db: Db, name: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('organization_units')
      .select('id')
      .where(sql`lower(name)`, '=', sql`lower(${name})`)
      .executeTakeFirst()
  )?.id

export async function insertUnit(db: Db, row: Insertable<Tables['organization_units']>): Promise<void> {
  await db.insertInto('organization_units').values(row).execute()
}

export const lockUnit = (db: Db, id: string) =>
  db
    .selectFrom('organization_units')
    .select(['id', 'name', 'description'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const lockUnits = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('organization_units')
    .select(['id', 'name'])
    .where('id', 'in', [...ids, nobody])
    .orderBy('id')
    .forUpdate()
    .execute()

export async function updateUnit(db: Db, id: string, to: { name: string; description: string }): Promise<void> {
  await db.updateTable('organization_units').set(to).where('id', '=', id).execute()
}

export async function deleteUnits(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('organization_units').where('id', 'in', ids).execute()
}

export async function replaceUnitGroups(
  db: Db,
  workspace: string,
  unit: string,
  groups: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('unit_groups')
    .where('unit_id', '=', unit)
    .where('group_id', 'not in', [...groups, nobody])
    .execute()
  await sql`insert into unit_groups (workspace_id, unit_id, group_id)
    select ${workspace}::uuid, ${unit}::uuid, unnest(${groups}::uuid[]) on conflict do nothing`.execute(db)
}

export async function replaceAdministered(
  db: Db,
  workspace: string,
  user: string,
  units: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('unit_administrators')
    .where('user_id', '=', user)
    .where('unit_id', 'not in', [...units, nobody])
    .execute()
  await sql`insert into unit_administrators (workspace_id, unit_id, user_id)
    select ${workspace}::uuid, unnest(${units}::uuid[]), ${user}::uuid on conflict do nothing`.execute(db)
}

export async function unitAdministrators(
  db: Db,
  which: { user?: string; unit?: string | undefined },
): Promise<UnitAdministrator[]> {
  // Users with a pending role over units are included; they accept it later
  const { rows } = await sql<UnitAdministrator>`
    select u.id, u.first_name || ' ' || u.last_name as name, u.user_id as "userId", u.email, a.role, a.additional as "additionalPermissions",
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name)
        from organization_units o where o.workspace_id = current_workspace() and o.id = any (a.units)), '[]') as units, a.accepted
    from (
      select a.user_id, a.role, a.additional, true as accepted, array(select ua.unit_id from unit_administrators ua
        where ua.workspace_id = current_workspace() and ua.user_id = a.user_id) as units
      from administrators a where a.workspace_id = current_workspace() and a.type = ${sql.lit(administratorTypes.units)}
      union all
      select p.user_id, p.role, p.additional, false, p.units from pending_roles p
      where p.workspace_id = current_workspace() and p.type = ${sql.lit(administratorTypes.units)} and not exists (
        select from administrators a where a.workspace_id = current_workspace() and a.user_id = p.user_id)
    ) a join users u on u.workspace_id = current_workspace() and u.id = a.user_id
    where u.deleted_at is null
      ${which.user === undefined ? sql`` : sql`and u.id = ${which.user}::uuid`}
      ${which.unit === undefined ? sql`` : sql`and ${which.unit}::uuid = any (a.units)`}
    order by u.sort_name, u.id limit 1000`.execute(db)
  return rows
}

interface Named {
  id: string
  name: string
}

export interface ListedUnit extends Named {
  description: string
  created_at: Date
  /** Users and their keys; bigint values in a list arrive as text. */
  counts: [string, string]
  groups: Named[]
  admins: Named[]
}

type Heads = (place: RawBuilder<unknown>) => RawBuilder<unknown>

const columns = (heads: Heads) => sql`o.id, o.name, o.description, o.created_at, (${heads(sql`o.id`)}) as counts,
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
    from unit_groups ug join groups g on g.workspace_id = ug.workspace_id and g.id = ug.group_id where ug.unit_id = o.id), '[]') as groups,
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) order by u.sort_name)
    from unit_administrators a join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where a.unit_id = o.id and u.deleted_at is null
      and exists (select from administrators d where d.workspace_id = current_workspace() and d.user_id = u.id and d.type = ${sql.lit(administratorTypes.units)})), '[]') as admins`

export const unitsPage = (heads: Heads): Omit<ListQuery<ListedUnit>, 'item'> => ({
  ...byNameOrTime('organization_units', 'o'),
  select: columns(heads),
  where: [],
})

export async function findListed(db: Db, heads: Heads, id: string): Promise<ListedUnit | undefined> {
  const { rows } = await sql<ListedUnit>`
    select ${columns(heads)} from organization_units o where o.workspace_id = current_workspace() and o.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}
