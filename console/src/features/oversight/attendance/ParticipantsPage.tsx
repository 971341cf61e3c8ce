import { attendance } from '@claviger/contract/oversight/attendance'
import type {
  AttendanceParticipant,
  AttendanceSessionInFull,
} from '@claviger/contract/oversight/attendance/session-fields'
import { Button } from '@mantine/core'
import { IconDownload, IconPrinter, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useAttributeNames } from '#features/tenancy/workspace-settings/attributeNames.ts'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { missingSession } from './SessionFormPage.tsx'
import type { ParticipantRow } from './session/PrintedList.tsx'
import { SessionHead } from './session/SessionHead.tsx'
import { saveFile } from './save-file.ts'
import { fieldName, statusLooks } from './session-labels.ts'
import classes from './attendance.module.css'

const CorrectPerson = lazy(() => import('./session/CorrectPerson.tsx'))
const PrintedList = lazy(() => import('./session/PrintedList.tsx'))

type Row = ParticipantRow

const State = ({ of }: { of: AttendanceParticipant }) => {
  const { shape, tone, word } = statusLooks[of.status]
  return (
    <Status shape={shape} tone={tone}>
      {t(word)}
    </Status>
  )
}

const notes = ({ late, expected, status, corrections }: AttendanceParticipant): string[] => [
  ...(late ? [t('Late')] : []),
  ...(!expected && status !== 'refused' ? [t('Unexpected')] : []),
  ...(corrections > 0 ? [t('Corrected')] : []),
]

const Notes = ({ of }: { of: AttendanceParticipant }) => (
  <span className="cv-row">
    {notes(of).map(note => (
      <Tag key={note} tone="warn">
        {note}
      </Tag>
    ))}
  </span>
)

function columnsOf(session: AttendanceSessionInFull, nameOf: (place: number) => string): readonly Column<Row>[] {
  const chosen = session.attributes
    .filter(field => field !== 'name' && field !== 'initials')
    .map((field): Column<Row> => ({
      name: field,
      label: fieldName(field, nameOf),
      text: ({ fields }) => fields.find(one => one.field === field)?.value ?? '',
    }))
  const time = (name: 'inAt' | 'outAt', label: string): Column<Row> => ({
    name,
    label,
    sort: true,
    width: '148px',
    cell: row => <When at={row[name]} />,
    text: row => row[name] ?? '',
  })
  return [
    {
      name: 'name',
      label: msg('Name'),
      sort: true,
      fixed: true,
      cell: ({ name }) => (
        <span className="cv-named">
          <Initials name={name} />
          <span className="cv-cut" title={name}>
            {name}
          </span>
        </span>
      ),
      text: ({ name }) => name,
    },
    ...chosen,
    {
      name: 'status',
      label: msg('Status'),
      sort: true,
      width: '120px',
      cell: row => <State of={row} />,
      text: ({ status }) => t(statusLooks[status].word),
    },
    time('inAt', msg('Checked in')),
    ...(session.mode === 'check-in-and-out' ? [time('outAt', msg('Checked out'))] : []),
    { name: 'notes', label: msg('Notes'), cell: row => <Notes of={row} />, text: row => notes(row).join(', ') },
  ]
}

const filters: readonly FilterDefinition[] = [
  {
    name: 'status',
    label: msg('Status'),
    several: true,
    options: Object.entries(statusLooks).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: 'only',
    label: msg('Only'),
    options: [
      { value: 'late', label: msg('Late') },
      { value: 'unexpected', label: msg('Unexpected') },
      { value: 'corrected', label: msg('Corrected') },
    ],
  },
]

const linesOf = (row: Row): PhoneRow => ({
  name: row.name,
  status: <State of={row} />,
  second: row.inAt && <When at={row.inAt} />,
  secondRight: row.outAt && <When at={row.outAt} />,
  third: notes(row).join(', '),
})

function Participants({ session }: { session: AttendanceSessionInFull }) {
  const { can } = useSession()
  const nameOf = useAttributeNames()
  const [correcting, setCorrecting] = useState<AttendanceParticipant | 'new' | null>(null)
  const { sessionId, state, title } = session
  const [printing, setPrinting] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])
  const { search, status, only, sort, order }: Record<string, string | undefined> = useSearch({ strict: false })
  const narrowing = { search, status, only: only as 'late' | undefined }
  const sorting = { sort: sort as 'name' | undefined, order: order === 'desc' ? ('desc' as const) : ('asc' as const) }
  const columns = useMemo(() => columnsOf(session, nameOf), [session, nameOf])
  const write = can('attendance.write') && state !== 'planned'
  return (
    <>
      <SessionHead
        session={session}
        active="participants"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
              onClick={() =>
                void saveFile(attendance.participantsFile, { sessionId, ...narrowing }, `${title}.csv`, 'text/csv')
              }
            >
              {t('Export CSV')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden />}
              loading={printing}
              onClick={() => setPrinting(true)}
            >
              {t('Print')}
            </Button>
            {write && (
              <Button
                variant="default"
                leftSection={<IconUserPlus size={16} stroke={1.7} aria-hidden />}
                onClick={() => setCorrecting('new')}
              >
                {t('Add participant…')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.listed}>
        <ListPage<Row, typeof attendance.participants.input>
          of={attendance.participants}
          idOf={row => row.personId}
          fixed={{ sessionId }}
          noun={t('participants')}
          search={t('Search name…')}
          filters={filters}
          columns={columns}
          sort="name"
          rowName={({ name }) => name}
          phone={linesOf}
          {...(state === 'open' ? { every: 5000 } : {})}
          {...(write ? { open: setCorrecting } : {})}
          empty={
            <EmptyState
              title={t('No participants yet')}
              action={write && <Button onClick={() => setCorrecting('new')}>{t('Add participant…')}</Button>}
              icon={IconUsers}
            >
              {t('People appear here when they tap a card, and before that if they are expected.')}
            </EmptyState>
          }
        />
      </div>
      <Suspense>
        {printing && (
          <PrintedList session={session} columns={columns} ask={{ ...narrowing, ...sorting }} done={printed} />
        )}
        {correcting !== null && (
          <CorrectPerson
            session={session}
            person={correcting === 'new' ? null : correcting}
            close={() => setCorrecting(null)}
          />
        )}
      </Suspense>
    </>
  )
}

export default function ParticipantsPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useRead(attendance.get, { sessionId: id }, { quiet: true })
  useCrumb(read.data?.title)
  return (
    <OneRecord read={read} failed={t("We couldn't load this session")} missing={missingSession()}>
      {found => <Participants key={id} session={found} />}
    </OneRecord>
  )
}
