import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

type SecretRow = Selectable<Tables['agent_secrets']>

export const findSecret = (db: Db): Promise<SecretRow | undefined> =>
  db.selectFrom('agent_secrets').selectAll().executeTakeFirst()

export async function keepSecret(db: Db, row: SecretRow): Promise<void> {
  const { workspace_id: _workspace, ...to } = row
  await db
    .insertInto('agent_secrets')
    .values(row)
    .onConflict(conflict => conflict.column('workspace_id').doUpdateSet(to))
    .execute()
}

interface UserRow {
  id: string
  name: string
  userId: string
  key_id: string
  key_name: string
  last_at: Date
}

export async function lastUsesAt(db: Db, device: string): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select u.id, u.first_name || ' ' || u.last_name as name, u.user_id as "userId", k.id as key_id, k.name as key_name, d.last_at
    from device_uses d join users u on u.id = d.user_id join security_keys k on k.id = d.security_key_id
    where d.device_id = ${device}::uuid and u.deleted_at is null order by d.last_at desc, k.id limit 100`.execute(db)
  return rows
}

export async function groupsOfDevice(db: Db, device: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select g.id, g.name from device_group_members m join device_groups g on g.id = m.group_id
    where m.device_id = ${device}::uuid order by lower(g.name), g.id limit 1000`.execute(db)
  return rows
}
