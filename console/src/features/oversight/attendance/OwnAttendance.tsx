import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import type { OwnAttendance as Entry } from '@claviger/contract/oversight/attendance/attendance-reports'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { call } from '#platform/data/call.ts'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { statusLooks } from './session-labels.ts'
import classes from './attendance.module.css'

const OwnPass = lazy(() => import('./OwnPass.tsx'))

const looks: Record<Entry['status'], StatusLook> = {
  ...statusLooks,
  planned: { word: msg('Planned'), shape: 'ring', tone: 'mute' },
}

/** Attendance of the signed-in user, in their profile; nothing for users without any. */
export function OwnAttendance() {
  const read = useRead(attendanceReports.own, {}, { quiet: true })
  const [older, setOlder] = useState<{ items: readonly Entry[]; more: boolean } | null>(null)
  const [showing, setShowing] = useState(false)
  const items = [...(read.data?.items ?? []), ...(older?.items ?? [])]
  const last = items.at(-1)
  if (last === undefined) return null
  const more = async () => {
    const next = await call(attendanceReports.own, { before: last.startsAt })
    setOlder({ items: [...(older?.items ?? []), ...next.items], more: next.more })
  }
  return (
    <Card
      title={t('Attendance')}
      right={
        <Button variant="default" onClick={() => setShowing(true)}>
          {t('Show QR pass…')}
        </Button>
      }
    >
      <ul className={`${classes.lines ?? ''} cv-ruled`}>
        {items.map(one => {
          const { shape, tone, word } = looks[one.status]
          return (
            <li key={one.sessionId}>
              <span>
                <b>{one.title}</b>
                <span className="cv-muted">
                  {[one.place, one.late && t('Late'), one.corrections > 0 && t('Corrected')]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <Status shape={shape} tone={tone}>
                {t(word)}
              </Status>
              <When at={one.inAt ?? one.startsAt} />
            </li>
          )
        })}
      </ul>
      {(older?.more ?? read.data?.more) && (
        <Button variant="subtle" onClick={() => void more()}>
          {t('Show older')}
        </Button>
      )}
      <Suspense>{showing && <OwnPass close={() => setShowing(false)} />}</Suspense>
    </Card>
  )
}
