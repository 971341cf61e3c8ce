import { doneReply } from '@claviger/contract/platform/fields'
import type { ProblemCode } from '@claviger/contract/platform/problems'
import { type BulkAct, type BulkReason, bulkReasons, type Selection } from '@claviger/contract/people/bulk-runs'
import type { Run } from '@claviger/contract/work/runs'
import type { RawBuilder } from 'kysely'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { previewOfWork, runOfWork } from '#features/work/works/works.runs.ts'
import { beginOn, type WorkRequest } from '#features/work/works/works.ts'
import { joinableGroup } from '../groups/groups.many.ts'
import { joinableUnit } from '../units/units.many.ts'
import { apiKeysOf, perform, countActReasons } from '../users/users.acts.ts'
import { chosenUsers } from '../users/users.list.ts'
import { type UserRunParameters, userActs } from './user-run-kind.ts'

type Targeted = Selection & { target?: string | undefined }

// These leave users without access, and an API key without its keeper's rights
const shuts: readonly BulkAct[] = ['suspend', 'deactivate', 'delete']

export async function previewUserAct(ctx: TransactionContext, input: Targeted & { act: BulkAct }) {
  const target = await targetOf(ctx, input.act, input.target)
  const asked = { act: input.act, by: askerOf(ctx), now: ctx.clock.now(), target: target?.id ?? null }
  const list = await chosenUsers(ctx, input)
  const apiKeys = shuts.includes(input.act) ? await apiKeysOf(ctx, asked, list) : []
  return { ...previewOfWork(await countActReasons(ctx, asked, list), able => able.keys), apiKeys }
}

const begins = (act: BulkAct) => async (ctx: TransactionContext, input: Targeted) => {
  const target = await targetOf(ctx, act, input.target)
  return beginActs(
    ctx,
    { parameters: { act, target: target?.id ?? null }, name: target?.name ?? null },
    await chosenUsers(ctx, input),
  )
}

export const activateManyUsers = begins('activate')
export const deactivateMany = begins('deactivate')
export const suspendManyUsers = begins('suspend')
export const deleteManyUsers = begins('delete')
export const restoreMany = begins('restore')
export const inviteMany = begins('invite')
export const addManyToGroup = begins('add-to-group')
export const addManyToUnit = begins('add-to-unit')

const toOne = (act: BulkAct) => async (ctx: TransactionContext, input: { id: string }) => {
  const asked = { act, by: askerOf(ctx), now: ctx.clock.now(), target: null }
  const [acted] = await perform(ctx, asked, { targetName: null }, [input.id])
  const reason = acted?.reason
  if (reason)
    throw problem(
      refusals[reason] ?? 'change-refused',
      refusals[reason]
        ? undefined
        : deferText('This user {reason}', { reason: deferText(bulkReasons[reason], { count: 1 }) }),
    )
  return doneReply
}

const refusals: Partial<Record<BulkReason, ProblemCode>> = {
  unknown: 'not-found',
  'above-you': 'above-you',
  'own-account': 'own-account',
  'last-owner': 'last-owner',
}

export const activateOne = toOne('activate')
export const deactivateOne = toOne('deactivate')
export const suspendOne = toOne('suspend')

export const beginActs = async (
  ctx: TransactionContext,
  what: WorkRequest<UserRunParameters>,
  list: RawBuilder<unknown>,
): Promise<Run> => runOfWork(ctx, userActs, await beginOn(ctx, userActs, what, list))

async function targetOf(ctx: TransactionContext, act: BulkAct, target: string | undefined) {
  if (act !== 'add-to-group' && act !== 'add-to-unit') return undefined
  if (target === undefined)
    throw problem('invalid-input', undefined, [{ field: 'target', message: 'Choose a group or unit' }])
  return act === 'add-to-group' ? joinableGroup(ctx, target) : joinableUnit(ctx, target)
}
