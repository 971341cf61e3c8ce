import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import Pdf from 'pdfkit'
import QR from 'qrcode'
import type { Poster } from './poster.ts'

// Runs in a worker thread: reading the fonts takes a third of a second, which would block the server

// WOFF, because pdfkit can't embed WOFF2; complete fonts, because one text may mix several alphabets
const fonts = join(dirname(createRequire(import.meta.url).resolve('inter-ui/package.json')), 'Inter (web)')
const page = { width: 595.28, height: 841.89, margin: 56 }
const inner = page.width - 2 * page.margin
const colors = { ink: '#17252b', quiet: '#4d5c63', brand: '#05626c', paper: '#ffffff' }

const unknown =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu
/** Removes characters that the font lacks, which would be drawn as boxes. */
const writable = (text: string) => text.replace(unknown, '').replace(/\s+/g, ' ').trim()

function draw(poster: Poster): PDFKit.PDFDocument {
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    lang: poster.language,
    displayTitle: true,
    info: {
      Title: writable(poster.title) || poster.address,
      Author: writable(poster.workspace),
      CreationDate: new Date(poster.at),
    },
  })
  doc.registerFont('strong', join(fonts, 'Inter-SemiBold.woff'))
  doc.registerFont('plain', join(fonts, 'Inter-Regular.woff'))
  const below = head(doc, poster)
  steps(doc, poster.steps, below)
  code(doc, poster.address)
  doc.end()
  return doc
}

function head(doc: PDFKit.PDFDocument, poster: Poster): number {
  const { margin } = page
  let left = margin
  if (poster.icon) {
    doc.image(Buffer.from(poster.icon), margin, margin, { fit: [44, 44] })
    left += 58
  }
  const name = writable(poster.workspace)
  const place = { width: page.width - margin - left, height: 30, ellipsis: true }
  doc
    .font('strong')
    .fontSize(20)
    .fillColor(colors.ink)
    .text(name, left, margin + 10, place)
  const title = writable(poster.title)
  // Reduce the size of a long title, so that steps and code keep their places
  const size = [44, 36, 30, 24].find(one => doc.fontSize(one).heightOfString(title, { width: inner }) <= 112) ?? 20
  doc.fontSize(size).text(title, margin, margin + 84, { width: inner, height: 120, ellipsis: true })
  return Math.min(doc.y, margin + 204) + 28
}

function steps(doc: PDFKit.PDFDocument, all: readonly string[], top: number): void {
  let y = top
  for (const [place, step] of all.entries()) {
    doc.circle(page.margin + 17, y + 17, 17).fill(colors.brand)
    doc.font('strong').fontSize(18).fillColor(colors.paper)
    doc.text(`${place + 1}`, page.margin, y + 7, { width: 34, align: 'center' })
    doc.font('plain').fontSize(18).fillColor(colors.ink)
    const width = inner - 52
    const height = doc.heightOfString(step, { width })
    doc.text(step, page.margin + 52, y + 17 - Math.min(height, 22) / 2, { width })
    y += Math.max(34, height + 6) + 16
  }
}

function code(doc: PDFKit.PDFDocument, address: string): void {
  const { modules } = QR.create(address, { errorCorrectionLevel: 'M' })
  const side = 250
  const dot = side / modules.size
  const left = (page.width - side) / 2
  const top = page.height - page.margin - 52 - side
  doc.fillColor('#000000')
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) doc.rect(left + column * dot, top + row * dot, dot + 0.1, dot + 0.1)
  doc.fill()
  const text = address.replace(/^https?:\/\//, '')
  const fits = (size: number) => doc.font('strong').fontSize(size).widthOfString(text) <= inner
  doc.fontSize([18, 15, 12, 10].find(fits) ?? 8).fillColor(colors.ink)
  doc.text(text, page.margin, top + side + 20, { width: inner, align: 'center' })
}

const chunks: Buffer[] = []
const doc = draw(workerData as Poster)
doc.on('data', (chunk: Buffer) => chunks.push(chunk))
doc.on('end', () => parentPort?.postMessage(Buffer.concat(chunks), []))
