import type { OutputOf } from '@claviger/contract/ground/endpoint'
import type { AdministratorOf, allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { type RawBuilder, sql } from 'kysely'
import { paginate } from '../../../ground/db/page.ts'
import { enterWorkspace } from '../../../ground/db/transaction.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import {
  type AdministratorRow,
  administratorOfRow,
  columns,
  findWorkspace,
  listCandidates,
} from '../administrators/administrators.list.ts'

type Ask = Omit<OutputOf<typeof allAdministrators.business.input>, 'role'> & { role?: number | undefined }

interface Row extends AdministratorRow {
  workspace_id: string
  workspace_name: string
}

// Whoever is both counts as the super administrator
const source = sql`(
    select workspace_id, user_id, role, additional, type, created_at from administrators a
    where not exists (select from super_administrators o where o.workspace_id = a.workspace_id and o.user_id = a.user_id)
    union all
    select workspace_id, user_id, 0::smallint, '{}'::smallint[], 1::smallint, created_at from super_administrators
  ) a
  join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
  join user_sign_ins s on s.workspace_id = a.workspace_id and s.user_id = a.user_id
  join workspaces w on w.id = a.workspace_id`

function list(ctx: Ctx, ask: Ask, within: RawBuilder<unknown>) {
  return paginate<AdministratorOf>(ctx, ask, {
    from: source,
    select: sql`${columns}, w.id as workspace_id, w.name as workspace_name`,
    where: [
      sql`u.deleted_at is null`,
      within,
      ...(ask.role === undefined ? [] : [sql`a.role = ${ask.role}::smallint`]),
    ],
    search: { plain: [sql`u.search`] },
    sorts: {
      name: { by: sql`u.sort_name`, type: 'text' },
      role: { by: sql`a.role`, type: 'integer' },
      workspace: { by: sql`lower(w.name)`, type: 'text' },
      lastSignIn: { by: sql`s.last_sign_in_at`, type: 'timestamptz' },
      created: { by: sql`a.created_at`, type: 'timestamptz' },
    },
    id: sql`u.id`,
    defaultSort: 'name',
    item: (row: Row) => ({
      ...administratorOfRow(row),
      workspace: { id: row.workspace_id, name: row.workspace_name },
    }),
  })
}

/** One page of the administrators of all workspaces that are not somebody's own. */
export const listBusiness = (ctx: Ctx, ask: Ask) => list(ctx, ask, sql`w.type <> ${workspaceTypes.individual}`)

/** One page of the administrators of one workspace. Throws not-found. */
export async function listOfWorkspace(ctx: Ctx, { id, ...ask }: Ask & { id: string }) {
  if (!(await findWorkspace(ctx.db, id))) throw problem('not-found')
  return list(ctx, ask, sql`w.id = ${id}`)
}

/** At most 50 users of one workspace who could be made administrators. Throws not-found. */
export async function candidatesOf(ctx: Ctx, ask: { id: string; search?: string | undefined }) {
  if (!(await findWorkspace(ctx.db, ask.id))) throw problem('not-found')
  await enterWorkspace(ctx, ask.id)
  return listCandidates(ctx, ask)
}
