import type { BillDetails } from '@claviger/contract/billing/bills'
import type { Language } from '@claviger/contract/platform/languages'
import { FileReply } from '#http/bind.ts'
import { problem } from '#platform/problem.ts'
import { isolated } from '#platform/parsing/isolated-parser.ts'
import { eInvoiceOf, hasEInvoice } from './bills.e-invoice.ts'
import { type BillSheet, sheetOf } from './bills.sheet.ts'
import type { BillPdf } from './pdf/draw-bill.ts'

const largest = 4 * 1024 * 1024

/** Draws in a worker thread: fonts of large scripts take longer than the server may block. */
const draw = isolated<BillPdf, Uint8Array>({
  module: new URL('pdf/draw-bill.ts', import.meta.url),
  parse: async input => (await import('./pdf/draw-bill.ts')).parse(input),
  size: ({ sheet, xml }) => JSON.stringify(sheet.rows).length + (xml?.length ?? 0),
  small: -1,
  largest,
  refusal: () => undefined,
  stopped: why => (why === 'busy' ? problem('not-ready') : new Error(`The PDF took too much ${why}`)),
})

/** A bill as PDF/A-3 with its e-invoice inside (Factur-X, ZUGFeRD). */
export async function pdfOf(bill: BillDetails, language: Language): Promise<Buffer> {
  const xml = hasEInvoice(bill) ? eInvoiceOf(bill) : null
  const at = bill.issuedAt ?? new Date(`${bill.to}T00:00:00Z`).toISOString()
  return Buffer.from(await draw({ sheet: sheetOf(bill, language), xml, at }))
}

/** Draws a table that is no invoice, for example a report. */
export const pdfOfSheet = async (sheet: BillSheet, at: Date): Promise<Buffer> =>
  Buffer.from(await draw({ sheet, xml: null, at: at.toISOString() }))

export const pdfReply = async (bill: BillDetails, language: Language): Promise<FileReply> =>
  new FileReply(await pdfOf(bill, language), 'application/pdf', {
    'content-disposition': `attachment; filename="${bill.number ?? (bill.invoiceId === null ? 'current' : 'draft')}.pdf"`,
  })
