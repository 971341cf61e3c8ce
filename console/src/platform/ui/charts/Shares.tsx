import type { Series } from './Legend.tsx'
import classes from './charts.module.css'

export interface Share extends Series {
  value: number
  waiting?: boolean
}

export function Shares({ of, label }: { of: readonly Share[]; label: string }) {
  return (
    <div
      className={classes.shares}
      role="img"
      aria-label={`${label}: ${of.map(share => `${share.label} ${share.value}`).join(', ')}`}
    >
      {of
        .filter(share => share.value > 0)
        .map(share => (
          <span
            key={share.label}
            data-waiting={share.waiting || undefined}
            style={{ flexGrow: share.value, color: share.color }}
          />
        ))}
    </div>
  )
}
