import { t } from '#platform/light-page/page-texts.ts'
import type { KioskState } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import classes from '../look/kiosk.module.css'

export function Counters({ of: { counts, session } }: { of: KioskState }) {
  const shown: readonly (readonly [label: string, value: number])[] = [
    [t('Present'), counts.present],
    ...(counts.expected > 0
      ? [[t('Expected'), counts.expected] as const, [t('Missing'), counts.missing] as const]
      : []),
    ...(counts.late > 0 ? [[t('Late'), counts.late] as const] : []),
    ...(session.mode === 'check-in-and-out' ? [[t('Left'), counts.left] as const] : []),
  ]
  return (
    <dl className={classes.counters}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt className="cv-quiet">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
