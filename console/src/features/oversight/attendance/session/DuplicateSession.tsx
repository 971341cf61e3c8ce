import { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceSession } from '@claviger/contract/oversight/attendance/session-fields'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Moment } from '../Moment.tsx'
import { home } from '../session-labels.ts'

const week = 7 * 86_400_000
const weekLater = (iso: string) => new Date(Date.parse(iso) + week).toISOString()

export default function DuplicateSession({ session, close }: { session: AttendanceSession; close: () => void }) {
  const go = useNavigate()
  const { sessionId, title, startsAt, endsAt } = session
  return (
    <Panel open title={t('Duplicate {name}', { name: title })} close={close}>
      <Form
        of={attendance.duplicate}
        start={{ title, startsAt: weekLater(startsAt), endsAt: weekLater(endsAt) }}
        fixed={{ sessionId }}
        done={reply => {
          toast('success', t('{name} created', { name: title }))
          close()
          void go({ to: `${home}/${reply.sessionId}` } as never)
        }}
      >
        <Text name="title" label={t('Title')} maxLength={200} autoFocus />
        <Moment name="startsAt" label={t('Start')} />
        <Moment name="endsAt" label={t('End')} />
        <Foot save={t('Duplicate session')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
