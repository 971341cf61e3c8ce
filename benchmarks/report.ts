export interface Row {
  scenario: string
  what: string
  value: number
  unit: string
  ceiling?: number
  ratio?: number
  aim?: string
  met?: boolean
  note?: string
}

const round = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2))

export function table(rows: readonly Row[]): string {
  const head = ['scenario', 'what', 'measured', 'ceiling', 'ratio', 'aim', '']
  const body = rows.map(row => [
    row.scenario,
    row.what,
    `${round(row.value)} ${row.unit}`,
    row.ceiling === undefined ? '' : `${round(row.ceiling)} ${row.unit}`,
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.aim ?? '',
    row.met === undefined ? '' : row.met ? 'met' : 'missed',
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...body.map(cells => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map(width => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n')
}

export const againstAim = (
  scenario: string,
  what: string,
  value: number,
  unit: string,
  ceiling: number,
  aim: number,
): Row => {
  const ratio = value / ceiling
  return { scenario, what, value, unit, ceiling, ratio, aim: `ratio ≥ ${aim}`, met: ratio >= aim }
}

export const atMost = (scenario: string, what: string, value: number, unit: string, bound: number): Row => ({
  scenario,
  what,
  value,
  unit,
  aim: `≤ ${bound} ${unit}`,
  met: value <= bound,
})

export const atLeast = (scenario: string, what: string, value: number, unit: string, bound: number): Row => ({
  scenario,
  what,
  value,
  unit,
  aim: `≥ ${bound} ${unit}`,
  met: value >= bound,
})
