import { t } from '#platform/light-page/page-texts.ts'
import type { AttendanceTap } from '@claviger/contract/oversight/attendance/session-fields'
import { resultOf } from '../kiosk.ts'
import { timeOf } from './Clock.tsx'
import { detailsOf, personOf } from './ResultPanel.tsx'
import { Shape } from './Shape.tsx'
import classes from '../look/kiosk.module.css'

const tones: Partial<Record<ReturnType<typeof resultOf>, string>> = { success: 'cv-ok', duplicate: 'cv-warn' }

export function RecentPeople({ of: recent }: { of: readonly AttendanceTap[] }) {
  return (
    <section className={`cv-column ${classes.recent}`} aria-labelledby="recent">
      <h2 id="recent" className="cv-quiet">
        {t('Latest')}
      </h2>
      {recent.length === 0 ? (
        <p className={`cv-quiet ${classes.none}`}>{t('No taps yet')}</p>
      ) : (
        <ol>
          {recent.map(tap => (
            <li key={tap.id}>
              <Shape of={resultOf(tap)} className={`${tones[resultOf(tap)] ?? 'cv-bad'} ${classes.small}`} />
              <span className={`cv-lines ${classes.who}`}>
                <b className="cv-cut">{personOf(tap)}</b>
                {detailsOf(tap).length > 0 && <span className="cv-quiet cv-cut">{detailsOf(tap).join(' · ')}</span>}
              </span>
              <time className="cv-number" dateTime={tap.at}>
                {timeOf(tap.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
