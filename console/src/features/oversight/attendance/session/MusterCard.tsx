import { attendanceMusters } from '@claviger/contract/oversight/attendance/attendance-musters'
import type { AttendanceSession } from '@claviger/contract/oversight/attendance/session-fields'
import { Button, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import classes from '../attendance.module.css'

const NewKiosk = lazy(() => import('./NewKiosk.tsx'))
const StartMuster = lazy(() => import('./StartMuster.tsx'))

type Question = 'start' | 'marshal' | 'end'

export function MusterCard({ session }: { session: AttendanceSession }) {
  const { can } = useSession()
  const { sessionId, state } = session
  const musters = useRead(attendanceMusters.list, { sessionId }, { quiet: true, every: 5000 })
  const [asking, setAsking] = useState<Question | null>(null)
  const items = musters.data?.items ?? []
  const active = items.find(({ endedAt }) => endedAt === null)
  const earlier = items.filter(({ endedAt }) => endedAt !== null)
  const write = can('attendance.write')
  if (musters.isPending) return <span hidden data-loading />
  const close = () => setAsking(null)
  if (items.length === 0 && (!write || state === 'closed')) return null
  return (
    <Card
      title={t('Muster')}
      right={
        write &&
        !active &&
        state === 'open' && (
          <Button variant="default" onClick={() => setAsking('start')}>
            {t('Start muster…')}
          </Button>
        )
      }
    >
      <Stack gap={16}>
        {active ? (
          <>
            <Notice level={active.counts.open > 0 ? 'warning' : 'info'}>
              {t('{open} of {listed} people are still missing', active.counts)}
            </Notice>
            <Facts
              of={[
                [t('Assembly point'), active.place || '—'],
                [t('Started'), <When key="at" at={active.startedAt} />],
                [t('Safe'), String(active.counts.safe)],
                [t('Marshals'), active.marshals.join(', ') || '—'],
              ]}
            />
            {write && (
              <div className="cv-row">
                {state === 'open' && <Button onClick={() => setAsking('marshal')}>{t('Add marshal…')}</Button>}
                <Button variant="default" onClick={() => setAsking('end')}>
                  {t('End muster…')}
                </Button>
              </div>
            )}
          </>
        ) : state === 'closed' ? null : (
          <p className="cv-muted">
            {t('A muster lists who is in and has not checked out. Marshals tick people off on their phones.')}
          </p>
        )}
        {earlier.length > 0 && (
          <ul className={`${classes.lines ?? ''} cv-ruled`}>
            {earlier.map(muster => (
              <li key={muster.musterId}>
                <span>
                  <b>{muster.place || t('Muster')}</b>
                  <span className="cv-muted">{t('{safe} safe, {open} missing', muster.counts)}</span>
                </span>
                <When at={muster.startedAt} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
      <Suspense>
        {asking === 'start' && <StartMuster sessionId={sessionId} close={close} />}
        {asking === 'marshal' && <NewKiosk session={session} purpose="muster" close={close} />}
      </Suspense>
      {asking === 'end' && active && (
        <ConfirmCall
          of={attendanceMusters.end}
          input={{ sessionId, musterId: active.musterId }}
          title={t('End the muster?')}
          act={t('End muster')}
          keep={t('Continue muster')}
          said={t('Muster ended')}
          close={close}
        >
          {t(
            "{open} people are still missing. Marshals can't mark anyone as safe after the muster ends.",
            active.counts,
          )}
        </ConfirmCall>
      )}
    </Card>
  )
}
