import { attendanceTemplates } from '@claviger/contract/oversight/attendance/attendance-templates'
import type { AttendanceTemplate } from '@claviger/contract/oversight/attendance/attendance-templates'
import { Box, Group, Stack, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconTemplate } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { CallError } from '#platform/data/refusal.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { SlicedContent } from '#platform/ui/loading/SlicedContent.tsx'
import { NamesContext } from '#features/decide/policy-content/known-names.ts'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { expectedInput, newSettings, settingsOf, useExpectedNames } from './SessionFormPage.tsx'
import { ExpectedFields, Identity, nobodyExpected, Rules, KioskFields } from './SessionFields.tsx'
import { home, weekdayNames } from './session-labels.ts'

const list = `${home}/templates`

type Weekly = NonNullable<AttendanceTemplate['weekly']>

function placed(refusal: CallError, fields: Fields): boolean {
  if (refusal.code !== 'attendance-template-taken') return false
  fields.fault('name', refusal.message)
  return true
}

function Series() {
  const { fields, size } = useFormState()
  const weekly = fields.values['weekly'] as Weekly | null
  const set = (more: Partial<Weekly>) => weekly && fields.set('weekly', { ...weekly, ...more })
  const first = (): Weekly => ({ days: [1], time: '09:00', from: new Date().toISOString().slice(0, 10), until: null })
  const turn = (day: number) =>
    weekly &&
    set({
      days: weekly.days.includes(day)
        ? weekly.days.filter(one => one !== day)
        : [...weekly.days, day].toSorted((a, b) => a - b),
    })
  const faultOf = (name: string) => fields.errors[`weekly.${name}`]
  return (
    <Card title={t('Weekly series')}>
      <Stack gap={16}>
        <Switch
          size="xs"
          withThumbIndicator={false}
          label={t('Create sessions every week')}
          description={t('Sessions are created 14 days ahead, in the time zone of the workspace')}
          checked={weekly !== null}
          onChange={event => fields.set('weekly', event.currentTarget.checked ? first() : null)}
        />
        {weekly && (
          <>
            <Group component="fieldset" gap="8px 16px" align="stretch">
              <Box component="legend" mb={6} fw={550}>
                {t('Days')}
              </Box>
              {weekdayNames().map((name, index) => (
                <Group component="label" gap={6} wrap="nowrap" mih={24} key={name}>
                  <input type="checkbox" checked={weekly.days.includes(index + 1)} onChange={() => turn(index + 1)} />
                  {name}
                </Group>
              ))}
              {faultOf('days') && (
                <Box component="p" className="cv-bad" w="100%" role="alert">
                  {t('Choose at least one day')}
                </Box>
              )}
            </Group>
            <Grid columns={220} align="start">
              <TextInput
                type="time"
                size={size}
                label={t('Time')}
                value={weekly.time}
                error={faultOf('time')}
                onChange={event => set({ time: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                size={size}
                label={t('First day')}
                value={weekly.from}
                error={faultOf('from')}
                onChange={event => set({ from: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                size={size}
                label={t('Last day')}
                description={t('Leave empty to continue')}
                value={weekly.until ?? ''}
                error={faultOf('until')}
                onChange={event => set({ until: event.currentTarget.value === '' ? null : event.currentTarget.value })}
              />
            </Grid>
          </>
        )}
      </Stack>
    </Card>
  )
}

function Inputs({ save }: { save: string }) {
  const { can } = useSession()
  const go = useNavigate()
  return (
    <>
      <Card title={t('Template')}>
        <Stack gap={16}>
          <Text name="name" label={t('Name of the template')} maxLength={100} autoComplete="off" />
          <Identity>
            <WholeNumber name="minutes" label={t('Duration of a session (minutes)')} />
          </Identity>
        </Stack>
      </Card>
      <Series />
      <ExpectedFields />
      <Rules />
      <KioskFields />
      {can('attendance.write') && <Foot save={save} cancel={{ do: () => void go({ to: list } as never) }} />}
    </>
  )
}

function Editor({ of }: { of: AttendanceTemplate | null }) {
  const go = useNavigate()
  const known = useExpectedNames(of?.expected)
  const form = {
    guard: LeaveGuard,
    refused: placed,
    start: of
      ? {
          name: of.name,
          ...settingsOf(of),
          minutes: of.minutes,
          weekly: of.weekly,
          expected: expectedInput(of.expected),
        }
      : { name: '', ...newSettings, minutes: 60, weekly: null, expected: nobodyExpected },
    done({ name }: AttendanceTemplate) {
      toast('success', t('{name} saved', { name }))
      void go({ to: list, ignoreBlocker: true } as never)
    },
  }
  return (
    <NamesContext value={known}>
      <PageHead title={of?.name ?? t('New template')} />
      {of ? (
        <Box maw={720}>
          <Form {...form} of={attendanceTemplates.update} fixed={{ templateId: of.templateId }}>
            <Inputs save={t('Save template')} />
          </Form>
        </Box>
      ) : (
        <Box maw={720}>
          <Form {...form} of={attendanceTemplates.create}>
            <SlicedContent>
              <Inputs save={t('Add template')} />
            </SlicedContent>
          </Form>
        </Box>
      )}
    </NamesContext>
  )
}

function OneTemplate({ id }: { id: string }) {
  const read = useRead(attendanceTemplates.get, { templateId: id }, { quiet: true })
  useCrumb(read.data?.name)
  const missing = {
    kind: t('Attendance template'),
    says: t('Attendance template not found'),
    why: t('The template was deleted, or the link is wrong.'),
    icon: IconTemplate,
    to: list,
    back: t('Back to templates'),
  }
  return (
    <OneRecord read={read} failed={t("We couldn't load this template")} missing={missing}>
      {found => <Editor of={found} />}
    </OneRecord>
  )
}

export default function TemplateFormPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <Editor of={null} /> : <OneTemplate key={id} id={id} />
}
