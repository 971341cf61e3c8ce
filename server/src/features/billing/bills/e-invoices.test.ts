import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { allBills } from '@claviger/contract/billing/all-bills'
import { cards } from '@claviger/contract/billing/cards'
import { paymentMethods } from '@claviger/contract/billing/money'
import { plans } from '@claviger/contract/billing/plans'
import { expect, test } from 'vitest'
import { type Billed, startBilledApp } from '#test/billing/billing-app.ts'
import { eInvoiceIn } from '#test/billing/invoice-documents.ts'
import { testCards } from '#test/emulators/stripe/objects.ts'
import { stripeEmulator } from '#test/emulators/stripe/stripe.ts'
import { sampleBilling } from '#platform/config/billing-file.ts'

const stripe = await stripeEmulator(() => new Date('2031-02-01'))
const home = await startBilledApp('2031-02-01', { ...stripe.settings, PAYMENT_ACCEPT_CARD_NUMBERS: 'true' })
const street = { name: 'Krankenhaus Nord', city: 'Wien & Umgebung', address: 'Ring 1', postalCode: '1010' }
const setup = [
  { text: 'Setup <b>& training', quantity: 3, price: 12_345 },
  { text: 'Goodwill', quantity: 1, price: -500 },
]

/** Issues an invoice; returns its ID. */
async function issue(at: Billed, country: string, taxId?: string, lines = setup): Promise<string> {
  await (await at.owner()).tell(plans.saveAddress, { ...street, country, ...(taxId !== undefined && { taxId }) })
  const { workspace } = at.given.owner
  const bill = await (
    await at.sue()
  ).tell(allBills.create, { workspaceId: workspace, from: '2031-01-01', to: '2031-01-31', lines })
  return bill.invoiceId ?? ''
}

async function documentOf(at: Billed, id: string): Promise<string> {
  const { accessToken } = await at.given.session(at.given.owner)
  const { rawPayload } = await at.app.inject({
    url: `/administrator/bills/${id}/pdf`,
    headers: { authorization: accessToken },
  })
  return eInvoiceIn(rawPayload)
}

async function payByCard(): Promise<void> {
  const caller = await home.owner()
  const expiry = { expirationMonth: 12, expirationYear: 2090, nameOnCard: 'Ada Byron' }
  const holder = { address: 'Ring 1', city: 'Wien', country: 'AT', postalCode: '1010' }
  const { cardId } = await caller.tell(cards.create, { ...holder, ...expiry, cardNumber: testCards.visa, cvc: '123' })
  await caller.tell(cards.update, { cardId, ...expiry, isDefault: true })
  await caller.tell(plans.choosePaymentMethod, { paymentMethod: paymentMethods.creditCard })
}

async function inYen(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'claviger-yen-'))
  const file = join(folder, 'billing.json')
  const priceTables = sampleBilling.priceTables.map(table => ({ ...table, currency: 'JPY' }))
  writeFileSync(file, JSON.stringify({ ...sampleBilling, currency: 'JPY', priceTables }))
  const at = await startBilledApp('2031-02-01', { BILLING_FILE: file })
  rmSync(folder, { recursive: true })
  return documentOf(at, await issue(at, 'DE'))
}

/** What is wrong with each document by the published schema and rules. */
async function judge(documents: readonly string[]): Promise<string[][]> {
  const script = new URL('../../../../test/conformance/e-invoice-judge.py', import.meta.url).pathname
  const program = spawn('python3', [script], {
    env: { ...process.env, PYTHONPATH: process.env['E_INVOICE_RULES'] ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  program.stdin.end(JSON.stringify(documents))
  return (await json(program.stdout)) as string[][]
}

test.skipIf(process.env['E_INVOICE_RULES'] === undefined)(
  'e-invoices of all kinds of bills pass the published schema and rules of EN 16931',
  { timeout: 120_000 },
  async () => {
    const standard = await issue(home, 'DE', 'DE987654321')
    const credit = await (await home.sue()).tell(allBills.credit, { id: standard, reason: 'Wrong price' })
    const ids = {
      standard,
      credit: credit.invoiceId ?? '',
      reverseCharge: await issue(home, 'AT', 'ATU12345678'),
      withoutTax: await issue(home, 'CH'),
      zero: await issue(home, 'DE', undefined, [{ text: 'Trial', quantity: 1, price: 0 }]),
    }
    await payByCard()
    const documents: Record<string, string> = {
      yen: await inYen(),
      card: await documentOf(home, await issue(home, 'DE')),
    }
    for (const [kind, id] of Object.entries(ids)) documents[kind] = await documentOf(home, id)
    expect(documents['card']).toContain('<ram:TypeCode>48<')
    expect(documents['yen']).toContain('<ram:InvoiceCurrencyCode>JPY<')
    const broken = documents['standard']?.replace(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>1.00') ?? ''
    const wrong = await judge([...Object.values(documents), broken.replace('<ram:TypeCode>380</ram:TypeCode>', '')])
    expect(Object.fromEntries(Object.keys(documents).map((kind, i) => [kind, wrong[i]]))).toEqual(
      Object.fromEntries(Object.keys(documents).map(kind => [kind, []])),
    )
    // Otherwise the judge finds nothing in anything
    expect(wrong.at(-1)).toEqual(
      expect.arrayContaining([expect.stringContaining('schema: '), expect.stringContaining('BR-CO-15')]),
    )
  },
)
