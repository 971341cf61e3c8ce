import type { Page } from '@claviger/contract/platform/page'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { paginate } from '#platform/db/page.ts'
import { patternsOf } from '#platform/db/search.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type AdministratorRow, findPromotableUsers } from './administrators.store.ts'
import { activePage, type ActiveRow, administratorsPage, type PickedRow } from './lists.store.ts'

export { findWorkspace } from './administrators.store.ts'
export { anywherePage, type WorkspaceAdministratorRow as AnywhereRow } from './lists.store.ts'

export const listAdministrators = (ctx: TransactionContext, ask: Page & { role?: number | undefined }) =>
  paginate<Administrator>(ctx, ask, { ...administratorsPage(ask.role), item: administratorOfRow })

export async function listCandidates(ctx: TransactionContext, ask: { search?: string | undefined }) {
  return { items: (await findPromotableUsers(ctx.db, patternsOf(ask.search))).map(pickedOfRow) }
}

export const listActiveUsers = (ctx: TransactionContext, ask: Page) =>
  paginate<ReturnType<typeof pickedOfRow> & { lastSignInAt: string | null }>(ctx, ask, {
    ...activePage,
    item: (row: ActiveRow) => ({ ...pickedOfRow(row), lastSignInAt: row.last_sign_in_at?.toISOString() ?? null }),
  })

const pickedOfRow = (row: PickedRow) => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  userId: row.user_id,
  email: row.email,
})

export const administratorOfRow = (row: AdministratorRow): Administrator => ({
  ...pickedOfRow(row),
  role: row.role,
  additionalPermissions: row.additional,
  type: row.type,
  status: row.status,
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  pendingRole: row.pending_role ?? null,
  accepted: row.accepted ?? true,
})
