import { attendanceMusters } from '@claviger/contract/oversight/attendance/attendance-musters'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'

export default function StartMuster({ sessionId, close }: { sessionId: string; close: () => void }) {
  return (
    <Panel open title={t('Start muster')} close={close}>
      <Form of={attendanceMusters.start} start={{ place: '' }} fixed={{ sessionId }} done={close}>
        <Text
          name="place"
          label={t('Assembly point')}
          help={t('Marshals see it on their phones')}
          maxLength={200}
          autoFocus
        />
        <Foot save={t('Start muster')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
