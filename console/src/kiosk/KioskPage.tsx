import type { KioskState } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '#platform/light-page/page-texts.ts'
import { useLanguage } from '#platform/light-page/usePageTexts.ts'
import type { Kiosk } from './kiosk.ts'
import { CameraReader } from './parts/CameraReader.tsx'
import { dayOf, timeOf, useNow } from './parts/Clock.tsx'
import { Counters } from './parts/Counters.tsx'
import { QueueLine } from './parts/QueueLine.tsx'
import { ReaderInput } from './parts/ReaderInput.tsx'
import { RecentPeople } from './parts/RecentPeople.tsx'
import { announcementOf, ResultPanel } from './parts/ResultPanel.tsx'
import { ScreenSaver } from './parts/ScreenSaver.tsx'
import { FullScreen, Languages } from './parts/Tools.tsx'
import { Unconnected } from './parts/Unconnected.tsx'
import classes from './look/kiosk.module.css'

export function KioskPage({ kiosk }: { kiosk: Kiosk }) {
  const state = useSyncExternalStore(kiosk.subscribe, kiosk.state)
  useLanguage()
  const { server } = state
  const title = server?.session.title
  useEffect(() => {
    document.title = title === undefined ? t('Attendance') : `${title} · ${t('Attendance')}`
  }, [title])
  if (server === null) return <Unconnected kiosk={kiosk} state={state} />
  const { session } = server
  return (
    <div className={classes.kiosk}>
      <Top kiosk={kiosk} session={session} />
      <main className={classes.middle}>
        <ReaderInput tap={kiosk.tap} />
        <p className="cv-hidden" role="alert" key={state.shown?.id}>
          {state.shown && announcementOf(state.shown)}
        </p>
        <ResultPanel state={state} />
        <RecentPeople of={server.recent} />
      </main>
      <footer className={classes.bottom}>
        <Counters of={server} />
        <div className={`cv-apart ${classes.bar}`}>
          <QueueLine state={state} />
          <CameraReader kiosk={kiosk} />
          <Languages offered={session.languages} />
          <FullScreen />
        </div>
        {session.retention !== null && <p className="cv-quiet">{retentionOf(session.retention)}</p>}
      </footer>
      <ScreenSaver kiosk={kiosk} shown={state.shown?.id} title={session.title} />
    </div>
  )
}

type Session = KioskState['session']

const retentionOf = ({ days, action }: NonNullable<Session['retention']>): string =>
  action === 'anonymize'
    ? t('Your attendance is anonymized after {days, plural, one {# day} other {# days}}', { days })
    : t('Your attendance is deleted after {days, plural, one {# day} other {# days}}', { days })

function Top({ kiosk, session }: { kiosk: Kiosk; session: Session }) {
  const now = useNow(kiosk)
  const { title, place, startsAt, endsAt } = session
  const when = `${timeOf(startsAt)} – ${timeOf(endsAt)}`
  return (
    <header className={`cv-line ${classes.top}`}>
      <div>
        <h1 className="cv-wrap">{title}</h1>
        <p className="cv-quiet">{[place, dayOf(now), when].filter(Boolean).join(' · ')}</p>
      </div>
      <time className={classes.clock} dateTime={new Date(now).toISOString()}>
        {timeOf(now)}
      </time>
    </header>
  )
}
