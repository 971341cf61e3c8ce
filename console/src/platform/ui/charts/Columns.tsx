import { count } from '#platform/text/formats.ts'
import type { Series } from './Legend.tsx'
import { ticks } from './ticks.ts'
import classes from './charts.module.css'

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
  const marks = ticks(Math.max(0, ...columns.map(total)))
  const top = marks.at(-1) ?? 1
  const every = Math.ceil(columns.length / 8)
  return (
    <div
      className={classes.columns}
      role="img"
      aria-label={`${label}: ${columns.map(column => column.says).join('; ')}`}
    >
      <div className={classes.marks}>
        {marks.map(mark => (
          <span key={mark} style={{ bottom: `${(mark / top) * 100}%` }}>
            <i>{count(mark)}</i>
          </span>
        ))}
      </div>
      <div className={classes.bars}>
        {columns.map((column, index) => (
          <div key={column.says} className={classes.column} title={column.says}>
            <div className={classes.stack}>
              {series.map(({ label: name, color }, at) => (
                <span key={name} style={{ height: `${((column.values[at] ?? 0) / top) * 100}%`, background: color }} />
              ))}
            </div>
            <span className={classes.under}>{(columns.length - 1 - index) % every === 0 ? column.label : ''}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
