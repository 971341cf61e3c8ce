import { credentialStorages } from '@claviger/contract/tenancy/workspace-settings'
import { type PinRule, defaultPinRules } from '@claviger/contract/platform/pin'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

type Row = Selectable<Tables['workspace_settings']>
export type SettingsRow = Omit<Row, 'pin_rules' | 'workspace_id' | 'updated_at'> & { pin_rules: PinRule[] }
export type SettingsChange = Partial<SettingsRow>

// Defaults of an unconfigured workspace; must match the column defaults
const defaults: SettingsRow = {
  pin_rules: [...defaultPinRules],
  remembered_pin_hours: 0,
  user_panel: true,
  user_permissions: [101, 102, 103, 104],
  card_verification: 'pin',
  phone_verification: 'always',
  credential_storage: credentialStorages.local,
  offline: false,
  audit: true,
  keys_per_user: null,
  card_sign_in: 'on',
  card_networks: [],
  phone_countries: [],
  proximity: false,
  identity_provider: 'none',
  attribute_names: [],
  activity_days: null,
  session_hours: null,
  reauthentication_minutes: null,
}

export async function findSettings(db: Db): Promise<SettingsRow> {
  const row = await db.selectFrom('workspace_settings').selectAll().executeTakeFirst()
  return row ? { ...row, pin_rules: row.pin_rules as unknown as PinRule[] } : defaults
}

/**
 * Locks a workspace's settings until the transaction ends, so that before and after in the log are correct.
 */
export async function lockSettings(db: Db, workspace: string): Promise<SettingsRow> {
  await db
    .insertInto('workspace_settings')
    .values({ workspace_id: workspace })
    .onConflict(on => on.doNothing())
    .execute()
  const row = await db.selectFrom('workspace_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
  return { ...row, pin_rules: row.pin_rules as unknown as PinRule[] }
}

export async function changeSettings(db: Db, workspace: string, to: SettingsChange, now: Date): Promise<void> {
  const { pin_rules, ...rest } = to
  const rules = pin_rules && { pin_rules: sql<never>`${JSON.stringify(pin_rules)}::jsonb` }
  await db
    .updateTable('workspace_settings')
    .set({ ...rest, ...rules, updated_at: now })
    .where('workspace_id', '=', workspace)
    .execute()
}

export async function knowsTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}

export const contactOf = (db: Db, user: string) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_country', 'phone_number'])
    .where('id', '=', user)
    .executeTakeFirst()
