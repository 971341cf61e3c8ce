import { inflateSync } from 'node:zlib'

/** The contents of all streams of a PDF. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: start }) => {
    try {
      return [inflateSync(pdf.subarray(index + start.length)).toString()]
    } catch {
      return []
    }
  })
}

/** The e-invoice that is embedded in the PDF of a bill; '' without one. */
export const eInvoiceIn = (pdf: Buffer): string =>
  streamsOf(pdf).find(stream => stream.includes('CrossIndustryInvoice')) ?? ''
