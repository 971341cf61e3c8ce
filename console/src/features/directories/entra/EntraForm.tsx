import { entra, type EntraScope, type EntraSettings } from '@claviger/contract/directories/entra'
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { t } from '../../../ground/text/text.ts'
import { useFormState } from '../../../ground/ui/form/context.ts'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import type { ConnectFormProps } from '../connections/connect-form.ts'
import { WhenFields, WhereFields } from './CloudFields.tsx'
import { askedOf, PickThings } from './PickThings.tsx'

const fresh: EntraSettings = { scope: { by: 'all' }, guests: false, groups: true }

function emptyOf(by: string): EntraScope {
  if (by === 'groups') return { by, groups: [] }
  return by === 'unit' ? { by, unit: { id: '', name: '' } } : { by: 'all' }
}

/** Whom of the tenant a run reads. */
function Scope() {
  const { fields } = useFormState()
  const settings = fields.values['settings'] as EntraSettings
  const application = fields.input('application').value
  const set = (to: Partial<EntraSettings>) => fields.set('settings', { ...settings, ...to })
  const { scope } = settings
  const [search, setSearch] = useState('')
  const found = useRead(entra.groups, askedOf(application, search), {
    when: scope.by === 'groups' && application !== '',
    keepEarlier: true,
    quiet: true,
  })
  const error = Object.entries(fields.errors).find(([path]) => path.startsWith('settings'))?.[1]
  return (
    <>
      <Radio.Group
        label={t('Whom it reads')}
        value={scope.by}
        error={scope.by === 'all' ? undefined : error}
        onChange={by => set({ scope: emptyOf(by) })}
      >
        <Stack gap={10} mt={6}>
          <Radio size="xs" value="all" label={t('Everybody in the tenant')} />
          <Radio size="xs" value="groups" label={t('People of some groups, and of the groups in them')} />
          <Radio size="xs" value="unit" label={t('People of an administrative unit')} />
        </Stack>
      </Radio.Group>
      {scope.by === 'groups' && application !== '' && (
        <PickThings
          label={t('Groups')}
          value={scope.groups}
          change={groups => set({ scope: { by: 'groups', groups } })}
          found={found}
          ask={setSearch}
        />
      )}
      {scope.by === 'unit' && (
        <TextInput
          size="sm"
          label={t('Object ID of the administrative unit')}
          value={scope.unit.id}
          maxLength={36}
          onChange={event => set({ scope: { by: 'unit', unit: { id: event.currentTarget.value.trim(), name: '' } } })}
        />
      )}
      <Checkbox
        size="xs"
        label={t('Groups come along with their members')}
        checked={settings.groups}
        onChange={event => set({ groups: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label={t('Guests of the tenant too')}
        checked={settings.guests}
        onChange={event => set({ guests: event.currentTarget.checked })}
      />
    </>
  )
}

const Inputs = ({ save }: { save: string }) => (
  <>
    <WhereFields type="azure" />
    <Scope />
    <WhenFields />
    <Foot save={save} />
  </>
)

function Change({ connection, done }: ConnectFormProps & { connection: NonNullable<ConnectFormProps['connection']> }) {
  const is = useRead(entra.get, { id: connection.id })
  return (
    <Waiting on={is} what={t('the directory')}>
      {is.data && (
        <Form
          of={entra.update}
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

/** Connects a tenant of Entra ID, or changes whom it tells of. */
export default function EntraForm({ connection, done }: ConnectFormProps) {
  if (connection) return <Change connection={connection} done={done} />
  return (
    <Form
      of={entra.create}
      start={{ name: 'Entra ID', application: '', settings: fresh, mode: 2, everyMinutes: null }}
      done={({ id }) => done(id)}
    >
      <Inputs save={t('Connect directory')} />
    </Form>
  )
}
