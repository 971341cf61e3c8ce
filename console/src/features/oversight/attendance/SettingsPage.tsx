import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import type { AttendanceSettings } from '@claviger/contract/oversight/attendance/attendance-reports'
import { Box } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'
import { useSession } from '#shell/session.tsx'
import { attendanceTabs } from './session-labels.ts'

function Editor({ settings }: { settings: AttendanceSettings }) {
  const { can } = useSession()
  return (
    <Form
      of={attendanceReports.changeSettings}
      start={{ ...settings }}
      done={() => toast('success', t('Changes saved'))}
    >
      <p>{t('The kiosk tells people how long their attendance is kept. Signed files that you exported stay valid.')}</p>
      <Grid columns={220} align="start">
        <WholeNumber
          name="retentionDays"
          label={t('Keep records for (days after closing)')}
          help={t('Leave empty to keep them without a limit')}
        />
        <Choice
          name="retentionAction"
          label={t('After that')}
          options={[
            { value: 'delete', label: t('Delete records') },
            { value: 'anonymize', label: t('Anonymize people, keep counts') },
          ]}
        />
      </Grid>
      {can('workspace.write') && <Foot save={t('Save changes')} whenChanged />}
    </Form>
  )
}

export default function SettingsPage() {
  const settings = useRead(attendanceReports.settings, {}, { quiet: true })
  return (
    <>
      <PageHead title={t('Attendance')} />
      <Tabs of={attendanceTabs('settings')} label={t('Attendance')} />
      <Box maw={720}>
        <Card title={t('Retention')}>
          <Waiting on={settings} what={t('the settings')}>
            {settings.data && <Editor settings={settings.data} />}
          </Waiting>
        </Card>
      </Box>
    </>
  )
}
