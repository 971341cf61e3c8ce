import classes from './charts.module.css'

export interface Series {
  label: string
  color: string
}

export function Legend({ of }: { of: readonly Series[] }) {
  return (
    <ul className={classes.legend}>
      {of.map(({ label, color }) => (
        <li key={label}>
          <span className={classes.square} style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  )
}
