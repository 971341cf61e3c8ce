import classes from './charts.module.css'

export interface SmallBar {
  says: string
  value: number
  /** Part of the value that failed, shown in red at the bottom. */
  failed?: number
}

/** Small bars without axes, for many values in little space; `label` states what they show in one sentence. */
export function SmallBars({ of, label }: { of: readonly SmallBar[]; label: string }) {
  const top = Math.max(1, ...of.map(({ value }) => value))
  const share = (value: number) => `${(value / top) * 100}%`
  return (
    <div className={classes.tiny} role="img" aria-label={label}>
      {of.map(({ says, value, failed = 0 }) => (
        <span key={says} title={says} data-none={value === 0 || undefined}>
          <i style={{ height: share(value - failed) }} />
          <i data-failed style={{ height: share(failed) }} />
        </span>
      ))}
    </div>
  )
}
