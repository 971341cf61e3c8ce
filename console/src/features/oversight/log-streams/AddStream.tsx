import { logStreams } from '@claviger/contract/oversight/log-streams'
import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { kindNames } from './stream-kinds.ts'
import { SecretOnce } from './SecretOnce.tsx'
import { StreamFields } from './StreamFields.tsx'

const start = {
  kind: 'syslog',
  from: 'now',
  name: '',
  address: '',
  authorization: '',
  authority: '',
  certificate: '',
  privateKey: '',
}

function Fields() {
  const { fields } = useFormState()
  return (
    <>
      <Choice
        name="kind"
        label={t('Transport')}
        options={Object.entries(kindNames).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <StreamFields kind={fields.values['kind'] as LogStream['kind']} />
      <Choice
        name="from"
        label={t('Start with')}
        options={[
          { value: 'now', label: t('New log entries only') },
          { value: 'start', label: t('All existing log entries') },
        ]}
      />
    </>
  )
}

/** Adds a receiver of log events; for https, then shows the signing secret once. */
export default function AddStream({ close }: { close: () => void }) {
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  if (made) return <SecretOnce name={made.name} secret={made.secret} close={close} />
  return (
    <Panel open title={t('Add log stream')} close={close}>
      <Form
        of={logStreams.create}
        start={start}
        done={({ stream, secret }) => {
          toast('success', t('The log is now sent to {name}', { name: stream.name }))
          if (secret === null) close()
          else setMade({ name: stream.name, secret })
        }}
      >
        <Fields />
        <Foot save={t('Add log stream')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
