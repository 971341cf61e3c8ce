import { keyKinds } from '@claviger/contract/keys/security-keys'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { PartnerBrand } from '#features/tenancy/workspaces/workspaces.partner.ts'

export const findSelf = (db: Db, user: string, session: string) =>
  db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .innerJoin('sessions', join =>
      join.onRef('sessions.workspace_id', '=', 'users.workspace_id').on('sessions.id', '=', session),
    )
    .leftJoin('workspace_icons', 'workspace_icons.workspace_id', 'users.workspace_id')
    .leftJoin('workspace_settings', 'workspace_settings.workspace_id', 'users.workspace_id')
    .leftJoin('passwords', join =>
      join.onRef('passwords.workspace_id', '=', 'users.workspace_id').onRef('passwords.user_id', '=', 'users.id'),
    )
    .select([
      'users.id',
      'users.user_id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.email_verified_at',
      'users.shares_email',
      'users.phone_country',
      'users.phone_number',
      'users.language',
      'users.status',
      'users.source',
      'workspaces.id as workspace_id',
      'workspaces.name as workspace_name',
      'workspaces.slug',
      'workspaces.type',
      'workspaces.status as workspace_status',
      'workspaces.demo',
      'workspace_icons.digest',
      'workspace_settings.user_panel',
      'workspace_settings.user_permissions',
      'sessions.created_at as session_started_at',
    ])
    .select(eb => [
      sql<boolean>`passwords.user_id is not null`.as('has_password'),
      sql<PartnerBrand | null>`partner_brand(workspaces.partner_id)`.as('partner'),
      eb
        .exists(eb.selectFrom('code_consents').select('user_id').whereRef('code_consents.user_id', '=', 'users.id'))
        .as('codes_agreed'),
      eb
        .selectFrom('credentials')
        .whereRef('credentials.user_id', '=', 'users.id')
        .select(count => count.fn.countAll<number>().as('n'))
        .as('passkeys'),
    ])
    .where('users.id', '=', user)
    .executeTakeFirstOrThrow()
export type SelfRow = Awaited<ReturnType<typeof findSelf>>

export type ContactChange = Selectable<Tables['contact_changes']>

export const findContactChange = (db: Db, user: string): Promise<ContactChange | undefined> =>
  db.selectFrom('contact_changes').selectAll().where('user_id', '=', user).executeTakeFirst()

export async function putContactChange(db: Db, row: Insertable<Tables['contact_changes']>): Promise<void> {
  const { workspace_id: _workspace, user_id: _user, ...rest } = row
  await db
    .insertInto('contact_changes')
    .values(row)
    .onConflict(on => on.columns(['workspace_id', 'user_id']).doUpdateSet({ ...rest, tries: 0 }))
    .execute()
}

/** Counts an attempt before it is checked; undefined if none is left. */
export const countContactTry = (db: Db, user: string, now: Date, most: number): Promise<ContactChange | undefined> =>
  db
    .updateTable('contact_changes')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', user)
    .where('expires_at', '>', now)
    .where('tries', '<', most)
    .returningAll()
    .executeTakeFirst()

/** False if it was already used. */
export async function deleteContactChange(db: Db, user: string): Promise<boolean> {
  const result = await db.deleteFrom('contact_changes').where('user_id', '=', user).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export interface WorkspaceProgress {
  /** Counted to two, as are administrators. */
  users: number
  administrators: number
  card: boolean
  published: boolean
  application: boolean
  kit: boolean
  onboarded: boolean
}

export async function findProgress(db: Db): Promise<WorkspaceProgress> {
  const { rows } = await sql<WorkspaceProgress>`
    select
      (select count(*)::integer from (
        select from users where users.workspace_id = current_workspace() and deleted_at is null limit 2) u) as users,
      (select count(*)::integer from (
        select from administrators where workspace_id = current_workspace()
          and role in (${workspaceRoles.owner}, ${workspaceRoles.administrator}) limit 2) a) as administrators,
      exists (select from security_keys where workspace_id = current_workspace()
        and kind = ${keyKinds.accessCard}) as card,
      exists (select from self_service_pages where workspace_id = current_workspace()
        and opened_at is not null) as published,
      exists (select from applications where workspace_id = current_workspace()) as application,
      exists (select from break_glass_codes where workspace_id = current_workspace()) as kit,
      (select onboarded_at is not null from workspaces where workspaces.id = current_workspace()) as onboarded`.execute(
    db,
  )
  return rows[0] as WorkspaceProgress
}

export const findState = (db: Db) =>
  db.selectFrom('workspaces').select(['status', 'trial_end_date']).executeTakeFirstOrThrow()
