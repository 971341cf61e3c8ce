import type { ApiApplicationType } from '@claviger/contract/connect/api-applications'
import { syncModes, defaultSyncMinutes, type DirectoryConnection } from '@claviger/contract/directories/connections'
import type { Endpoint, Schema } from '@claviger/contract/platform/endpoint'
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { ComponentType } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import type { ConnectFormProps } from '../connections/connect-form.ts'
import { WhenFields, WhereFields } from './CloudFields.tsx'

type Replies<T> = Schema & { readonly _zod: { output: T } }
type One = Schema & { readonly _zod: { input: { id: string } } }

export interface CloudKind {
  readonly calls: {
    readonly create: Endpoint<Schema, Replies<DirectoryConnection>>
    readonly get: Endpoint<One, Replies<{ application: string | null; settings: object }>>
    readonly update: Endpoint<Schema, Replies<DirectoryConnection>>
  }
  readonly type: ApiApplicationType
  readonly name: string
  readonly settings: object
  readonly Scope: ComponentType
}

export function useSettings<S extends object>() {
  const { fields } = useFormState()
  const settings = fields.values['settings'] as S
  const set = (to: Partial<S>) => fields.set('settings', { ...settings, ...to })
  const error = Object.entries(fields.errors).find(([path]) => path.startsWith('settings'))?.[1]
  return { settings, set, application: fields.input('application').value, error }
}

export function WithGroups() {
  const { settings, set } = useSettings<{ groups: boolean }>()
  return (
    <Checkbox
      size="xs"
      label={t('Import groups with their members')}
      checked={settings.groups}
      onChange={event => set({ groups: event.currentTarget.checked })}
    />
  )
}

const Inputs = ({ of: { type, Scope }, save }: { of: CloudKind; save: string }) => (
  <>
    <WhereFields type={type} />
    <Scope />
    <WhenFields />
    <Foot save={save} />
  </>
)

function Change({ of, connection, done }: { of: CloudKind; connection: DirectoryConnection; done: () => void }) {
  const is = useRead(of.calls.get, { id: connection.id })
  const { name, mode, everyMinutes } = connection
  return (
    <Waiting on={is} what={t('the directory')}>
      {is.data && (
        <Form
          of={of.calls.update}
          start={{ name, application: is.data.application ?? '', settings: is.data.settings, mode, everyMinutes }}
          fixed={{ id: connection.id, version: connection.version }}
          done={done}
        >
          <Inputs of={of} save={t('Save directory')} />
        </Form>
      )}
    </Waiting>
  )
}

export function CloudForm({ of, connection, done }: ConnectFormProps & { of: CloudKind }) {
  if (connection) return <Change of={of} connection={connection} done={() => done()} />
  return (
    <Form
      of={of.calls.create}
      start={{
        name: of.name,
        application: '',
        settings: of.settings,
        mode: syncModes.both,
        everyMinutes: defaultSyncMinutes,
      }}
      done={({ id }) => done(id)}
    >
      <Inputs of={of} save={t('Connect directory')} />
    </Form>
  )
}
