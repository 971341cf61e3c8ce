import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { allBills } from '@claviger/contract/billing/all-bills'
import type { BillDetails } from '@claviger/contract/billing/bills'
import { chargeKinds } from '@claviger/contract/billing/money'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { plainLine, sumOf } from '../prices/prices.charges.ts'
import { dayOfInstant } from '../prices/prices.days.ts'
import { priceTables, tableOn } from '../prices/prices.ts'
import { enterBilled, planOn } from '../plans/plans.ts'
import { draftOf, issue, issueDraft, logObject } from './bills.issue.ts'
import { heldBill } from './bills.states.ts'
import { deleteBill, findBill, insertBill, type NewBill } from './bills.store.ts'
import { detailsOf } from './bills.ts'
import { taxOf } from './bills.tax.ts'

type NewInput = OutputOf<typeof allBills.sample.input>

/** A bill with lines of a super administrator; tax by the rules of all bills. */
async function composed(ctx: TransactionContext, { workspaceId, from, to, lines: given }: NewInput): Promise<NewBill> {
  const policy = await enterBilled(ctx, workspaceId)
  if (to < from)
    throw problem('invalid-input', undefined, [{ field: 'to', message: 'This day is before the first one' }])
  const lines = given.map(({ text, quantity, price }) =>
    plainLine({ kind: chargeKinds.manual, text, from, to, quantity, price, amount: quantity * price }),
  )
  const table = tableOn(await priceTables(ctx), policy.currency, to)
  const { plan } = planOn(policy.changes, dayOfInstant(ctx.clock.now()))
  const taxed = taxOf(ctx, table, policy.buyer, sumOf(lines))
  return draftOf(ctx, policy, { from, to, lines, plan, count: 0, price: 0, ...taxed })
}

const unpaid = { corrects_number: null, paid: 0, credited: 0, refunded: 0, disputed: false }

/** The bill as it would be. @throws not-found, not-here */
export const sampleBill = async (ctx: TransactionContext, input: NewInput): Promise<BillDetails> =>
  detailsOf({ ...(await composed(ctx, input)), ...unpaid })

function mustBeIssuable({ total, buyer }: Pick<NewBill, 'total' | 'buyer'>): void {
  if (total < 0) throw problem('negative-total')
  if (buyer === null) throw problem('billing-address-missing')
}

/** @throws not-found, not-here, negative-total, billing-address-missing */
export async function createBill(
  ctx: TransactionContext,
  input: OutputOf<typeof allBills.create.input>,
): Promise<BillDetails> {
  const made = await composed(ctx, input)
  if (input.draft !== true) {
    mustBeIssuable(made)
    return issue(ctx, made)
  }
  await insertBill(ctx.db, made)
  await record(ctx, { action: 'bill.drafted', object: logObject(made), after: { total: made.total } })
  const row = await findBill(ctx.db, made.id)
  if (!row) throw problem('not-found')
  return detailsOf(row)
}

/** @throws not-found, change-refused for an issued bill, negative-total, billing-address-missing */
export async function issueStored(ctx: TransactionContext, { id }: { id: string }): Promise<BillDetails> {
  const row = await heldBill(ctx, id)
  if (row.number !== null) throw problem('change-refused')
  mustBeIssuable(row)
  return issueDraft(ctx, row)
}

/** @throws not-found, change-refused for an issued bill */
export async function removeBill(ctx: TransactionContext, { id }: { id: string }): Promise<void> {
  const row = await heldBill(ctx, id)
  if (row.number !== null) throw problem('change-refused')
  await deleteBill(ctx.db, id)
  await record(ctx, {
    action: 'bill.deleted',
    object: logObject(row),
    before: { total: row.total, from: row.from_day },
  })
}
