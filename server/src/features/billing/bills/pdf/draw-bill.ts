import Pdf from 'pdfkit'
import type { BillSheet } from '../bills.sheet.ts'
import { fontOf } from './fonts.ts'
import { logoMark } from './logo-mark.ts'
import { runsOf, type TextRun } from './scripts.ts'

/** What the thread that draws receives. */
export interface BillPdf {
  sheet: BillSheet
  /** The e-invoice that goes into the document; null if its currency allows none. */
  xml: string | null
  at: string
}

const page = { width: 595.28, height: 841.89, margin: 48 }
const right = page.width - page.margin
const colors = { ink: '#14191b', quiet: '#5d686d', line: '#e3e8e9', brand: '#046573', paper: '#ffffff' }
interface Style {
  size?: number
  isStrong?: boolean
  color?: string
  /** The text ends at x. */
  isRight?: boolean
}

/**
 * With a feature named, the library shapes a run as a whole, which scripts from right to left need. Otherwise it
 * remembers each word, which is faster.
 */
const shapingOf = ({ font }: TextRun) => (font === 'latin' ? {} : { features: ['liga'] as never })

class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly #fonts = new Set<string>()
  #y = page.margin

  constructor({ sheet, at, xml }: BillPdf) {
    this.doc = new Pdf({
      size: 'A4',
      margin: 0,
      lang: sheet.language,
      displayTitle: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3b',
      font: null as never,
      info: { Title: `${sheet.title} ${sheet.number}`, Author: sheet.seller[0] ?? '', CreationDate: new Date(at) },
    })
    if (xml !== null) attach(this.doc, xml, at)
  }

  #choose({ text: _text, font }: TextRun, { size = 9.5, isStrong = false }: Style): PDFKit.PDFDocument {
    const name = `${font} ${isStrong ? 'strong' : 'plain'}`
    if (!this.#fonts.has(name)) this.doc.registerFont(name, fontOf(font, isStrong))
    this.#fonts.add(name)
    return this.doc.font(name).fontSize(size)
  }

  width(text: string, style: Style): number {
    return runsOf(text).reduce((sum, run) => sum + this.#choose(run, style).widthOfString(run.text, shapingOf(run)), 0)
  }

  write(text: string, x: number, y: number, style: Style = {}): void {
    const { color = colors.ink, size = 9.5, isRight = false } = style
    let left = isRight ? x - this.width(text, style) : x
    for (const run of runsOf(text)) {
      const doc = this.#choose(run, style)
      // All fonts stand on one line, whatever their height
      doc
        .fillColor(color)
        .text(run.text, left, y + size, { ...shapingOf(run), lineBreak: false, baseline: 'alphabetic' })
      left += doc.widthOfString(run.text, shapingOf(run))
    }
  }

  /** Splits a text at blanks, so that it fits. */
  lines(text: string, width: number, style: Style = {}): string[] {
    const lines: string[] = []
    for (const word of text.split(/\s+/)) {
      const longer = lines.length === 0 ? word : `${lines.at(-1) ?? ''} ${word}`
      if (lines.length > 0 && this.width(longer, style) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  rule(y: number, color: string, thickness: number, from = page.margin): void {
    this.doc.moveTo(from, y).lineTo(right, y).lineWidth(thickness).strokeColor(color).stroke()
  }

  draw(sheet: BillSheet): void {
    this.#head(sheet)
    this.#facts(sheet)
    this.#table(sheet)
    this.#sums(sheet)
    this.#notes(sheet)
    this.doc.end()
  }

  #head({ title, number, seller }: BillSheet): void {
    const { doc } = this
    const top = page.margin
    doc.roundedRect(page.margin, top, 22, 22, 5).fill(colors.brand)
    doc
      .save()
      .translate(page.margin + 3, top + 3.6)
      .scale(0.5)
      .rotate(45, { origin: [16, 16] })
    doc.path(logoMark).fill(colors.paper, 'even-odd').restore()
    this.write('Claviger', page.margin + 30, top + 4, { size: 13, isStrong: true })
    this.write(title, right, top - 2, { size: 20, isStrong: true, isRight: true })
    this.write(number, right, top + 24, { size: 10.5, color: colors.quiet, isRight: true })
    let y = top + 34
    for (const line of seller.flatMap(one => this.lines(one, 330))) {
      this.write(line, page.margin, y, { color: colors.quiet })
      y += 15
    }
    this.rule(y + 12, colors.ink, 1.2)
    this.#y = y + 26
  }

  #facts({ facts }: BillSheet): void {
    const places = [0, 210, 318, 420].map(place => page.margin + place)
    let lowest = this.#y
    for (const [column, { label, lines }] of facts.entries()) {
      const x = places[column] ?? page.margin
      this.write(label, x, this.#y, { size: 9, color: colors.quiet })
      let y = this.#y + 16
      for (const line of lines.flatMap(one => this.lines(one, column === 0 ? 195 : 100))) {
        this.write(line, x, y)
        y += 14.5
      }
      lowest = Math.max(lowest, y)
    }
    this.#y = lowest + 22
  }

  #header({ columns: [description, count, price, total] }: BillSheet): void {
    const style = { size: 9, isStrong: true, color: colors.quiet }
    this.write(description, page.margin, this.#y, style)
    for (const [text, x] of [
      [count, right - 150],
      [price, right - 84],
      [total, right],
    ] as const)
      this.write(text, x, this.#y, { ...style, isRight: true })
    this.rule(this.#y + 18, colors.line, 0.8)
    this.#y += 26
  }

  #table(sheet: BillSheet): void {
    this.#header(sheet)
    for (const row of sheet.rows) {
      const title = this.lines(row.title, 270, { isStrong: true })
      const height = title.length * 14 + 14 + 12
      if (this.#y + height > page.height - 90) {
        this.#turn()
        this.#header(sheet)
      }
      for (const [line, text] of title.entries()) this.write(text, page.margin, this.#y + line * 14, { isStrong: true })
      const below = this.#y + title.length * 14
      this.write(row.detail, page.margin, below, { size: 8.5, color: colors.quiet })
      const middle = this.#y + height / 2 - 12
      this.write(row.count, right - 150, middle, { isRight: true })
      this.write(row.price, right - 84, middle, { isRight: true })
      this.write(row.total, right, middle, { isStrong: true, isRight: true })
      this.#y += height
      this.rule(this.#y - 6, colors.line, 0.8)
    }
  }

  #sums({ sums }: BillSheet): void {
    if (this.#y + sums.length * 24 > page.height - 90) this.#turn()
    const left = right - 220
    this.#y += 6
    for (const { label, value, isTotal } of sums) {
      if (isTotal) this.rule(this.#y - 2, colors.line, 0.8, left)
      const style = isTotal ? { size: 12, isStrong: true } : {}
      this.write(label, left, this.#y + (isTotal ? 6 : 0), style)
      this.write(value, right, this.#y + (isTotal ? 6 : 0), { ...style, isRight: true })
      this.#y += 23
    }
  }

  #notes({ notes }: BillSheet): void {
    if (notes.length === 0) return
    if (this.#y > page.height - 170) this.#turn()
    const top = Math.max(this.#y + 40, page.height - 150)
    this.rule(top, colors.line, 0.8)
    const width = (right - page.margin) / Math.max(2, notes.length)
    for (const [column, { title, text }] of notes.entries()) {
      const x = page.margin + column * width
      this.write(title, x, top + 16, { size: 9, isStrong: true })
      for (const [line, part] of this.lines(text, width - 16, { size: 9 }).entries())
        this.write(part, x, top + 31 + line * 13, { size: 9, color: colors.quiet })
    }
  }

  #turn(): void {
    this.doc.addPage()
    this.#y = page.margin
  }
}

/** Adds the e-invoice as Factur-X and ZUGFeRD describe it: its file, its relationship, and its own metadata. */
function attach(doc: PDFKit.PDFDocument, xml: string, at: string): void {
  const date = new Date(at)
  const options = {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: 'Invoice data by EN 16931',
    creationDate: date,
    modifiedDate: date,
    relationship: 'Alternative',
  }
  doc.file(Buffer.from(xml), options)
  const described = doc as unknown as { appendXML(text: string): void }
  described.appendXML(facturX)
}

const property = (name: string, description: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`

const facturX = `
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${property('DocumentFileName', 'name of the embedded XML invoice file')}${property('DocumentType', 'INVOICE')}${property('Version', 'The actual version of the Factur-X XML schema')}${property('ConformanceLevel', 'The conformance level of the embedded Factur-X data')}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`

/** Draws a bill; called by name in a worker thread (`platform/parsing`). */
export function parse(input: BillPdf): Promise<Uint8Array> {
  const sheet = new Sheet(input)
  const parts: Buffer[] = []
  sheet.doc.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Uint8Array>(resolve =>
    sheet.doc.on('end', () => resolve(new Uint8Array(Buffer.concat(parts)))),
  )
  sheet.draw(input.sheet)
  return done
}
