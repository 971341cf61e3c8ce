import { okta, type OktaSettings } from '@claviger/contract/directories/okta'
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { t } from '../../../ground/text/text.ts'
import { useFormState } from '../../../ground/ui/form/context.ts'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import { WhenFields, WhereFields } from '../entra/CloudFields.tsx'
import { askedOf, PickThings } from '../entra/PickThings.tsx'
import type { ConnectFormProps } from '../connections/connect-form.ts'

const fresh: OktaSettings = { scope: [], groups: true }

/** Whom of the organization a run reads. */
function Scope() {
  const { fields } = useFormState()
  const settings = fields.values['settings'] as OktaSettings
  const application = fields.input('application').value
  const [search, setSearch] = useState('')
  const found = useRead(okta.groups, askedOf(application, search), {
    when: application !== '',
    keepEarlier: true,
    quiet: true,
  })
  const set = (to: Partial<OktaSettings>) => fields.set('settings', { ...settings, ...to })
  return (
    <>
      <PickThings
        label={t('Only people of these groups')}
        help={t('None: everybody in the organization.')}
        value={settings.scope}
        change={scope => set({ scope })}
        found={found}
        ask={setSearch}
      />
      <Checkbox
        size="xs"
        label={t('Groups come along with their members')}
        checked={settings.groups}
        onChange={event => set({ groups: event.currentTarget.checked })}
      />
    </>
  )
}

const Inputs = ({ save }: { save: string }) => (
  <>
    <WhereFields type="okta" />
    <Scope />
    <WhenFields />
    <Foot save={save} />
  </>
)

function Change({ connection, done }: ConnectFormProps & { connection: NonNullable<ConnectFormProps['connection']> }) {
  const is = useRead(okta.get, { id: connection.id })
  return (
    <Waiting on={is} what={t('the directory')}>
      {is.data && (
        <Form
          of={okta.update}
          start={{
            name: connection.name,
            application: is.data.application ?? '',
            settings: is.data.settings,
            mode: connection.mode,
            everyMinutes: connection.everyMinutes,
          }}
          fixed={{ id: connection.id, version: connection.version }}
          done={() => done()}
        >
          <Inputs save={t('Save directory')} />
        </Form>
      )}
    </Waiting>
  )
}

/** Connects an organization of Okta, or changes whom it tells of. */
export default function OktaForm({ connection, done }: ConnectFormProps) {
  if (connection) return <Change connection={connection} done={done} />
  return (
    <Form
      of={okta.create}
      start={{ name: 'Okta', application: '', settings: fresh, mode: 2, everyMinutes: null }}
      done={({ id }) => done(id)}
    >
      <Inputs save={t('Connect directory')} />
    </Form>
  )
}
