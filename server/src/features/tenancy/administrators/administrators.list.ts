import type { Page } from '@claviger/contract/ground/page'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { sql } from 'kysely'
import { type ListQuery, paginate, type Sort } from '../../../ground/db/page.ts'
import { patternOf } from '../../../ground/db/search.ts'
import type { Ctx } from '../../../ground/world.ts'
import { type AdministratorRow, columns, nobodyYet, source } from './administrators.store.ts'

// What the list of all workspaces' administrators is made of, too
export { type AdministratorRow, columns, findWorkspace } from './administrators.store.ts'

const lastSignIn: Sort = { by: sql`s.last_sign_in_at`, type: 'timestamptz' }

/** One page of the workspace's administrators. */
export function listAdministrators(ctx: Ctx, ask: Page & { role?: number | undefined }) {
  const list: ListQuery<AdministratorRow> = {
    from: source,
    select: columns,
    where: [sql`u.deleted_at is null`, ...(ask.role === undefined ? [] : [sql`a.role = ${ask.role}::smallint`])],
    search: { plain: [sql`u.search`] },
    sorts: {
      name: { by: sql`u.sort_name`, type: 'text' },
      role: { by: sql`a.role`, type: 'integer' },
      lastSignIn,
      created: { by: sql`a.created_at`, type: 'timestamptz' },
    },
    id: sql`u.id`,
    defaultSort: 'name',
    item: administratorOfRow,
  }
  return paginate<Administrator>(ctx, ask, list)
}

/** At most 50 users who could be made administrators. */
export async function listCandidates(ctx: Ctx, ask: { search?: string | undefined }) {
  return { items: (await nobodyYet(ctx.db, patternOf(ask.search))).map(pickedOfRow) }
}

/** One page of the users who can sign in with a key, who did so last first. */
export function listActiveUsers(ctx: Ctx, ask: Page) {
  const active = sql`users.deleted_at is null and users.status = 20 and not s.binned`
  const list: ListQuery<PickedRow & { last_sign_in_at: Date | null }> = {
    from: sql`users join user_sign_ins s on s.workspace_id = users.workspace_id and s.user_id = users.id`,
    select: sql`users.id, first_name, last_name, users.user_id, email, nullif(last_sign_in_at, '-infinity') as last_sign_in_at`,
    where: [active],
    search: { plain: [sql`users.search`] },
    sorts: { lastSignIn },
    id: sql`users.id`,
    defaultSort: 'lastSignIn',
    item: row => ({ ...pickedOfRow(row), lastSignInAt: row.last_sign_in_at?.toISOString() ?? null }),
  }
  return paginate<ReturnType<typeof pickedOfRow> & { lastSignInAt: string | null }>(ctx, ask, list)
}

interface PickedRow {
  id: string
  first_name: string
  last_name: string
  user_id: string
  email: string | null
}

const pickedOfRow = (row: PickedRow) => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  userId: row.user_id,
  email: row.email,
})

/** An administrator as the wire has it. */
export const administratorOfRow = (row: AdministratorRow): Administrator => ({
  ...pickedOfRow(row),
  role: row.role,
  additionalPermissions: row.additional,
  type: row.type,
  status: row.status,
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})
