import { asCsv, download } from '../list/exportRows.ts'
import type { FiguresProps } from './Figures.tsx'

const [width, rowHeight, margin] = [720, 28, 24]
const font = '13px "Inter Variable", system-ui, sans-serif'

export function downloadCsv({ label, columns, rows }: FiguresProps): void {
  const shown = columns.map((column, place) => ({
    name: String(place),
    label: column,
    text: (row: FiguresProps['rows'][number]) => String(row[place] ?? ''),
  }))
  download(`${label}.csv`, 'text/csv', asCsv(rows, shown as never))
}

const numberIn = (cell: string | number | undefined) => (typeof cell === 'number' ? cell : 0)

/** The chart as drawn, or else its rows with a bar each, under its title. */
export async function downloadPng(card: HTMLElement, { label, rows }: FiguresProps): Promise<void> {
  const drawn = card.querySelector('canvas')
  const scale = 2
  const canvas = document.createElement('canvas')
  const body = drawn ? Math.round((drawn.height / drawn.width) * (width - 2 * margin)) : rows.length * rowHeight
  canvas.width = width * scale
  canvas.height = (body + 3 * margin + 8) * scale
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { color, backgroundColor } = getComputedStyle(document.body)
  pen.scale(scale, scale)
  pen.fillStyle = backgroundColor
  pen.fillRect(0, 0, width, body + 4 * margin)
  pen.fillStyle = color
  pen.font = `600 ${font.replace('13px', '15px')}`
  pen.fillText(label, margin, margin + 12)
  const top = 2 * margin + 8
  if (drawn) pen.drawImage(drawn, margin, top, width - 2 * margin, body)
  else drawRows(pen, { rows, top, color })
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
  if (blob) download(`${label}.png`, 'image/png', blob)
}

function drawRows(
  pen: CanvasRenderingContext2D,
  { rows, top, color }: { rows: FiguresProps['rows']; top: number; color: string },
): void {
  const valueOf = (row: FiguresProps['rows'][number]) => numberIn(row.findLast(cell => typeof cell === 'number'))
  const most = Math.max(1, ...rows.map(valueOf))
  for (const [place, row] of rows.entries()) {
    const y = top + place * rowHeight
    pen.font = font
    pen.fillStyle = color
    pen.fillText(row[0].slice(0, 40), margin, y + 18)
    pen.fillText(String(row.at(-1)), width - margin - 60, y + 18)
    pen.fillStyle = '#046573'
    pen.fillRect(width / 2, y + 9, ((width / 2 - margin - 80) * valueOf(row)) / most, 10)
  }
}
