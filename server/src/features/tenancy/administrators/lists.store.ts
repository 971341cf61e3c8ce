import { userStatus } from '@claviger/contract/people/users'
import { type RawBuilder, sql } from 'kysely'
import type { ListQuery, Sort } from '#platform/db/page.ts'
import { type AdministratorRow, administratorColumns, listSource, pendingColumns } from './administrators.store.ts'

export interface PickedRow {
  id: string
  first_name: string
  last_name: string
  user_id: string
  email: string | null
}

export interface ActiveRow extends PickedRow {
  last_sign_in_at: Date | null
}

export interface WorkspaceAdministratorRow extends AdministratorRow {
  workspace_id: string
  workspace_name: string
}

const lastSignIn: Sort = { by: sql`s.last_sign_in_at`, type: 'timestamptz' }

export const administratorsPage = (role: number | undefined): Omit<ListQuery<AdministratorRow>, 'item'> => ({
  from: listSource,
  here: sql`a.workspace_id = current_workspace()`,
  select: sql`${administratorColumns}, ${pendingColumns}`,
  where: [sql`u.deleted_at is null`, ...(role === undefined ? [] : [sql`a.role = ${role}::smallint`])],
  search: { plain: [sql`u.search`] },
  sorts: {
    name: { by: sql`u.sort_name`, type: 'text' },
    role: { by: sql`a.role`, type: 'integer' },
    lastSignIn,
    created: { by: sql`a.created_at`, type: 'timestamptz' },
  },
  id: sql`u.id`,
  defaultSort: 'name',
})

// A user who is both counts as super administrator
const anywhere = sql`(
    select a.workspace_id, a.user_id, a.role, a.additional, a.type, a.created_at, p.role as pending_role, true as accepted
    from administrators a left join pending_roles p on p.workspace_id = a.workspace_id and p.user_id = a.user_id
    where not exists (select from super_administrators o where o.workspace_id = a.workspace_id and o.user_id = a.user_id)
    union all
    select p.workspace_id, p.user_id, p.role, p.additional, p.type, p.given_at, p.role, false from pending_roles p
    where not exists (select from administrators a where a.workspace_id = p.workspace_id and a.user_id = p.user_id)
      and not exists (select from super_administrators o where o.workspace_id = p.workspace_id and o.user_id = p.user_id)
    union all
    select workspace_id, user_id, 0::smallint, '{}'::smallint[], 1::smallint, created_at, null::smallint, true
    from super_administrators
  ) a
  join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
  join user_sign_ins s on s.workspace_id = a.workspace_id and s.user_id = a.user_id
  join workspaces w on w.id = a.workspace_id`

export function anywherePage(
  role: number | undefined,
  within: { workspace: string } | { notOfType: number },
): Omit<ListQuery<WorkspaceAdministratorRow>, 'item'> {
  const { where, sorts, here: _here, ...page } = administratorsPage(role)
  const meant: RawBuilder<unknown> =
    'workspace' in within ? sql`w.id = ${within.workspace}` : sql`w.type <> ${within.notOfType}`
  return {
    ...page,
    from: anywhere,
    select: sql`${administratorColumns}, ${pendingColumns}, w.id as workspace_id, w.name as workspace_name`,
    where: [...where, meant],
    sorts: { ...sorts, workspace: { by: sql`lower(w.name)`, type: 'text' } },
  }
}

export const activePage: Omit<ListQuery<ActiveRow>, 'item'> = {
  from: sql`users join user_sign_ins s on s.workspace_id = users.workspace_id and s.user_id = users.id`,
  here: sql`users.workspace_id = current_workspace()`,
  select: sql`users.id, first_name, last_name, users.user_id, email, nullif(last_sign_in_at, '-infinity') as last_sign_in_at`,
  where: [sql`users.deleted_at is null and users.status = ${sql.lit(userStatus.active)} and not s.binned`],
  search: { plain: [sql`users.search`] },
  sorts: { lastSignIn },
  id: sql`users.id`,
  defaultSort: 'lastSignIn',
}
