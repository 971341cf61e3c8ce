import { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceSessionInFull } from '@claviger/contract/oversight/attendance/session-fields'
import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { CorrectionsCard } from './session/CorrectionsCard.tsx'
import { EvidenceCard } from './session/EvidenceCard.tsx'
import { KiosksCard } from './session/KiosksCard.tsx'
import { LatestTaps } from './session/LatestTaps.tsx'
import { MusterCard } from './session/MusterCard.tsx'
import { missingSession } from './SessionFormPage.tsx'
import { SessionHead } from './session/SessionHead.tsx'
import { Arrivals, SummaryCard } from './session/SummaryCard.tsx'

/** Refresh interval of an open session in milliseconds. */
const liveEvery = 3000

function Overview({ session }: { session: AttendanceSessionInFull }) {
  const { sessionId, state } = session
  const live = useRead(
    attendance.live,
    { sessionId },
    { quiet: true, keepEarlier: true, ...(state === 'closed' ? {} : { every: liveEvery }) },
  )
  const counts = live.data?.counts ?? session.counts
  return (
    <>
      <SessionHead session={{ ...session, counts }} active="overview" />
      <Grid columns="minmax(0, 3fr) minmax(0, 2fr)" align="start" mt={16} below={1024}>
        <div className="cv-in-order">
          <Stack gap={16} miw={0}>
            <div className="cv-in-order">
              <SummaryCard counts={counts} />
              <Arrivals sessionId={sessionId} taps={live.isPending ? undefined : (live.data?.cursor ?? '')} />
              <EvidenceCard session={session} />
              <CorrectionsCard sessionId={sessionId} />
            </div>
          </Stack>
          <Stack gap={16} miw={0}>
            <div className="cv-in-order">
              <LatestTaps of={live.data?.recent} />
              {state !== 'closed' && <KiosksCard session={session} />}
              <MusterCard session={session} />
            </div>
          </Stack>
        </div>
      </Grid>
    </>
  )
}

export default function SessionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useRead(attendance.get, { sessionId: id }, { quiet: true, every: 30_000 })
  useCrumb(read.data?.title)
  return (
    <OneRecord read={read} failed={t("We couldn't load this session")} missing={missingSession()}>
      {found => <Overview key={id} session={found} />}
    </OneRecord>
  )
}
