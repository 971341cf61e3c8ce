import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import type { AttendanceReportRow } from '@claviger/contract/oversight/attendance/attendance-reports'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { count, dayOf, percentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Figures } from '#platform/ui/charts/Figures.tsx'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { Absences } from './reports/Absences.tsx'
import { HeatMap } from './reports/HeatMap.tsx'
import { saveFile } from './save-file.ts'
import { attendanceTabs } from './session-labels.ts'
import classes from './attendance.module.css'

type Grouping = 'person' | 'unit' | 'session'

const day = 86_400_000
const dateOf = (moment: number) => {
  const date = new Date(moment)
  return new Date(moment - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
const momentOf = (date: string, after = 0) => new Date(new Date(`${date}T00:00`).getTime() + after).toISOString()
const isDate = (date: string) => !Number.isNaN(Date.parse(date))

const rowOf = (row: AttendanceReportRow, name: string): [string, ...(string | number)[]] => [
  name,
  row.sessions,
  row.expected,
  row.attended,
  row.expected === 0 ? '—' : percentOf(Math.min(1, (row.expected - row.absent) / row.expected), 0),
  row.late,
  row.absent,
  row.unexpected,
  t('{hours} h', { hours: count(Math.round(row.minutes / 6) / 10) }),
]

function nameOf(row: AttendanceReportRow, by: Grouping): string {
  if (by === 'session' && row.startsAt !== null) return `${row.name} · ${dayOf(row.startsAt)}`
  return row.name === '' ? t('No unit') : row.name
}

export default function ReportsPage() {
  const [now] = useState(() => Date.now())
  const [from, setFrom] = useState(dateOf(now - 90 * day))
  const [to, setTo] = useState(dateOf(now))
  const [by, setBy] = useState<Grouping>('person')
  const [busy, setBusy] = useState(false)
  const sound = isDate(from) && isDate(to) && from <= to
  const range = sound ? { from: momentOf(from), to: momentOf(to, day) } : { from: '', to: '' }
  const options = { quiet: true, keepEarlier: true, when: sound }
  const report = useRead(attendanceReports.report, { ...range, by }, options)
  const arrivals = useRead(attendanceReports.arrivals, range, options)
  const save = async () => {
    setBusy(true)
    await saveFile(attendanceReports.reportFile, { ...range, by }, `attendance ${by} ${from} ${to}.csv`, 'text/csv')
    setBusy(false)
  }
  const items = report.data?.items ?? []
  return (
    <>
      <PageHead title={t('Attendance')} />
      <Tabs of={attendanceTabs('reports')} label={t('Attendance')} />
      <Group gap="12px 16px" align="flex-end" m="16px 0">
        <TextInput
          type="date"
          label={t('From')}
          value={from}
          max={to}
          onChange={event => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('To')}
          value={to}
          min={from}
          error={sound ? undefined : t('The end must not be before the start')}
          onChange={event => setTo(event.currentTarget.value)}
        />
        <Select
          label={t('Rows')}
          data={[
            { value: 'person', label: t('By person') },
            { value: 'unit', label: t('By unit') },
            { value: 'session', label: t('By session') },
          ]}
          value={by}
          allowDeselect={false}
          onChange={value => setBy(value as Grouping)}
        />
        <Button
          variant="default"
          loading={busy}
          disabled={items.length === 0 || !sound}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={() => void save()}
        >
          {t('Export CSV')}
        </Button>
      </Group>
      <Stack gap={16} miw={0}>
        <Card title={t('Attendance in closed sessions')}>
          <Waiting on={report} what={t('the report')}>
            {items.length === 0 || !report.data ? (
              <p className="cv-muted">{t('No closed sessions in this period.')}</p>
            ) : (
              <div className={classes.report}>
                <Figures
                  label={t('Attendance in closed sessions')}
                  columns={[
                    by === 'person' ? t('Name') : by === 'unit' ? t('Organization unit') : t('Session'),
                    t('Sessions'),
                    t('Expected'),
                    t('Attended'),
                    t('Rate'),
                    t('Late'),
                    t('Absent'),
                    t('Unexpected'),
                    t('Duration'),
                  ]}
                  rows={[rowOf(report.data.total, t('Total')), ...items.map(row => rowOf(row, nameOf(row, by)))]}
                />
                {report.data.more && <p className="cv-muted">{t('The file has all rows.')}</p>}
              </div>
            )}
          </Waiting>
        </Card>
        <DeferredContent until={!report.isPending}>
          <Card title={t('Arrivals by weekday and hour')}>
            <Waiting on={arrivals} what={t('the arrivals')}>
              {(arrivals.data?.items.length ?? 0) === 0 ? (
                <p className="cv-muted">{t('No check-ins in this period.')}</p>
              ) : (
                <HeatMap of={arrivals.data?.items ?? []} />
              )}
            </Waiting>
          </Card>
          <DeferredContent until={!arrivals.isPending}>{sound && <Absences range={range} />}</DeferredContent>
        </DeferredContent>
      </Stack>
    </>
  )
}
