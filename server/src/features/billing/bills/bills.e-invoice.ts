import type { BillLine } from '@claviger/contract/billing/bill-lines'
import type { BillDetails } from '@claviger/contract/billing/bills'
import { billKinds, paymentMethods } from '@claviger/contract/billing/money'
import { sayIn } from '#platform/languages.ts'
import { chargeName } from './bills.sheet.ts'
import { decimalOf, digitsOf } from './bills.money.ts'

// Cross Industry Invoice (UN/CEFACT D16B) by EN 16931-1, the profile "EN 16931" of Factur-X 1.07 and ZUGFeRD 2.3

type Xml = string | readonly Xml[]

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, sign => `&#${sign.codePointAt(0)};`).replace(/[^\P{Cc}\n\t]/gu, '')
const textOf = (xml: Xml): string => (typeof xml === 'string' ? xml : xml.map(textOf).join(''))
const tag = (name: string, content: Xml, attributes = ''): string =>
  `<${name}${attributes}>${textOf(content)}</${name}>`
const ram = (name: string, content: Xml, attributes?: string) => tag(`ram:${name}`, content, attributes)
const value = (name: string, text: string, attributes?: string) =>
  text === '' ? '' : ram(name, escaped(text), attributes)
const day = (text: string) => tag('udt:DateTimeString', text.replaceAll('-', ''), ' format="102"')

/** Amounts have at most two decimals (BR-DEC), so currencies with three have no e-invoice. */
export const hasEInvoice = (bill: BillDetails): boolean =>
  bill.number !== null && bill.buyer !== null && bill.lines.length > 0 && digitsOf(bill.currency) <= 2

/** VAT category codes (UNTDID 5305): standard rate, reverse charge, not subject to VAT. */
const categoryOf = ({ taxRate, reverseCharge }: BillDetails) => (reverseCharge ? 'AE' : taxRate > 0 ? 'S' : 'O')

const partyOf = (
  name: string,
  {
    who,
    vatId,
    email,
  }: { who: BillDetails['seller'] | NonNullable<BillDetails['buyer']>; vatId: string; email: string },
  isTaxed: boolean,
) =>
  ram(name, [
    // Where no VAT applies, VAT IDs must not appear (BR-O-02), and the party needs another identifier
    isTaxed ? '' : value('ID', vatId),
    value('Name', who.name),
    ram('PostalTradeAddress', [
      value('PostcodeCode', who.postalCode),
      value('LineOne', who.address),
      value('CityName', who.city),
      value('CountryID', who.country),
      'province' in who ? value('CountrySubDivisionName', who.province ?? '') : '',
    ]),
    email === '' ? '' : ram('URIUniversalCommunication', value('URIID', email, ' schemeID="EM"')),
    isTaxed && vatId !== '' ? ram('SpecifiedTaxRegistration', value('ID', vatId, ' schemeID="VA"')) : '',
  ])

/** A bill as the XML of Factur-X and ZUGFeRD. Amounts of a credit note are positive there. */
export function eInvoiceOf(bill: BillDetails): string {
  if (bill.buyer === null) throw new Error('an e-invoice needs a buyer')
  const sign = bill.kind === billKinds.creditNote ? -1 : 1
  const money = (amount: number) => decimalOf(amount * sign, bill.currency).replace(/^-(0(?:\.0+)?)$/, '$1')
  const category = categoryOf(bill)
  const isTaxed = category !== 'O'
  const rate = category === 'S' ? String(bill.taxRate / 100) : '0'
  const taxOf = (more: Xml) => [
    value('TypeCode', 'VAT'),
    more,
    value('CategoryCode', category),
    isTaxed ? value('RateApplicablePercent', rate) : '',
  ]
  const reason =
    category === 'AE'
      ? value('ExemptionReason', 'Reverse charge')
      : category === 'O'
        ? value('ExemptionReason', 'Not subject to VAT')
        : ''
  const open = money(Math.max(0, sign * bill.total) * sign)
  return `<?xml version="1.0" encoding="UTF-8"?>
${tag(
  'rsm:CrossIndustryInvoice',
  [
    tag(
      'rsm:ExchangedDocumentContext',
      ram('GuidelineSpecifiedDocumentContextParameter', value('ID', 'urn:cen.eu:en16931:2017')),
    ),
    tag('rsm:ExchangedDocument', [
      value('ID', bill.number ?? ''),
      value('TypeCode', sign === 1 ? '380' : '381'),
      ram('IssueDateTime', day((bill.issuedAt ?? bill.to).slice(0, 10))),
    ]),
    tag('rsm:SupplyChainTradeTransaction', [
      bill.lines.map((line, place) => lineOf(line, place + 1, { money, taxOf, currency: bill.currency, sign })),
      ram('ApplicableHeaderTradeAgreement', [
        partyOf('SellerTradeParty', { who: bill.seller, vatId: bill.seller.taxId, email: bill.seller.email }, isTaxed),
        partyOf('BuyerTradeParty', { who: bill.buyer, vatId: bill.buyer.taxId ?? '', email: '' }, isTaxed),
      ]),
      ram(
        'ApplicableHeaderTradeDelivery',
        ram('ActualDeliverySupplyChainEvent', ram('OccurrenceDateTime', day(bill.to))),
      ),
      ram('ApplicableHeaderTradeSettlement', [
        value('PaymentReference', bill.number ?? ''),
        value('InvoiceCurrencyCode', bill.currency),
        meansOf(bill),
        ram('ApplicableTradeTax', [
          value('CalculatedAmount', money(bill.tax)),
          value('TypeCode', 'VAT'),
          reason,
          value('BasisAmount', money(bill.subtotal)),
          value('CategoryCode', category),
          isTaxed ? value('RateApplicablePercent', rate) : '',
        ]),
        periodOf(bill),
        bill.dueDate === null
          ? nestedValue('SpecifiedTradePaymentTerms', 'Description', 'Credit')
          : ram('SpecifiedTradePaymentTerms', ram('DueDateDateTime', day(bill.dueDate))),
        ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
          value('LineTotalAmount', money(bill.subtotal)),
          value('TaxBasisTotalAmount', money(bill.subtotal)),
          value('TaxTotalAmount', money(bill.tax), ` currencyID="${bill.currency}"`),
          value('GrandTotalAmount', money(bill.total)),
          value('DuePayableAmount', open),
        ]),
        bill.corrects === null ? '' : ram('InvoiceReferencedDocument', value('IssuerAssignedID', bill.corrects.number)),
      ]),
    ]),
  ],
  ' xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
)}
`
}

const nestedValue = (name: string, inner: string, text: string) => ram(name, value(inner, text))

const periodOf = ({ from, to }: { from: string; to: string }) =>
  ram('BillingSpecifiedPeriod', [ram('StartDateTime', day(from)), ram('EndDateTime', day(to))])

/** UNTDID 4461: SEPA credit transfer, bank card. */
function meansOf({ paymentMethod, seller }: BillDetails): Xml {
  if (paymentMethod === paymentMethods.creditCard)
    return ram('SpecifiedTradeSettlementPaymentMeans', value('TypeCode', '48'))
  if (seller.iban === '') return ''
  return ram('SpecifiedTradeSettlementPaymentMeans', [
    value('TypeCode', '58'),
    ram('PayeePartyCreditorFinancialAccount', value('IBANID', seller.iban)),
    seller.bic === '' ? '' : ram('PayeeSpecifiedCreditorFinancialInstitution', value('BICID', seller.bic)),
  ])
}

interface LineContext {
  money: (amount: number) => string
  taxOf: (more: Xml) => Xml
  currency: string
  sign: number
}

/** A price must not be negative (BR-27), so a reduction has a negative quantity. */
function lineOf(line: BillLine, place: number, { money, taxOf, currency, sign }: LineContext): Xml {
  const isPlain = line.share === null && line.price >= 0 && line.amount >= 0 && sign === 1
  const price = isPlain ? line.price : Math.abs(line.amount)
  const quantity = isPlain ? line.quantity : Math.sign(line.amount * sign)
  const say = sayIn('en')
  return ram('IncludedSupplyChainTradeLineItem', [
    ram('AssociatedDocumentLineDocument', value('LineID', String(place))),
    ram('SpecifiedTradeProduct', value('Name', chargeName(say, line) || 'Item')),
    ram(
      'SpecifiedLineTradeAgreement',
      ram('NetPriceProductTradePrice', [
        value('ChargeAmount', decimalOf(price, currency)),
        value('BasisQuantity', String(isPlain ? line.days : 1), ' unitCode="C62"'),
      ]),
    ),
    ram('SpecifiedLineTradeDelivery', value('BilledQuantity', String(quantity), ' unitCode="C62"')),
    ram('SpecifiedLineTradeSettlement', [
      ram('ApplicableTradeTax', taxOf('')),
      periodOf(line),
      ram('SpecifiedTradeSettlementLineMonetarySummation', value('LineTotalAmount', money(line.amount))),
    ]),
  ])
}
