import { attendanceTemplates } from '@claviger/contract/oversight/attendance/attendance-templates'
import type { AttendanceTemplate } from '@claviger/contract/oversight/attendance/attendance-templates'
import { Button, Menu } from '@mantine/core'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { attendanceTabs, home, weekdayNames } from './session-labels.ts'

type Row = AttendanceTemplate & { id: string }

const seriesOf = ({ weekly }: AttendanceTemplate): string => {
  if (weekly === null) return t('No series')
  const days = weekdayNames()
  return t('{days} at {time}', { days: weekly.days.map(day => days[day - 1] ?? '').join(', '), time: weekly.time })
}

const columns: readonly Column<Row>[] = [
  { name: 'name', label: msg('Name'), fixed: true, text: ({ name }) => name },
  { name: 'title', label: msg('Title'), text: ({ title }) => title },
  { name: 'series', label: msg('Series'), text: seriesOf },
  {
    name: 'next',
    label: msg('Next session'),
    width: '152px',
    cell: ({ nextAt }) => <When at={nextAt} />,
    text: ({ nextAt }) => nextAt ?? '',
  },
  {
    name: 'sessions',
    label: msg('Sessions'),
    width: '96px',
    right: true,
    cell: ({ sessions }) => count(sessions),
    text: ({ sessions }) => String(sessions),
  },
]

const linesOf = (row: Row): PhoneRow => ({
  name: row.name,
  second: row.title,
  secondRight: row.nextAt && <When at={row.nextAt} />,
  third: seriesOf(row),
})

const Add = () => (
  <Button
    component={Link}
    to={`${home}/templates/new` as '/'}
    leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
  >
    {t('Add template')}
  </Button>
)

const RowMenu = ({ of, start, remove }: { of: Row; start: () => void; remove: () => void }) => (
  <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
    <Menu.Item onClick={start}>{t('Start session')}</Menu.Item>
    <Menu.Item data-danger onClick={remove}>
      {t('Delete…')}
    </Menu.Item>
  </MoreMenu>
)

export default function TemplatesPage() {
  const { can } = useSession()
  const go = useNavigate()
  const [deleting, setDeleting] = useState<Row | null>(null)
  const write = can('attendance.write')
  const menuOf = (row: Row) => (
    <RowMenu
      of={row}
      start={() => void go({ to: `${home}/new`, search: { template: row.id } } as never)}
      remove={() => setDeleting(row)}
    />
  )
  return (
    <>
      <ListPage<Row, typeof attendanceTemplates.list.input>
        of={attendanceTemplates.list}
        idOf={row => row.templateId}
        noun={t('attendance templates')}
        title={t('Attendance')}
        views={attendanceTabs('templates')}
        search={t('Search name, title…')}
        columns={columns}
        rowName={({ name }) => name}
        phone={linesOf}
        to={({ id }) => `${home}/templates/${id}`}
        add={write && <Add />}
        {...(write
          ? {
              rowMenu: menuOf,
            }
          : {})}
        empty={
          <EmptyState title={t('No templates yet')} icon={IconTemplate} action={write && <Add />}>
            {t('A template keeps settings for several sessions. A weekly series creates its sessions by itself.')}
          </EmptyState>
        }
      />
      {deleting && (
        <ConfirmCall
          of={attendanceTemplates.remove}
          input={{ templateId: deleting.templateId }}
          title={t('Delete {name}?', { name: deleting.name })}
          act={t('Delete template')}
          keep={t('Keep template')}
          said={t('{name} deleted', { name: deleting.name })}
          close={() => setDeleting(null)}
        >
          {t('Its planned sessions are deleted too. Sessions with records are kept.')}
        </ConfirmCall>
      )}
    </>
  )
}
