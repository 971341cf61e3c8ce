import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { AdministratorOf, allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { paginate } from '#platform/db/page.ts'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  administratorOfRow,
  anywherePage,
  type AnywhereRow,
  findWorkspace,
  listCandidates,
} from '../administrators/administrators.list.ts'

type Ask = Omit<OutputOf<typeof allAdministrators.business.input>, 'role'> & { role?: number | undefined }

const list = (ctx: TransactionContext, ask: Ask, within: Parameters<typeof anywherePage>[1]) =>
  paginate<AdministratorOf>(ctx, ask, {
    ...anywherePage(ask.role, within),
    item: (row: AnywhereRow) => ({
      ...administratorOfRow(row),
      workspace: { id: row.workspace_id, name: row.workspace_name },
    }),
  })

export const listBusiness = (ctx: TransactionContext, ask: Ask) =>
  list(ctx, ask, { notOfType: workspaceTypes.individual })

export async function listOfWorkspace(ctx: TransactionContext, { id, ...ask }: Ask & { id: string }) {
  if (!(await findWorkspace(ctx.db, id))) throw problem('not-found')
  return list(ctx, ask, { workspace: id })
}

export async function candidatesOf(ctx: TransactionContext, ask: { id: string; search?: string | undefined }) {
  if (!(await findWorkspace(ctx.db, ask.id))) throw problem('not-found')
  await enterOnly(ctx, ask.id)
  return listCandidates(ctx, ask)
}
