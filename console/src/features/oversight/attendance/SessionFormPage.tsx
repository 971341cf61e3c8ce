import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceTemplates } from '@claviger/contract/oversight/attendance/attendance-templates'
import type {
  ExpectedPeople,
  AttendanceSession,
  AttendanceSessionInFull,
} from '@claviger/contract/oversight/attendance/session-fields'
import { apiKeys } from '@claviger/contract/connect/api-keys'
import { keyTypes } from '@claviger/contract/connect/api-keys'
import { Box, Stack } from '@mantine/core'
import { IconClipboardOff } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Choices } from '#platform/ui/fields/Choice.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { SlicedContent } from '#platform/ui/loading/SlicedContent.tsx'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { useSession } from '#shell/session.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { Moment } from './Moment.tsx'
import { ExpectedFields, Identity, nobodyExpected, Rules, KioskFields } from './SessionFields.tsx'
import { home } from './session-labels.ts'

const hour = 3_600_000

const settings = {
  title: '',
  place: '',
  mode: 'check-in',
  lateAfter: null as number | null,
  unexpected: 'refuse',
  opening: 'manual',
  openBefore: 0,
  closing: 'manual',
  closeAfter: 0,
  attributes: ['name'] as readonly string[],
  languages: ['en'] as readonly string[],
}

type Settings = Pick<AttendanceSession, keyof typeof settings>

export const settingsOf = (of: Settings): typeof settings =>
  Object.fromEntries(
    Object.keys(settings).map(name => [name, of[name as keyof Settings]]),
  ) as unknown as typeof settings

export const newSettings = settings

const idsOf = (named: readonly { id: string }[]) => named.map(({ id }) => id)

export const expectedInput = ({ everyone, groups, units, users }: ExpectedPeople) => ({
  everyone,
  groups: idsOf(groups),
  units: idsOf(units),
  users: idsOf(users),
})

/** The names of the people who were expected before, for the fields that choose them. */
export const useExpectedNames = (expected: ExpectedPeople | undefined) =>
  useKnown(useMemo(() => (expected ? [...expected.groups, ...expected.units, ...expected.users] : []), [expected]))

function ApiKeys() {
  const { can } = useSession()
  const keys = useRead(apiKeys.list, { pageSize: 100 }, { when: can('api-keys.read'), quiet: true })
  const options = (keys.data?.items ?? [])
    .filter(({ type }) => type !== keyTypes.admin)
    .map(({ id, name }) => ({ value: id, label: name }))
  if (options.length === 0) return null
  return (
    <Card title={t('Kiosks')}>
      <Choices
        name="apiKeys"
        label={t('API keys that can open a kiosk')}
        help={t('Keys of the type Shared Mobile or Clients. Other kiosks are opened with a link.')}
        options={options}
      />
    </Card>
  )
}

function Fields({ isNew, save }: { isNew: boolean; save: string }) {
  const go = useNavigate()
  return (
    <>
      <Card title={t('Session')}>
        <Stack gap={16}>
          <Identity>
            <Grid columns={220} align="start">
              <Moment name="startsAt" label={t('Start')} />
              <Moment name="endsAt" label={t('End')} />
            </Grid>
          </Identity>
        </Stack>
      </Card>
      <ExpectedFields />
      <Rules openNow={isNew} />
      <KioskFields />
      <ApiKeys />
      <Foot save={save} cancel={{ do: () => void go({ to: isNew ? home : '..' } as never) }} />
    </>
  )
}

const timesOf = (values: Record<string, unknown>): Record<string, string> => {
  const missing = ['startsAt', 'endsAt'].filter(name => values[name] === '')
  return Object.fromEntries(missing.map(name => [name, t('Enter a date and a time')]))
}

function NewSession() {
  const go = useNavigate()
  const { template }: { template?: string } = useSearch({ strict: false })
  const read = useRead(attendanceTemplates.get, { templateId: template ?? '' }, { when: template !== undefined })
  const known = useExpectedNames(read.data?.expected)
  const [now] = useState(() => Math.floor(Date.now() / 300_000) * 300_000)
  if (template !== undefined && read.isPending) return <Bones lines={8} />
  const from = read.data
  return (
    <NamesContext value={known}>
      <PageHead title={t('Start session')} under={from && <span>{from.name}</span>} />
      <Box maw={720}>
        <Form
          of={attendance.create}
          guard={LeaveGuard}
          start={{
            ...(from ? settingsOf(from) : settings),
            expected: from ? expectedInput(from.expected) : nobodyExpected,
            startsAt: new Date(now).toISOString(),
            endsAt: new Date(now + (from ? from.minutes * 60_000 : hour)).toISOString(),
            apiKeys: [],
            open: true,
          }}
          fixed={template === undefined ? {} : { templateId: template }}
          faultsOf={timesOf}
          done={({ sessionId }) => void go({ to: `${home}/${sessionId}`, ignoreBlocker: true } as never)}
        >
          <SlicedContent>
            <Fields isNew save={t('Start session')} />
          </SlicedContent>
        </Form>
      </Box>
    </NamesContext>
  )
}

function EditSession({ session }: { session: AttendanceSessionInFull }) {
  const go = useNavigate()
  const known = useExpectedNames(session.expected)
  return (
    <NamesContext value={known}>
      <PageHead title={t('Edit {name}', { name: session.title })} />
      <Box maw={720}>
        <Form
          of={attendance.update}
          guard={LeaveGuard}
          start={{
            ...settingsOf(session),
            expected: expectedInput(session.expected),
            startsAt: session.startsAt,
            endsAt: session.endsAt,
            apiKeys: idsOf(session.apiKeys),
          }}
          fixed={{ sessionId: session.sessionId }}
          faultsOf={timesOf}
          done={() => {
            toast('success', t('Changes saved'))
            void go({ to: `${home}/${session.sessionId}`, ignoreBlocker: true } as never)
          }}
        >
          <Fields isNew={false} save={t('Save changes')} />
        </Form>
      </Box>
    </NamesContext>
  )
}

function OneSession({ id }: { id: string }) {
  const read = useRead(attendance.get, { sessionId: id }, { quiet: true })
  useCrumb(read.data?.title)
  return (
    <OneRecord read={read} failed={t("We couldn't load this session")} missing={missingSession()}>
      {found => <EditSession session={found} />}
    </OneRecord>
  )
}

export const missingSession = () => ({
  kind: t('Attendance session'),
  says: t('Attendance session not found'),
  why: t('The session was deleted, or the link is wrong.'),
  icon: IconClipboardOff,
  to: home,
  back: t('Back to attendance'),
})

export default function SessionFormPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <NewSession /> : <OneSession key={id} id={id} />
}
