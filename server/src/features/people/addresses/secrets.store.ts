import { type Db, run } from '#platform/db/db.ts'
import type { AppContext } from '#platform/app-context.ts'

/** Attributes whose values are secret in the workspace: attribute1 to attribute5. */
export async function findSecretFields(db: Db): Promise<string[]> {
  const { rows } = await run<{ field: string }>(
    db,
    'select field from secret_fields where workspace_id = current_workspace() order by field',
    [],
  )
  return rows.map(row => row.field)
}

/** A secret as it is stored: sealed, or still as it was written. */
export interface StoredSecret {
  readonly value: string | null
  readonly sealed: Buffer | null
}

/** The secrets that users have in an attribute. */
export async function secretsOf(
  db: Db,
  users: readonly string[],
  field: string,
): Promise<(StoredSecret & { subject: string })[]> {
  const { rows } = await run<StoredSecret & { subject: string }>(
    db,
    `select u.id as subject, s.value, s.sealed
     from users u cross join lateral (select secret_of(u.id, $2) as value, sealed_secret_of(u.id, $2) as sealed) s
     where u.workspace_id = current_workspace() and u.id = any($1::uuid[]) and coalesce(s.value, s.sealed::text) is not null`,
    [users, field],
  )
  return rows
}

export interface OpenSecret {
  readonly workspace_id: string
  readonly person: string
  readonly field: string
  readonly value: string
  /** The key of the workspace, sealed. */
  readonly sealed_key: Buffer
}

/** Secrets of all workspaces that are not sealed yet. */
export async function openSecrets(pool: AppContext['superPool'], most: number): Promise<OpenSecret[]> {
  const { rows } = await pool.query<OpenSecret>(
    `select s.workspace_id, s.person, s.field, s.value, w.sealed_key from user_secrets s
     join workspaces w on w.id = s.workspace_id where s.value is not null limit $1`,
    [most],
  )
  return rows
}

/** Stores a sealed secret, unless another value was written meanwhile. */
export async function keepSealed(pool: AppContext['superPool'], of: OpenSecret, sealed: Buffer): Promise<void> {
  await pool.query(
    `update user_secrets set sealed = $5, value = null
     where workspace_id = $1 and person = $2 and field = $3 and value = $4`,
    [of.workspace_id, of.person, of.field, of.value, sealed],
  )
}

/** Names of what reads an attribute: groups by rule, applications, provisioning, identity providers, card pages. */
export async function findUses(db: Db, field: string): Promise<string[]> {
  const { rows } = await run<{ name: string }>(db, 'select name from uses_of_attribute($1) as name', [field])
  return rows.map(row => row.name)
}
