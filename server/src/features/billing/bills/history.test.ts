import { allBills } from '@claviger/contract/billing/all-bills'
import { bills, type BillDetails } from '@claviger/contract/billing/bills'
import { chargeKinds } from '@claviger/contract/billing/money'
import { plans } from '@claviger/contract/billing/plans'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { expect, test } from 'vitest'
import { startBilledApp } from '#test/billing/billing-app.ts'
import { slowSubtotal, slowTax, type PaidAmount, type SlowDay } from '#test/billing/slow-bill.ts'
import { transact } from '#platform/db/transaction.ts'
import { addDays, eachDay, monthEnd } from '../prices/prices.days.ts'
import { checkBilling } from './bills.check.ts'

/** A generator of numbers below a limit that repeats itself for a seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >> 8) % below
  }
}

const first = '2032-01-20'
const last = '2032-05-31'

test.each([3, 11])(
  'over a random history of keys, plans, switches, and discounts, bills equal a simple calculation (seed %i)',
  { timeout: 120_000 },
  async seed => {
    const home = await startBilledApp(first)
    const { given, owner, sue, goTo, closeMonths, world } = home
    const { workspace } = given.owner
    const next = randomFrom(seed)
    const people: string[] = []
    for (let n = 0; n < 40; n++) people.push(await given.addUser(`P${n}`, 'Random'))
    await (await sue()).tell(plans.setPaymentMethod, { id: workspace, paymentMethod: 1 })
    const prices = (await (await owner()).tell(plans.policy)).prices
    // What the test itself did, day by day
    const history: SlowDay[] = []
    const held: string[] = []
    let plan: 1 | 2 | 3 = 1
    let licenses = 0
    let discount = 0
    let opening: { plan: 1 | 2 | 3; licenses: number } = { plan, licenses }
    const keyOf = async (user: string) =>
      (await world.superPool.query<{ id: string }>('select id from security_keys where user_id = $1', [user])).rows[0]
        ?.id

    /** Compares the bill of the month that ended yesterday with the slow calculation. */
    async function compare(today: string): Promise<void> {
      const { items } = await (await owner()).tell(bills.history, { pageSize: 50 })
      const all: BillDetails[] = []
      for (const { invoiceId } of items) all.push(await (await owner()).tell(bills.one, { id: invoiceId as string }))
      const yesterday = addDays(today, -1)
      const latest = all.find(bill => bill.to === yesterday)
      const plain = { ...(history.at(-1) as SlowDay), plan, licenses, keys: 0 }
      const days = history.filter(day => day.date.startsWith(yesterday.slice(0, 7)))
      const advance = plan === 1 ? [] : [...eachDay(today, monthEnd(today))].map(date => ({ ...plain, date }))
      const charged: PaidAmount[] = all
        .filter(bill => bill !== latest)
        .flatMap(bill => bill.lines)
        .filter(line => line.kind === chargeKinds.licenses || line.kind === chargeKinds.licenseChange)
        .flatMap(line => line.rows.map(({ date, count }) => ({ date, count, tier: line.tier ?? 1, price: line.price })))
      const slow = slowSubtotal({ days, advance, charged, discount })
      expect([yesterday, BigInt(latest?.subtotal ?? 0)]).toEqual([yesterday, slow])
      if (latest) expect(BigInt(latest.tax)).toBe(slowTax(slow, latest.taxRate))
    }

    for (const date of eachDay(first, last)) {
      await goTo(date)
      if (date.endsWith('-01')) {
        await closeMonths()
        await compare(date)
        opening = { plan, licenses }
      }
      let peak = held.length
      let came = false
      if (next(3) === 0) {
        const come = people.filter(id => !held.includes(id)).slice(0, 1 + next(4))
        if (plan !== 3 || held.length + come.length <= licenses) {
          await given.addActiveKeys(come)
          held.push(...come)
          came = come.length > 0
          peak = held.length
        }
      }
      // A deletion has the time of the database, which isn't before that of a key that came the same day
      if (came && next(2) === 0) {
        const key = await keyOf(held.splice(next(held.length), 1)[0] as string)
        await (await owner()).tell(keyActCalls.removeOne, { id: key as string })
      }
      if (next(12) === 0) {
        const wanted = { plan: (1 + next(3)) as 1 | 2 | 3, licenses: held.length + 1 + next(10) }
        await (await sue()).tell(plans.setPolicy, { id: workspace, ...wanted })
        plan = wanted.plan
        licenses = plan === 1 ? 0 : wanted.licenses
        // Back to the plan of the first day: the switch never happened
        if (plan === opening.plan && licenses === opening.licenses)
          for (const day of history) if (day.date.slice(0, 7) === date.slice(0, 7)) Object.assign(day, opening)
      }
      if (next(20) === 0) {
        discount = next(5) * 500
        await (
          await sue()
        ).tell(plans.setPolicy, { id: workspace, plan, licenses: plan === 1 ? null : licenses, discount })
      }
      history.push({
        date,
        table: prices,
        plan,
        licenses,
        keys: peak,
        newSsoUsers: 0,
        newSecondFactorUsers: 0,
        promoKeys: 0,
        promoShare: 0,
        free: false,
      })
    }

    const asSue = await sue()
    const { items } = await asSue.tell(allBills.list, { status: 3 })
    const [one, two] = items.filter(bill => bill.kind === 1)
    await asSue.tell(allBills.credit, { id: one?.invoiceId as string, reason: 'Goodwill', amount: 7 })
    await asSue.tell(allBills.approve, { id: one?.invoiceId as string })
    if (two) await asSue.tell(allBills.credit, { id: two.invoiceId as string, reason: 'All' })
    const stored = async () =>
      (await world.superPool.query('select md5(string_agg(b::text, $1 order by id)) as n from bills b', [''])).rows
    const before = await stored()
    await closeMonths()
    await home.count()
    await closeMonths()
    expect(await stored()).toEqual(before)
    const from = { actor: { kind: 'operator', name: 'Test' } as const, request: { id: 't', ip: '', userAgent: '' } }
    const checked = await transact(world, { ...from, everywhere: true }, ctx => checkBilling(ctx.db))
    expect(checked.deviations).toEqual([])
    expect(checked.bills).toBeGreaterThan(4)
  },
)
