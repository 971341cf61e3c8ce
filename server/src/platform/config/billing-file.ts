import { readFileSync } from 'node:fs'
import { Seller } from '@claviger/contract/billing/bills'
import { PriceTable } from '@claviger/contract/billing/prices'
import * as z from 'zod/mini'
import type { SettingKind } from './setting-kinds.ts'

const BillingFile = z.object({
  seller: Seller,
  /** Begins each invoice number, before the year. */
  series: z.string().check(z.regex(/^[A-Z0-9-]{1,20}$/)),
  /** Days after its issue on which an invoice is due. */
  dueDays: z.int().check(z.gte(0), z.lte(365)),
  /** Days of the trial of a new workspace. */
  trialDays: z.int().check(z.gte(0), z.lte(365)),
  /** Currency of new workspaces. */
  currency: z.string(),
  priceTables: z.array(PriceTable).check(
    z.minLength(1),
    z.maxLength(200),
    // Two tables of one day would overlap
    z.refine(tables => new Set(tables.map(table => `${table.currency} ${table.validFrom}`)).size === tables.length),
  ),
})
export type BillingFile = z.output<typeof BillingFile>

/** The file must have one price table for each currency and day, and one for the currency of new workspaces. */
const isUsable = ({ currency, priceTables }: BillingFile) => priceTables.some(table => table.currency === currency)

function readBillingFile(path: string): BillingFile | undefined {
  try {
    const read = BillingFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return read.success && isUsable(read.data) ? read.data : undefined
  } catch {
    return undefined
  }
}

export const billingFile: SettingKind<BillingFile> = {
  expected: 'a JSON file with seller, series, dueDays, trialDays, currency, and priceTables that do not overlap',
  read: z.pipe(
    z.string(),
    z.transform((path: string, { issues }) => {
      const read = readBillingFile(path)
      if (read) return read
      issues.push({ code: 'custom', input: path })
      return z.NEVER
    }),
  ),
}

const sampleTiers = (first: number) => [
  { from: 1, price: first },
  { from: 101, price: Math.round(first * 0.8) },
  { from: 1001, price: Math.round(first * 0.6) },
]

/** For development, tests, and the demo. */
export const sampleBilling: BillingFile = {
  seller: {
    name: 'Claviger Sample Operator GmbH',
    address: 'Beispielweg 1',
    postalCode: '10115',
    city: 'Berlin',
    country: 'DE',
    taxId: 'DE123456789',
    email: 'billing@operator.example',
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
  },
  series: 'CLV',
  dueDays: 30,
  trialDays: 30,
  currency: 'EUR',
  priceTables: [
    {
      currency: 'EUR',
      validFrom: '2020-01-01',
      freeKeys: 5,
      trialKeys: 250,
      payAsYouGo: sampleTiers(300),
      prepaid: sampleTiers(250),
      fixedPrepaid: sampleTiers(220),
      singleSignOn: 100,
      secondFactor: 50,
      minimum: 0,
      personal: [0, 300, 600],
      taxes: [
        { country: 'DE', rate: 1900, reverseCharge: false },
        { country: 'AT', rate: 2000, reverseCharge: true },
        { country: 'FR', rate: 2000, reverseCharge: true },
        { country: 'NL', rate: 2100, reverseCharge: true },
      ],
    },
  ],
}
