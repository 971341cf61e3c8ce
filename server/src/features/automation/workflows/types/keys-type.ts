import { activations } from '@claviger/contract/keys/key-assignment'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { orNothing } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { assignFor, type NewAssignment } from '#features/keys/key-assignment/key-assignment.ts'
import { userById } from '#features/people/users/users.ts'
import { usersAbove } from '#features/work/rank/rank.ts'
import type { WorkRowResult, WorkRow } from '#features/work/works/works.ts'
import { makeCards } from './card-making.ts'
import { withoutKind } from './keys.store.ts'
import { activationResult, type WorkflowStep, type Type } from './type.ts'

const skips = new Set(['kind-taken', 'limits-exceeded', 'fingerprint-taken', 'no-email'])

async function sendLink(ctx: TransactionContext, { workflow, by }: WorkflowStep, row: WorkRow): Promise<WorkRowResult> {
  const user = await userById(ctx, row.subject as string)
  if (!user) return activationResult(row, 'skipped', 'unknown')
  if (user.email === null) return activationResult(row, 'skipped', 'no-email')
  const { kind = keyKinds.accessCard, tokenPolicy } = workflow.settings
  const wish: NewAssignment = {
    type: kind,
    activation: activations.byUser,
    ifOneExists: 'block',
    name: undefined,
    settings: undefined,
    cardId: undefined,
    cardFormat: undefined,
  }
  try {
    await orNothing(
      ctx.db,
      async () => void (await assignFor(ctx, user, wish, { by, policy: tokenPolicy ?? undefined })),
    )
    return activationResult(row, 'done', 'link-sent')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const reason = error.code === 'change-refused' ? 'shut-out' : error.code
    return activationResult(
      row,
      skips.has(reason) ? 'skipped' : 'refused',
      skips.has(reason) || reason === 'shut-out' ? reason : 'refused',
    )
  }
}

/** Keys for users without one: with an emailed link, or immediately with the card number in an attribute. */
export const keysType: Type = {
  due: withoutKind,
  async write(ctx, turn, due) {
    const ids = turn.rows.map(row => row.subject as string)
    const above = await usersAbove(ctx, turn.by, ids)
    const results: WorkRowResult[] = []
    const left: WorkRow[] = []
    for (const row of turn.rows) {
      const id = row.subject as string
      if (!due.has(id)) continue
      if (above.has(id)) results.push(activationResult(row, 'refused', 'above-you'))
      else left.push(row)
    }
    if (turn.workflow.settings.by !== 'mail') return [...results, ...(await makeCards(ctx, turn, left))]
    for (const row of left) results.push(await sendLink(ctx, turn, row))
    return results
  },
}
