import type { Series } from './Legend.tsx'
import { Plot } from './Plot.tsx'
import { ticks } from './ticks.ts'

export interface ColumnOf {
  label: string
  says: string
  values: readonly number[]
}

export function Columns({
  series,
  columns,
  label,
}: {
  series: readonly Series[]
  columns: readonly ColumnOf[]
  label: string
}) {
  const total = (column: ColumnOf) => column.values.reduce((sum, value) => sum + value, 0)
  return (
    <Plot
      as="bars"
      label={label}
      labels={columns.map(column => column.label)}
      says={columns.map(column => column.says)}
      marks={ticks(Math.max(0, ...columns.map(total)))}
      series={series.map(({ color }, place) => ({ color, values: columns.map(({ values }) => values[place] ?? 0) }))}
    />
  )
}
