import { count } from '#platform/text/formats.ts'
import { asCsv, download } from '../list/exportRows.ts'
import type { FiguresProps } from './Figures.tsx'

const [width, rowHeight, columnWidth, margin] = [720, 28, 110, 24]
const font = '13px "Inter Variable", system-ui, sans-serif'

export function downloadCsv({ label, columns, rows }: FiguresProps): void {
  const shown = columns.map((column, place) => ({
    name: String(place),
    label: column,
    text: (row: FiguresProps['rows'][number]) => String(row[place] ?? ''),
  }))
  download(`${label}.csv`, 'text/csv', asCsv(rows, shown as never))
}

/** All columns of numbers with their names, and the numbers of each row. */
export function numbersOf({ columns, rows }: Pick<FiguresProps, 'columns' | 'rows'>): {
  names: string[]
  lines: { label: string; numbers: number[] }[]
} {
  const places = [...columns.keys()].filter(place => rows.some(row => typeof row[place] === 'number'))
  return {
    names: places.map(place => columns[place] ?? ''),
    lines: rows.map(row => ({
      label: row[0],
      numbers: places.map(place => row[place]).map(cell => (typeof cell === 'number' ? cell : 0)),
    })),
  }
}

/** The chart as drawn, or else its rows, with a bar each if there is one column of numbers, under its title. */
export async function downloadPng(card: HTMLElement, { label, columns, rows }: FiguresProps): Promise<void> {
  const drawn = card.querySelector('canvas')
  const numbers = numbersOf({ columns, rows })
  const lineCount = rows.length + (numbers.names.length > 1 ? 1 : 0)
  const scale = 2
  const canvas = document.createElement('canvas')
  const body = drawn ? Math.round((drawn.height / drawn.width) * (width - 2 * margin)) : lineCount * rowHeight
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
  else drawRows(pen, { ...numbers, top, color })
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
  if (blob) download(`${label}.png`, 'image/png', blob)
}

function drawRows(
  pen: CanvasRenderingContext2D,
  { names, lines, top, color }: ReturnType<typeof numbersOf> & { top: number; color: string },
): void {
  const right = width - margin
  const write = (label: string, cells: readonly string[], y: number) => {
    pen.font = font
    pen.fillStyle = color
    pen.textAlign = 'left'
    pen.fillText(label.slice(0, 40), margin, y + 18)
    pen.textAlign = 'right'
    for (const [place, cell] of cells.toReversed().entries())
      pen.fillText(cell, right - place * columnWidth, y + 18, columnWidth - 8)
  }
  const most = Math.max(1, ...lines.flatMap(({ numbers }) => numbers))
  const several = names.length > 1
  if (several) write('', names, top)
  for (const [place, { label, numbers }] of lines.entries()) {
    const y = top + (place + (several ? 1 : 0)) * rowHeight
    write(label, numbers.map(count), y)
    if (several) continue
    pen.fillStyle = '#046573'
    pen.fillRect(width / 2, y + 9, ((width / 2 - margin - 80) * (numbers[0] ?? 0)) / most, 10)
  }
}
