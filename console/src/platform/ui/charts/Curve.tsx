import { count } from '#platform/text/formats.ts'
import { ticksBetween } from './ticks.ts'
import classes from './charts.module.css'

export interface CurvePoint {
  label: string
  says: string
  value: number
}

/** A line over time. Its axis does not have to start at zero, so nothing below it is filled. */
export function Curve({ points, label }: { points: readonly CurvePoint[]; label: string }) {
  const values = points.map(({ value }) => value)
  const marks = ticksBetween(Math.min(...values), Math.max(...values))
  const [low = 0] = marks
  const span = (marks.at(-1) ?? 1) - low
  const every = Math.ceil(points.length / 7)
  const height = (value: number) => (100 - ((value - low) / span) * 100).toFixed(2)
  const line = points.map(
    ({ value }, index) => `${(((index + 0.5) / points.length) * 100).toFixed(2)},${height(value)}`,
  )
  // One day has no line to another; it is shown as a level
  const [only] = values.length === 1 ? values : []
  return (
    <div className={classes.columns} role="img" aria-label={`${label}: ${points.map(({ says }) => says).join('; ')}`}>
      <div className={classes.marks}>
        {marks.map(mark => (
          <span key={mark} style={{ bottom: `${((mark - low) / span) * 100}%` }}>
            <i>{count(mark)}</i>
          </span>
        ))}
        <svg className={classes.curve} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <polyline
            points={only === undefined ? line.join(' ') : `0,${height(only)} 100,${height(only)}`}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <div className={classes.bars}>
        {points.map(({ label: name, says }, index) => (
          <div key={says} className={classes.column} title={says}>
            <div className={classes.stack} />
            <span className={classes.under}>{index % every === 0 ? name : ''}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
