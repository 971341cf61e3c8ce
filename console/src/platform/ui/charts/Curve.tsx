import { Plot } from './Plot.tsx'
import { ticksBetween } from './ticks.ts'

export interface CurvePoint {
  label: string
  says: string
  value: number
}

/** A line over time. Its axis does not have to start at zero, so nothing below it is filled. */
export function Curve({ points, label }: { points: readonly CurvePoint[]; label: string }) {
  const values = points.map(({ value }) => value)
  return (
    <Plot
      as="line"
      label={label}
      labels={points.map(point => point.label)}
      says={points.map(({ says }) => says)}
      marks={ticksBetween(Math.min(...values), Math.max(...values))}
      series={[{ color: 'var(--cv-chart-1)', values }]}
    />
  )
}
