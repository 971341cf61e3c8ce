import { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceSession } from '@claviger/contract/oversight/attendance/session-fields'
import { Button } from '@mantine/core'
import { IconClipboardCheck, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { attendanceTabs, home, stateLooks } from './session-labels.ts'

type Row = AttendanceSession & { id: string }

const State = ({ of }: { of: Row }) => {
  const { shape, tone, word } = stateLooks[of.state]
  return (
    <Status shape={shape} tone={tone}>
      {t(word)}
    </Status>
  )
}

const number = (name: string, label: string, of: (row: Row) => number): Column<Row> => ({
  name,
  label,
  width: '92px',
  right: true,
  cell: row => count(of(row)),
  text: row => String(of(row)),
})

const columns: readonly Column<Row>[] = [
  { name: 'title', label: msg('Title'), sort: true, fixed: true, text: ({ title }) => title },
  { name: 'place', label: msg('Place'), text: ({ place }) => place },
  {
    name: 'start',
    label: msg('Start'),
    sort: true,
    width: '152px',
    cell: ({ startsAt }) => <When at={startsAt} />,
    text: ({ startsAt }) => startsAt,
  },
  {
    name: 'state',
    label: msg('Status'),
    width: '116px',
    cell: row => <State of={row} />,
    text: ({ state }) => t(stateLooks[state].word),
  },
  number('expected', msg('Expected'), ({ counts }) => counts.expected),
  number('present', msg('Present'), ({ counts }) => counts.present),
  number('late', msg('Late'), ({ counts }) => counts.late),
  number('missing', msg('Missing'), ({ counts }) => counts.missing),
  { name: 'template', label: msg('Series'), hidden: true, text: ({ template }) => template?.name ?? '' },
]

const filters: readonly FilterDefinition[] = [
  {
    name: 'state',
    label: msg('Status'),
    several: true,
    options: Object.entries(stateLooks).map(([value, { word }]) => ({ value, label: word })),
  },
]

const linesOf = (row: Row): PhoneRow => ({
  name: row.title,
  status: <State of={row} />,
  second: <When at={row.startsAt} />,
  secondRight: t('{present} of {expected}', { present: row.counts.present, expected: row.counts.expected }),
  third: row.place,
})

const Add = () => (
  <Button component={Link} to={`${home}/new` as '/'} leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
    {t('Start session')}
  </Button>
)

export default function SessionsPage() {
  const { can } = useSession()
  const write = can('attendance.write')
  return (
    <ListPage<Row, typeof attendance.list.input>
      of={attendance.list}
      idOf={row => row.sessionId}
      noun={t('attendance sessions')}
      title={t('Attendance')}
      views={attendanceTabs('sessions')}
      search={t('Search title, place…')}
      filters={filters}
      columns={columns}
      rowName={({ title }) => title}
      phone={linesOf}
      to={({ id }) => `${home}/${id}`}
      add={write && <Add />}
      every={30_000}
      empty={
        <EmptyState title={t('No attendance sessions yet')} icon={IconClipboardCheck} action={write && <Add />}>
          {t('A session records who taps an access card: at a course, a shift, an exam, or a fire drill.')}
        </EmptyState>
      }
    />
  )
}
