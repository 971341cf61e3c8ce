import { logStreams } from '@claviger/contract/oversight/log-streams'
import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { StreamFields } from './StreamFields.tsx'

export default function EditStream({ stream, close }: { stream: LogStream; close: () => void }) {
  return (
    <Panel open title={t('Edit {name}', { name: stream.name })} close={close}>
      <Form
        of={logStreams.update}
        fixed={{ id: stream.id }}
        start={{ name: stream.name, address: stream.address }}
        done={({ name }) => {
          toast('success', t('{name} changed', { name }))
          close()
        }}
      >
        <StreamFields kind={stream.kind} kept />
        <Foot save={t('Save log stream')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
