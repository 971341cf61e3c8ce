import { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceCorrection } from '@claviger/contract/oversight/attendance'
import { useRead } from '#platform/data/useRead.ts'
import { momentOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import classes from '../attendance.module.css'

const kindNames: Record<AttendanceCorrection['kind'], string> = {
  add: msg('Added'),
  remove: msg('Removed'),
  time: msg('Time changed'),
}

const timesOf = ({ inAt, outAt }: AttendanceCorrection['before']): string =>
  inAt === null
    ? t('not present')
    : outAt === null
      ? momentOf(inAt)
      : t('{from} to {to}', { from: momentOf(inAt), to: momentOf(outAt) })

export function CorrectionsCard({ sessionId, personId }: { sessionId: string; personId?: string }) {
  const read = useRead(attendance.corrections, { sessionId, ...(personId && { personId }) }, { quiet: true })
  if (read.isPending) return <span hidden data-loading />
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t('Corrections')}>
      <ul className={`${classes.lines ?? ''} cv-ruled`}>
        {items.map(one => (
          <li key={one.id}>
            <span>
              <b>{one.name}</b>
              <span>
                {t('{kind}: {before} → {after}', {
                  kind: t(kindNames[one.kind]),
                  before: timesOf(one.before),
                  after: timesOf(one.after),
                })}
              </span>
              <span className="cv-muted">{t('“{reason}”, {by}', { reason: one.reason, by: one.by })}</span>
            </span>
            <When at={one.at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
