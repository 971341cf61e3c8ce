import { Group } from '@mantine/core'
import { count } from '#platform/text/formats.ts'
import type { Share } from './Shares.tsx'
import classes from './charts.module.css'

const radius = 52
const round = 2 * Math.PI * radius

export function Donut({ of, total, label }: { of: readonly Share[]; total: number; label: string }) {
  const shown = of.filter(share => share.value > 0)
  const gap = shown.length > 1 ? 2 : 0
  let begun = 0
  return (
    <Group gap="12px 8px" justify="center" mih={190}>
      <svg width="116" height="116" viewBox="0 0 124 124" role="img" aria-label={label}>
        <g transform="rotate(-90 62 62)" fill="none" strokeWidth="18">
          <circle cx="62" cy="62" r={radius} stroke="var(--cv-line)" />
          {shown.map(share => {
            const length = (share.value / total) * round
            const offset = -begun
            begun += length
            return (
              <circle
                key={share.label}
                cx="62"
                cy="62"
                r={radius}
                stroke={share.color}
                strokeDasharray={`${Math.max(length - gap, 1)} ${round}`}
                strokeDashoffset={offset}
              />
            )
          })}
        </g>
        <text x="62" y="68" textAnchor="middle" className={classes.inside}>
          {count(total)}
        </text>
      </svg>
      <ul className={classes.parts}>
        {shown.map(share => (
          <li key={share.label}>
            <span className={classes.square} style={{ background: share.color }} />
            {share.label}
            <b>{count(share.value)}</b>
          </li>
        ))}
      </ul>
    </Group>
  )
}
