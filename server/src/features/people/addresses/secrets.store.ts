import { type Db, run } from '#platform/db/db.ts'

/** Attributes whose values are secret in the workspace: attribute1 to attribute5. */
export async function findSecretFields(db: Db): Promise<string[]> {
  const { rows } = await run<{ field: string }>(
    db,
    'select field from secret_fields where workspace_id = current_workspace() order by field',
    [],
  )
  return rows.map(row => row.field)
}

/** The secrets that users have in an attribute. */
export async function secretsOf(
  db: Db,
  users: readonly string[],
  field: string,
): Promise<{ subject: string; value: string }[]> {
  const { rows } = await run<{ subject: string; value: string }>(
    db,
    `select u.id as subject, s.value from users u cross join lateral (select secret_of(u.id, $2) as value) s
     where u.workspace_id = current_workspace() and u.id = any($1::uuid[]) and s.value is not null`,
    [users, field],
  )
  return rows
}

/** Names of what reads an attribute: groups by rule, applications, provisioning, identity providers, card pages. */
export async function findUses(db: Db, field: string): Promise<string[]> {
  const { rows } = await run<{ name: string }>(db, 'select name from uses_of_attribute($1) as name', [field])
  return rows.map(row => row.name)
}
