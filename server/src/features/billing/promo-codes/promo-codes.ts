import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { type promoCodes, PromoCodeText, type PromoCode, type Redemption } from '@claviger/contract/billing/promo-codes'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { safeParse } from 'zod/v4/core'
import { paginate } from '#platform/db/page.ts'
import { newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { setTrialEnd } from '#features/tenancy/workspaces/workspaces.ts'
import { addDays, addMonths, dayBefore, dayOfInstant } from '../prices/prices.days.ts'
import { refreshLimit } from '../plans/plans.limits.ts'
import { type Policy, policyHere } from '../plans/plans.ts'
import {
  countGuesses,
  endCode,
  findByText,
  findPromoCode,
  insertPromoCode,
  insertUse,
  noteGuess,
  promoList,
  type PromoCodeRow,
  type PromoUseRow,
  consumePromoCode,
  useList,
} from './promo-codes.store.ts'

type InputFor<Call extends keyof typeof promoCodes.calls> = OutputOf<(typeof promoCodes.calls)[Call]['input']>

const codeOf = (row: PromoCodeRow): PromoCode => ({
  id: row.id,
  code: row.code,
  days: row.days,
  keys: row.keys,
  percent: row.percent,
  months: row.months,
  uses: row.uses,
  mostUses: row.most_uses,
  endsOn: row.ends_on,
  createdAt: row.created_at.toISOString(),
})

const logObject = ({ id, code }: Pick<PromoCodeRow, 'id' | 'code'>) => ({ type: 'promo-code', id, name: code })

/** @throws promo-code-refused: unknown, ended, or used up; the caller isn't told which */
function readCode(text: string): string {
  const read = safeParse(PromoCodeText, text)
  if (!read.success) throw problem('promo-code-refused')
  return read.data
}

const mostGuesses = 10

/** Refuses a code; the log of the workspace shows that it was tried, and the try counts. */
function refused(ctx: TransactionContext): never {
  const by = shownAs(ctx)
  throw problem('promo-code-refused').but(workspaceOf(ctx), async after => {
    await noteGuess(after.db, after.clock.now())
    await record(after, { action: 'promo-code.redeemed', failed: msg('The promo code is not valid'), by })
  })
}

/** Is the code valid today? Nothing is used yet. @throws promo-code-refused */
export async function checkPromoCode(ctx: TransactionContext, text: string): Promise<PromoCodeRow> {
  const row = await findByText(ctx.db, readCode(text))
  const today = dayOfInstant(ctx.clock.now())
  const open =
    row && (row.ends_on === null || row.ends_on >= today) && (row.most_uses === null || row.uses < row.most_uses)
  if (!open) throw problem('promo-code-refused')
  return row
}

const lastDay = (row: PromoCodeRow, today: string): string => dayBefore(addMonths(today, row.months))

/** The benefits of a code for a workspace that redeems it now. */
export function redemptionOf(row: PromoCodeRow, today: string, trialEnd: string | null): Redemption {
  const { code, days, keys, percent, months } = row
  const base = trialEnd === null || trialEnd < today ? dayBefore(today) : trialEnd
  return {
    code,
    days,
    keys,
    percent,
    months,
    trialEndDate: days === 0 ? trialEnd : addDays(base, days),
    until: keys + percent > 0 ? lastDay(row, today) : null,
  }
}

/** Redeems a code for the transaction's workspace. @throws promo-code-refused, promo-code-used, too-many */
export async function redeemForWorkspace(
  ctx: TransactionContext,
  text: string,
  by?: { id: string; name: string },
): Promise<Redemption> {
  const today = dayOfInstant(ctx.clock.now())
  if ((await countGuesses(ctx.db, ctx.clock.now())) >= mostGuesses) throw problem('too-many')
  const parsed = safeParse(PromoCodeText, text)
  if (!parsed.success) return refused(ctx)
  const policy = await policyHere(ctx)
  const promo = await consumePromoCode(ctx.db, parsed.data, today)
  if (!promo) return refused(ctx)
  const brought = redemptionOf(promo, today, policy.row.trial_end_date)
  const personal = policy.row.type === workspaceTypes.individual
  // A personal account has no trial; days extend its plan
  const to = personal && promo.days > 0 ? addDays(today, promo.days - 1) : lastDay(promo, today)
  const who = by ?? shownAs(ctx)
  const use = { id: newId(), promo, from: today, to, by: who.name, at: ctx.clock.now() }
  if (!(await insertUse(ctx.db, use))) throw problem('promo-code-used')
  await apply(ctx, policy, brought)
  await record(ctx, {
    action: 'promo-code.redeemed',
    by: who,
    object: logObject(promo),
    after: { days: promo.days, keys: promo.keys, percent: promo.percent, until: brought.until },
  })
  return brought
}

async function apply(ctx: TransactionContext, { row }: Policy, { days, trialEndDate }: Redemption): Promise<void> {
  if (row.type === workspaceTypes.individual) return
  if (days > 0) await setTrialEnd(ctx, trialEndDate)
  await refreshLimit(ctx)
}

/** For a personal account, or for a workspace by someone who can change its billing. @throws not-permitted */
export async function redeem(ctx: TransactionContext, { code }: InputFor<'redeem'>): Promise<Redemption> {
  const { actor } = ctx
  const permitted = actor.kind === 'user' && actor.permissions.has('billing.write')
  const personal = (await policyHere(ctx)).row.type === workspaceTypes.individual
  if (!permitted && !personal) throw problem('not-permitted')
  return redeemForWorkspace(ctx, code)
}

export { findPersonalPlan } from './promo-codes.store.ts'

type List = OutputOf<typeof promoCodes.list.reply>
export const listCodes = (ctx: TransactionContext, ask: InputFor<'list'>): Promise<List> =>
  paginate<PromoCode>(ctx, ask, { ...promoList, item: codeOf })

/** @throws promo-code-taken */
export async function createCode(ctx: TransactionContext, input: InputFor<'create'>): Promise<PromoCode> {
  const { mostUses, endsOn, ...value } = input
  const row = { ...value, id: newId(), most_uses: mostUses, ends_on: endsOn, created_at: ctx.clock.now() }
  await insertPromoCode(ctx.db, row)
  await record(ctx, { action: 'promo-code.created', object: logObject(row), after: { ...value, mostUses, endsOn } })
  return codeOf({ ...row, uses: 0 })
}

/** @throws not-found */
export async function endPromoCode(ctx: TransactionContext, { id }: { id: string }): Promise<PromoCode> {
  const before = await findPromoCode(ctx.db, id)
  if (!before) throw problem('not-found')
  await endCode(ctx.db, id, dayBefore(dayOfInstant(ctx.clock.now())))
  const after = (await findPromoCode(ctx.db, id)) ?? before
  await record(ctx, {
    action: 'promo-code.ended',
    object: logObject(before),
    before: { endsOn: before.ends_on },
    after: { endsOn: after.ends_on },
  })
  return codeOf(after)
}

type Uses = OutputOf<typeof promoCodes.uses.reply>
export async function listUses(ctx: TransactionContext, { id, ...page }: InputFor<'uses'>): Promise<Uses> {
  if (!(await findPromoCode(ctx.db, id))) throw problem('not-found')
  return paginate<Uses['items'][number]>(ctx, page, {
    ...useList(id),
    item: (row: PromoUseRow) => ({
      id: row.id,
      workspace: { id: row.workspace_id, name: row.workspace_name },
      by: row.by_name,
      at: row.at.toISOString(),
    }),
  })
}
