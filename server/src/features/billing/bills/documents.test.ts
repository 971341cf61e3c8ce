import { monitorEventLoopDelay } from 'node:perf_hooks'
import { allBills } from '@claviger/contract/billing/all-bills'
import { plans } from '@claviger/contract/billing/plans'
import { DOMParser } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { startBilledApp } from '#test/billing/billing-app.ts'
import { eInvoiceIn } from '#test/billing/invoice-documents.ts'
import { runsOf } from './pdf/scripts.ts'

const home = await startBilledApp('2031-02-01')
const { given, owner, sue, app } = home
const { workspace } = given.owner
const address = { country: 'DE', city: 'Berlin', address: 'Am Park 1', postalCode: '10115', taxId: 'DE987654321' }

const issued = async (name: string, price = 12_345) => {
  await (await owner()).tell(plans.saveAddress, { ...address, name })
  const lines = [
    { text: 'Setup <b>& training', quantity: 3, price },
    { text: 'Goodwill', quantity: 1, price: -500 },
  ]
  return (await sue()).tell(allBills.create, { workspaceId: workspace, from: '2031-01-01', to: '2031-01-31', lines })
}
const fetch = async (path: string, language = 'en') => {
  const { accessToken } = await given.session(given.owner)
  return app.inject({ url: path, headers: { authorization: accessToken, 'accept-language': language } })
}

const numberIn = (xml: string, name: string) => Number(new RegExp(`<ram:${name}[^>]*>([^<]*)<`).exec(xml)?.[1])

test('the PDF is a PDF/A-3 with an e-invoice whose totals match the bill', async () => {
  const bill = await issued('Krankenhaus Nord')
  const answer = await fetch(`/administrator/bills/${bill.invoiceId ?? ''}/pdf`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  const pdf = answer.rawPayload
  const text = pdf.toString('latin1')
  expect(text.startsWith('%PDF-1.7')).toBe(true)
  expect(text).toMatch(/<pdfaid:part>3<\/pdfaid:part>[\s\S]*<pdfaid:conformance>B</)
  expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  expect(text).toMatch(/\/AFRelationship \/Alternative/)
  const xml = eInvoiceIn(pdf)
  expect(new DOMParser().parseFromString(xml, 'text/xml').documentElement?.localName).toBe('CrossIndustryInvoice')
  const lines = [...xml.matchAll(/<ram:LineTotalAmount>([^<]*)</g)].map(one => Math.round(Number(one[1]) * 100))
  const total = lines.pop()
  expect(lines.reduce((sum, one) => sum + one, 0)).toBe(total)
  expect(total).toBe(bill.subtotal)
  expect(Math.round(numberIn(xml, 'TaxTotalAmount') * 100)).toBe(bill.tax)
  expect(Math.round(numberIn(xml, 'GrandTotalAmount') * 100)).toBe(bill.total)
  expect(xml).toContain(`<ram:ID>${bill.number ?? ''}</ram:ID>`)
  // A price is never negative there
  expect(xml).not.toMatch(/<ram:ChargeAmount>-/)
  expect(xml).toMatch(/<ram:BilledQuantity unitCode="C62">-1</)
})

test('a credit note has the opposite sign and names its invoice', async () => {
  const bill = await issued('Krankenhaus Nord')
  const credit = await (await sue()).tell(allBills.credit, { id: bill.invoiceId ?? '', reason: 'Wrong price' })
  const { rawPayload } = await fetch(`/administrator/bills/${credit.invoiceId ?? ''}/pdf`)
  const xml = eInvoiceIn(rawPayload)
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
  expect(Math.round(numberIn(xml, 'GrandTotalAmount') * 100)).toBe(-credit.total)
  expect(xml).toContain(`<ram:IssuerAssignedID>${bill.number ?? ''}</ram:IssuerAssignedID>`)
})

test('large-script fonts do not block the server', async () => {
  const bill = await issued('東京病院 서울병원 مستشفى الشمال בית חולים โรงพยาบาล अस्पताल')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const begun = performance.now()
  delay.enable()
  const { rawPayload, statusCode } = await fetch(`/administrator/bills/${bill.invoiceId ?? ''}/pdf`)
  delay.disable()
  expect(statusCode).toBe(200)
  const took = performance.now() - begun
  expect(delay.max / 1e6).toBeLessThan(Math.max(250, took / 2))
  for (const font of ['Naskh', 'Hebrew', 'Devanagari', 'Thai', 'KR', 'Hans'])
    expect(rawPayload.toString('latin1'), font).toMatch(new RegExp(`/BaseFont /[A-Z]{6}\\+\\S*${font}`))
})

test('draws right-to-left text in reading order', () => {
  expect(runsOf('Nord 12').map(run => run.text)).toEqual(['Nord 12'])
  const hebrew = runsOf('A בית B')
  expect(hebrew.map(run => [run.text.trim(), run.isRightToLeft]).filter(([text]) => text !== '')).toEqual([
    ['A', false],
    ['בית', true],
    ['B', false],
  ])
  const arabic = runsOf('مستشفى (12)').map(run => run.text.trim())
  expect(arabic.indexOf('12')).toBeLessThan(arabic.indexOf('مستشفى'))
  // Brackets are mirrored, so that they still enclose the number
  expect(arabic.join('')).toMatch(/\(12\)/)
})

test('the HTML document is in the language of the reader, runs no script, and escapes hostile text', async () => {
  const bill = await issued('<script>alert(1)</script>')
  const answer = await fetch(`/administrator/bills/${bill.invoiceId ?? ''}/invoice`, 'de')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.headers['content-security-policy']).toContain('sandbox')
  expect(answer.body).toContain('<html lang="de">')
  expect(answer.body).toContain('Rechnung')
  // An invoice without the year is no proof
  expect(answer.body).toMatch(/>1\.\s*–\s*31\. Januar 2031</)
  expect(answer.body).toMatch(/>1\. Februar 2031</)
  expect(answer.body).not.toMatch(/<script|<b>& training/)
  expect(answer.body).toContain(bill.number)
})

test('a sample is shown but not stored', async () => {
  const before = await home.number('select count(*) as n from bills')
  const { accessToken } = await given.session(given.superAdmin)
  const answer = await app.inject({
    method: 'POST',
    url: '/superAdmin/bills/sample/pdf/',
    headers: { authorization: accessToken },
    payload: {
      workspaceId: workspace,
      from: '2031-01-01',
      to: '2031-01-31',
      lines: [{ text: 'Setup', quantity: 1, price: 100 }],
    },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.body).toContain('Draft')
  expect(await home.number('select count(*) as n from bills')).toBe(before)
})
