import { attendance } from '@claviger/contract/oversight/attendance'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { AttendanceCounts } from '@claviger/contract/oversight/attendance/session-fields'
import { Box, Group } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { clockOf, count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Columns } from '#platform/ui/charts/Columns.tsx'
import { Shares } from '#platform/ui/charts/Shares.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'

export function SummaryCard({ counts }: { counts: AttendanceCounts }) {
  const { expected, present, late, left, missing, unexpected, invalid } = counts
  const shares = [
    { label: t('Present'), value: present, color: 'var(--cv-ok-dot)' },
    { label: t('Left'), value: left, color: 'var(--cv-chart-4)' },
    { label: t('Missing'), value: missing, color: 'var(--cv-bad-dot)' },
  ]
  const figures: [string, number][] = [
    [t('Expected'), expected],
    [t('Present'), present],
    [t('Late'), late],
    [t('Left'), left],
    [t('Missing'), missing],
    [t('Unexpected'), unexpected],
    [t('Invalid cards'), invalid],
  ]
  return (
    <ChartCard title={t('Summary')} legend={shares} columns={[t('Group'), t('People')]} rows={figures}>
      <Group component="dl" gap="12px 28px" mb={16} aria-live="off">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="cv-quiet">{label}</dt>
            <Box component="dd" className="cv-number" fz={22} fw={600} lh="28px">
              {count(value)}
            </Box>
          </div>
        ))}
      </Group>
      <Shares of={shares} label={t('Summary')} />
    </ChartCard>
  )
}

const quarter = 900_000
/** More columns would be too narrow, so a longer session shows only quarters with arrivals. */
const mostQuarters = 32

type Arrival = OutputOf<typeof attendance.summary.reply>['arrivals'][number]

function withEmptyQuarters(arrivals: readonly Arrival[]): readonly Arrival[] {
  const first = Date.parse(arrivals[0]?.at ?? '')
  const quarters = (Date.parse(arrivals.at(-1)?.at ?? '') - first) / quarter + 1
  if (!(quarters <= mostQuarters)) return arrivals
  const counts = new Map(arrivals.map(({ at, count: people }) => [Date.parse(at), people]))
  return Array.from({ length: quarters }, (_, place) => {
    const moment = first + place * quarter
    return { at: new Date(moment).toISOString(), count: counts.get(moment) ?? 0 }
  })
}

/** `taps` changes with each tap, so that the chart is loaded again; undefined until it is known. */
export function Arrivals({ sessionId, taps }: { sessionId: string; taps: string | undefined }) {
  const summary = useRead(
    attendance.summary,
    { sessionId },
    { quiet: true, keepEarlier: true, fresh: 0, when: taps !== undefined && taps !== '' },
  )
  if (taps === undefined || summary.isLoading) return <Bones lines={5} />
  const arrivals = withEmptyQuarters(summary.data?.arrivals ?? [])
  if (arrivals.length === 0) return null
  const series = [{ label: t('Arrivals'), color: 'var(--cv-chart-1)' }]
  const time = (at: string) => clockOf(new Date(at))
  return (
    <ChartCard
      title={t('Arrivals by quarter of an hour')}
      columns={[t('Time'), t('Arrivals')]}
      rows={arrivals.map(({ at, count: people }) => [time(at), people])}
    >
      <Columns
        series={series}
        columns={arrivals.map(({ at, count: people }) => ({
          label: time(at),
          says: t('{time}: {count}', { time: time(at), count: people }),
          values: [people],
        }))}
        label={t('Arrivals')}
      />
    </ChartCard>
  )
}
