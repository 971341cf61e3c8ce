import type { Page } from '@claviger/contract/ground/page'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { type RawBuilder, sql } from 'kysely'
import { type ListQuery, paginate } from '../../../ground/db/page.ts'
import type { Ctx } from '../../../ground/world.ts'
import { type AdministratorRow, columns, nobodyYet, source } from './administrators.store.ts'

const lastSignIn = (user: RawBuilder<unknown>) => sql`coalesce(${user}.last_sign_in_at, '-infinity')`

/** One page of the workspace's administrators. */
export function listAdministrators(ctx: Ctx, ask: Page & { role?: number | undefined }) {
  const list: ListQuery<AdministratorRow> = {
    from: source,
    select: columns,
    where: [
      sql`u.deleted_at is null`,
      ...(ask.role === undefined ? [] : [sql`a.role = ${ask.role}::smallint`]),
      ...(ask.search ? [sql`strpos(u.search, plain(${ask.search})) > 0`] : []),
    ],
    sorts: {
      name: { by: sql`u.sort_name`, type: 'text' },
      role: { by: sql`a.role`, type: 'integer' },
      lastSignIn: { by: lastSignIn(sql`u`), type: 'timestamptz' },
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
  return { items: (await nobodyYet(ctx.db, ask.search ?? '')).map(pickedOfRow) }
}

/** One page of the users who can sign in with a key, who did so last first. */
export function listActiveUsers(ctx: Ctx, ask: Page) {
  const active = sql`users.deleted_at is null and users.status = 20`
  const list: ListQuery<PickedRow & { last_sign_in_at: Date | null }> = {
    from: sql`users`,
    select: sql`users.*`,
    where: [active, ...(ask.search ? [sql`strpos(users.search, plain(${ask.search})) > 0`] : [])],
    sorts: { lastSignIn: { by: lastSignIn(sql`users`), type: 'timestamptz' } },
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
