import { everyGrant } from '@claviger/contract/platform/permissions'
import type pg from 'pg'

const given = `jsonb_to_recordset($1::jsonb) as e(role smallint, additional smallint, "unitsOnly" boolean, permissions text[])`
const byContract = () => [JSON.stringify(everyGrant)]
const same = `coalesce(e.role, 0) = coalesce(g.role, 0) and coalesce(e.additional, 0) = coalesce(g.additional, 0)
  and e."unitsOnly" = g.units_only`

/**
 * Writes the contract's role permissions to the database, which enforces them; idempotent. Runs in the caller's
 * transaction.
 */
export async function writeRoleGrants(client: pg.ClientBase): Promise<void> {
  if ((await outdatedGrants(client)) === 0) return
  await client.query(`delete from role_grants g where not exists (select from ${given} where ${same})`, byContract())
  await client.query(
    `insert into role_grants as g (role, additional, units_only, permissions) select e.* from ${given}
     on conflict (role, additional, units_only) do update set permissions = excluded.permissions`,
    byContract(),
  )
}

export async function outdatedGrants(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from role_grants g full join ${given} on ${same}
     where g.permissions is distinct from e.permissions`,
    byContract(),
  )
  return rows[0]?.count ?? 0
}
