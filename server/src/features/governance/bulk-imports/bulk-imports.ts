import type { bulkImports, ImportResult } from '@claviger/contract/governance/bulk-imports'
import { activations } from '@claviger/contract/keys/key-assignment'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { enterOnly, leaveAllWorkspaces, orNothing } from '#platform/db/transaction.ts'
import { sayTo } from '#platform/languages.ts'
import { Problem, problem, problemOfDatabase } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { addKeyForUser } from '#features/keys/key-assignment/key-assignment.ts'
import { rankSources } from '#features/work/rank/rank.ts'
import { findWorkspace } from '#features/tenancy/administrators/administrators.ts'
import { findUsers } from '../look-ups/look-ups.find.ts'
import { openWorkspace } from '../partners/partners.new-workspace.ts'
import { partnerById } from '../partners/partners.ts'

type InputFor<Call extends keyof typeof bulkImports.calls> = OutputOf<(typeof bulkImports.calls)[Call]['input']>

async function eachRow<Row>(ctx: TransactionContext, rows: readonly Row[], work: (row: Row) => Promise<string>) {
  const results: ImportResult[] = []
  for (const [at, row] of rows.entries()) {
    let id: string | null = null
    let refused: Problem | undefined
    try {
      await orNothing(ctx.db, async () => {
        id = await work(row)
      })
    } catch (error) {
      refused = error instanceof Problem ? error : problemOfDatabase(error)
      if (!refused) throw error
      id = null
    }
    results.push({ row: at + 1, id, problem: refused ? sayTo(ctx)(refused.says) : null })
  }
  return { imported: results.filter(one => one.problem === null).length, results }
}

/** @throws not-a-partner */
export async function importWorkspaces(ctx: TransactionContext, { rows, partner: id }: InputFor<'workspaces'>) {
  const partner = id === undefined ? null : await partnerById(ctx, id)
  await leaveAllWorkspaces(ctx)
  return eachRow(
    ctx,
    rows,
    async row => (await openWorkspace(ctx, { ...row, type: workspaceTypes.business, partner })).id,
  )
}

/** @throws not-found */
export async function importKeys(ctx: TransactionContext, { id, rows }: InputFor<'keys'>) {
  if (!(await findWorkspace(ctx.db, id))) throw problem('not-found')
  await enterOnly(ctx, id)
  return eachRow(ctx, rows, async ({ user, type, cardId, name }) => {
    const by = user.includes('@') ? { email: user.toLowerCase() } : { userId: user }
    const [found, other] = await findUsers(ctx.db, by, id)
    if (!found || other) throw problem('not-found')
    // An immediately active card would give access to a customer account without support access
    if (cardId !== undefined && (await rankSources(ctx.db, [found.id])).length > 0)
      throw problem(
        'above-you',
        'Users with a role activate their security keys themselves. Import this row without a card ID',
      )
    const made = await addKeyForUser(ctx, {
      userId: found.id,
      type,
      activation: cardId === undefined ? activations.later : activations.now,
      name,
      cardId,
      ifOneExists: 'block',
    })
    return made.key.id
  })
}
