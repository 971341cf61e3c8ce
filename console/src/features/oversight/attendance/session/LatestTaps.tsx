import type { AttendanceTap } from '@claviger/contract/oversight/attendance/session-fields'
import { secondsOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { reasonNames, resultLooks } from '../session-labels.ts'
import classes from '../attendance.module.css'

const shown = 8

function underOf({ direction, reason, late, kiosk }: AttendanceTap): string {
  const words = [
    reason !== null && t(reasonNames[reason]),
    direction === 'out' && t('Checked out'),
    late && t('Late'),
    kiosk,
  ]
  return words.filter(word => typeof word === 'string').join(' · ')
}

export function LatestTaps({ of: taps }: { of: readonly AttendanceTap[] | undefined }) {
  return (
    <Card title={t('Latest taps')}>
      {taps === undefined ? (
        <Bones lines={5} />
      ) : taps.length === 0 ? (
        <p className="cv-muted">{t('No card was tapped yet.')}</p>
      ) : (
        <ol className={`${classes.lines ?? ''} cv-ruled`}>
          {taps.slice(0, shown).map(tap => {
            const look = resultLooks[tap.result]
            return (
              <li key={tap.id}>
                <span>
                  <b>{tap.name ?? t('Unknown card')}</b>
                  <span className="cv-muted">{underOf(tap)}</span>
                </span>
                {look && (
                  <Status shape={look.shape} tone={look.tone}>
                    {t(look.word)}
                  </Status>
                )}
                <time dateTime={tap.at}>{secondsOf(tap.at)}</time>
              </li>
            )
          })}
        </ol>
      )}
    </Card>
  )
}
