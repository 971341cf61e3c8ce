import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { AttendanceSession } from '@claviger/contract/oversight/attendance/session-fields'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import { directionNames } from '../session-labels.ts'
import classes from '../attendance.module.css'

const NewKiosk = lazy(() => import('./NewKiosk.tsx'))

export function KiosksCard({ session }: { session: AttendanceSession }) {
  const { can } = useSession()
  const { sessionId } = session
  const kiosks = useRead(attendanceKiosk.list, { sessionId }, { quiet: true, every: 10_000 })
  const [adding, setAdding] = useState(false)
  const [closing, setClosing] = useState<{ kioskId: string; name: string } | null>(null)
  const items = kiosks.data?.items ?? []
  const write = can('attendance.write')
  return (
    <Card
      title={t('Kiosks')}
      right={
        write && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('Open kiosk…')}
          </Button>
        )
      }
    >
      {kiosks.isPending ? (
        <Bones lines={2} />
      ) : items.length === 0 ? (
        <p className="cv-muted">{t('No kiosk is open. Open one on the computer at the entrance.')}</p>
      ) : (
        <ul className={`${classes.lines ?? ''} cv-ruled`}>
          {items.map(kiosk => (
            <li key={kiosk.kioskId}>
              <span>
                <b>{kiosk.name}</b>
                <span className="cv-muted">
                  {kiosk.purpose === 'muster' ? t('Marshal') : t(directionNames[kiosk.direction])}
                  {' · '}
                  {t('{count, plural, one {# tap} other {# taps}}', { count: kiosk.taps })}
                </span>
              </span>
              <span>
                {t('Last contact')} <When at={kiosk.lastSeenAt} as="ago" />
              </span>
              {write && (
                <Button
                  variant="subtle"
                  onClick={() => setClosing(kiosk)}
                  aria-label={t('Close {name}', { name: kiosk.name })}
                >
                  {t('Close…')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Suspense>{adding && <NewKiosk session={session} purpose="kiosk" close={() => setAdding(false)} />}</Suspense>
      {closing && (
        <ConfirmCall
          of={attendanceKiosk.remove}
          input={{ sessionId, kioskId: closing.kioskId }}
          title={t('Close {name}?', { name: closing.name })}
          act={t('Close kiosk')}
          keep={t('Keep kiosk')}
          said={t('{name} closed', { name: closing.name })}
          close={() => setClosing(null)}
        >
          {t('It records no more taps. Taps that it has not sent yet stay on it until it is opened again.')}
        </ConfirmCall>
      )}
    </Card>
  )
}
