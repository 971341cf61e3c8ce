import type { Db } from '../../../ground/db/db.ts'

export const allUnits = (db: Db) =>
  db.selectFrom('organization_units').select(['id', 'name']).orderBy('name').orderBy('id').limit(1000).execute()

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

/** Puts a user into these units and no others; joining comes first, for who is in none of them may be out of sight. */
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
