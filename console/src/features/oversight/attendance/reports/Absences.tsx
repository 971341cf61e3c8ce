import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { home } from '../session-labels.ts'
import classes from '../attendance.module.css'

const first = 10

export function Absences({ range }: { range: { from: string; to: string } }) {
  const read = useRead(attendanceReports.absences, range, { quiet: true, keepEarlier: true })
  const [all, setAll] = useState(false)
  const items = read.data?.items ?? []
  return (
    <Card title={t('Absences')}>
      <Waiting on={read} what={t('the absences')}>
        {items.length === 0 ? (
          <p className="cv-muted">{t('Everyone who was expected came.')}</p>
        ) : (
          <ul className={`${classes.lines ?? ''} cv-ruled`}>
            {items.slice(0, all ? undefined : first).map(one => (
              <li key={`${one.personId} ${one.sessionId}`}>
                <span>
                  <b>{one.name}</b>
                  <Link to={`${home}/${one.sessionId}` as '/'}>{one.title}</Link>
                </span>
                <When at={one.startsAt} as="day" />
              </li>
            ))}
          </ul>
        )}
        {!all && items.length > first && (
          <Button variant="subtle" onClick={() => setAll(true)}>
            {t('Show all {count}', { count: items.length })}
          </Button>
        )}
      </Waiting>
    </Card>
  )
}
