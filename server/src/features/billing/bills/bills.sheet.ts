import type { BillLine } from '@claviger/contract/billing/bill-lines'
import type { BillDetails } from '@claviger/contract/billing/bills'
import {
  type BillingAddress,
  billKinds,
  chargeKinds,
  paymentMethods,
  paymentStatus,
} from '@claviger/contract/billing/money'
import type { Language } from '@claviger/contract/platform/languages'
import { type Translate, sayIn, shortDateIn, shortDayIn, shortRangeIn } from '#platform/languages.ts'
import { startOfDay } from '../prices/prices.days.ts'
import { moneyIn } from './bills.money.ts'

/** A bill in words, as all its documents show it. */
export interface BillSheet {
  language: Language
  title: string
  number: string
  seller: string[]
  facts: { label: string; lines: string[] }[]
  columns: [string, string, string, string]
  rows: { title: string; detail: string; count: string; price: string; total: string }[]
  sums: { label: string; value: string; isTotal: boolean }[]
  notes: { title: string; text: string }[]
}

const chargeNames = (say: Translate): Record<number, string> => ({
  [chargeKinds.keys]: say('Security keys'),
  [chargeKinds.licenses]: say('Licenses'),
  [chargeKinds.licenseChange]: say('Change of licenses'),
  [chargeKinds.overrun]: say('Security keys above the licenses'),
  [chargeKinds.singleSignOn]: say('Single sign-on'),
  [chargeKinds.secondFactor]: say('Second factors'),
  [chargeKinds.minimum]: say('Minimum amount'),
  [chargeKinds.discount]: say('Discount'),
  [chargeKinds.promoCode]: say('Promo code'),
})

/** What a line charges, in the language of the bill. */
export const chargeName = (say: Translate, line: BillLine): string =>
  line.kind === chargeKinds.manual ? (line.text ?? '') : (chargeNames(say)[line.kind] ?? '')

const perUser = new Set<number>([chargeKinds.singleSignOn, chargeKinds.secondFactor])

function detailOf(say: Translate, language: Language, line: BillLine): string {
  const day = (text: string) => shortDayIn(language, startOfDay(text))
  const range = say('{from} to {to}', { from: day(line.from), to: day(line.to) })
  if (line.share !== null) return `${percentIn(language, line.share)} · ${range}`
  if (line.kind === chargeKinds.promoCode && line.text !== null) return `${line.text} · ${range}`
  if (perUser.has(line.kind)) return `${say('Per user and month')} · ${range}`
  if (line.tier !== null && line.tier > 1) return `${say('From key {tier}', { tier: line.tier })} · ${range}`
  return range
}

const percentIn = (language: Language, hundredths: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(hundredths / 10_000)

/** Units of a whole month: ten keys on 15 of 30 days are five. */
const countIn = (language: Language, { quantity, days }: BillLine): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(quantity / days)

export const addressLines = (say: Intl.DisplayNames, buyer: BillingAddress): string[] =>
  [
    buyer.name,
    buyer.address,
    `${buyer.postalCode} ${buyer.city}`,
    buyer.province ?? '',
    say.of(buyer.country) ?? buyer.country,
    buyer.taxId ?? '',
  ].filter(line => line !== '')

function notesOf(say: Translate, bill: BillDetails): BillSheet['notes'] {
  const notes: BillSheet['notes'] = []
  if (bill.reverseCharge)
    notes.push({ title: say('Reverse charge'), text: say('The recipient of the service owes the tax.') })
  if (bill.kind === billKinds.creditNote) return notes
  if (bill.paidStatus === paymentStatus.paid) return [...notes, { title: say('Paid'), text: say('Thank you.') }]
  if (bill.paymentMethod === paymentMethods.creditCard)
    notes.push({
      title: say('Pay by card'),
      text: say('Your default card is charged. You can change it on the billing page.'),
    })
  if (bill.seller.iban !== '')
    notes.push({
      title: say('Pay by wire transfer'),
      text: say('{iban}, BIC {bic}, reference {number}', {
        iban: bill.seller.iban.replace(/(.{4})(?=.)/g, '$1 '),
        bic: bill.seller.bic,
        number: bill.number ?? '',
      }),
    })
  return notes
}

/** Puts a bill into words, in the language of its reader. */
export function sheetOf(bill: BillDetails, language: Language): BillSheet {
  const say = sayIn(language)
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const money = (amount: number) => moneyIn(language, amount, bill.currency)
  const date = (text: string) => shortDateIn(language, startOfDay(text))
  const { seller, buyer } = bill
  const isCredit = bill.kind === billKinds.creditNote
  return {
    language,
    title: isCredit ? say('Credit note') : say('Invoice'),
    number: bill.number ?? say('Draft'),
    seller: [seller.name, `${seller.address}, ${seller.postalCode} ${seller.city}`, `${say('Tax ID')} ${seller.taxId}`],
    facts: [
      { label: say('Billed to'), lines: buyer === null ? [] : addressLines(countries, buyer) },
      { label: say('Period'), lines: [shortRangeIn(language, startOfDay(bill.from), startOfDay(bill.to))] },
      { label: say('Issued'), lines: [bill.issuedAt === null ? '–' : date(bill.issuedAt.slice(0, 10))] },
      isCredit
        ? { label: say('Corrects'), lines: [bill.corrects?.number ?? '–'] }
        : { label: say('Due'), lines: [bill.dueDate === null ? '–' : date(bill.dueDate)] },
    ],
    columns: [say('Description'), say('Count'), say('Price'), say('Total')],
    rows: bill.lines.map(line => ({
      title: chargeName(say, line),
      detail: detailOf(say, language, line),
      count: line.share === null ? countIn(language, line) : '',
      price: line.share === null ? money(line.price) : '',
      total: money(line.amount),
    })),
    sums: [
      { label: say('Subtotal'), value: money(bill.subtotal), isTotal: false },
      {
        label: say('Tax, {rate}', { rate: percentIn(language, bill.taxRate) }),
        value: money(bill.tax),
        isTotal: false,
      },
      { label: isCredit ? say('Total credit') : say('Total due'), value: money(bill.total), isTotal: true },
    ],
    notes: notesOf(say, bill),
  }
}
