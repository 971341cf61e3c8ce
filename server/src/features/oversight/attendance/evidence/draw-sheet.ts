import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import Pdf from 'pdfkit'
import { type Language, locales } from '@claviger/contract/platform/languages'

export interface EvidenceSheet {
  readonly language: Language
  readonly zone: string
  /** The signed document as JSON. */
  readonly document: string
  readonly digest: string
  readonly signature: string
  readonly publicKey: string
  readonly words: {
    readonly heading: string
    readonly place: string
    readonly time: string
    readonly signedBy: string
    readonly version: string
    readonly columns: readonly string[]
    readonly statuses: Readonly<Record<string, string>>
    readonly late: string
    readonly corrections: string
    readonly counts: Readonly<Record<string, string>>
    readonly digest: string
    readonly signature: string
    readonly publicKey: string
    readonly verify: string
  }
}

interface SignedDocument {
  workspace: { name: string }
  session: { title: string; place: string; startsAt: string; endsAt: string }
  version: number
  signedAt: string
  signedBy: string
  counts: Record<string, number>
  participants: { name: string; status: string; late: boolean; inAt: string | null; outAt: string | null }[]
  corrections: { name: string; by: string; at: string; reason: string }[]
}

// Runs in a worker thread, because reading the fonts would block the server (see the poster of card pages)

const fonts = join(dirname(createRequire(import.meta.url).resolve('inter-ui/package.json')), 'Inter (web)')
const page = { margin: 50, bottom: 790, width: 495 }
const colors = { ink: '#17252b', quiet: '#4d5c63' }
const columns = [0, 230, 315, 405]
const widths = [222, 80, 85, 90]

const unknown =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu
const writable = (text: string) => text.replace(unknown, '?').replace(/\s+/g, ' ').trim()

function draw(sheet: EvidenceSheet): PDFKit.PDFDocument {
  const { words } = sheet
  const signed = JSON.parse(sheet.document) as SignedDocument
  const shown = (at: string | null, style: 'short' | 'medium') =>
    at === null
      ? '–'
      : new Date(at).toLocaleString(locales[sheet.language], {
          timeZone: sheet.zone,
          timeStyle: style,
          ...(style === 'short' && { dateStyle: 'medium' }),
        })
  const doc = new Pdf({
    size: 'A4',
    margin: page.margin,
    lang: sheet.language,
    displayTitle: true,
    info: { Title: writable(signed.session.title), CreationDate: new Date(signed.signedAt) },
  })
  doc.registerFont('strong', join(fonts, 'Inter-SemiBold.woff'))
  doc.registerFont('plain', join(fonts, 'Inter-Regular.woff'))
  const line = (text: string, size = 10, font = 'plain', color = colors.ink) =>
    doc.font(font).fontSize(size).fillColor(color).text(writable(text), page.margin, doc.y, { width: page.width })
  line(`${signed.workspace.name} · ${words.heading}`, 10, 'plain', colors.quiet)
  line(signed.session.title, 20, 'strong')
  doc.moveDown(0.4)
  if (signed.session.place !== '') line(`${words.place}: ${signed.session.place}`)
  line(
    `${words.time}: ${shown(signed.session.startsAt, 'short')} – ${shown(signed.session.endsAt, 'short')} (${sheet.zone})`,
  )
  line(`${words.signedBy}: ${signed.signedBy}, ${shown(signed.signedAt, 'short')} · ${words.version} ${signed.version}`)
  doc.moveDown(0.4)
  line(
    Object.entries(words.counts)
      .map(([count, name]) => `${name}: ${signed.counts[count] ?? 0}`)
      .join('  ·  '),
    10,
    'strong',
  )
  doc.moveDown(0.8)
  const row = (cells: readonly string[], font: string) => {
    if (doc.y > page.bottom - 14) doc.addPage()
    const { y } = doc
    for (const [place, cell] of cells.entries())
      doc
        .font(font)
        .fontSize(9)
        .fillColor(colors.ink)
        .text(writable(cell), page.margin + (columns[place] ?? 0), y, {
          width: widths[place] ?? 80,
          height: 12,
          ellipsis: true,
        })
    doc.y = y + 14
  }
  row(words.columns, 'strong')
  for (const one of signed.participants)
    row(
      [
        one.name,
        `${words.statuses[one.status] ?? one.status}${one.late ? ` · ${words.late}` : ''}`,
        shown(one.inAt, 'medium'),
        shown(one.outAt, 'medium'),
      ],
      'plain',
    )
  if (signed.corrections.length > 0) {
    doc.moveDown(0.8)
    line(words.corrections, 11, 'strong')
    for (const one of signed.corrections) line(`${shown(one.at, 'short')} · ${one.by}: ${one.name} – ${one.reason}`, 9)
  }
  if (doc.y > page.bottom - 110) doc.addPage()
  doc.moveDown(1)
  for (const [name, value] of [
    [words.digest, sheet.digest],
    [words.signature, sheet.signature],
    [words.publicKey, sheet.publicKey],
  ] as const)
    line(`${name}: ${value}`, 8, 'plain', colors.quiet)
  line(words.verify, 8, 'plain', colors.quiet)
  doc.end()
  return doc
}

const chunks: Buffer[] = []
const doc = draw(workerData as EvidenceSheet)
doc.on('data', (chunk: Buffer) => chunks.push(chunk))
doc.on('end', () => parentPort?.postMessage(Buffer.concat(chunks), []))
