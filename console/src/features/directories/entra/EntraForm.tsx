import { entra, type EntraScope, type EntraSettings } from '@claviger/contract/directories/entra'
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { CloudForm, type CloudKind, useSettings, WithGroups } from '../cloud/CloudForm.tsx'
import { queryOfThings, PickThings } from '../cloud/PickThings.tsx'
import type { ConnectFormProps } from '../connections/connect-form.ts'

function emptyOf(by: string): EntraScope {
  if (by === 'groups') return { by, groups: [] }
  return by === 'unit' ? { by, unit: { id: '', name: '' } } : { by: 'all' }
}

function Scope() {
  const { settings, set, application, error } = useSettings<EntraSettings>()
  const { scope } = settings
  const [search, setSearch] = useState('')
  const found = useRead(entra.groups, queryOfThings(application, search), {
    when: scope.by === 'groups' && application !== '',
    keepEarlier: true,
    quiet: true,
  })
  return (
    <>
      <Radio.Group
        label={t('Import scope')}
        value={scope.by}
        error={scope.by === 'all' ? undefined : error}
        onChange={by => set({ scope: emptyOf(by) })}
      >
        <Stack gap={10} mt={6}>
          <Radio size="xs" value="all" label={t('All users in the tenant')} />
          <Radio size="xs" value="groups" label={t('Members of selected groups, including nested groups')} />
          <Radio size="xs" value="unit" label={t('Members of an administrative unit')} />
        </Stack>
      </Radio.Group>
      {scope.by === 'groups' && application !== '' && (
        <PickThings
          label={t('Groups')}
          value={scope.groups}
          change={groups => set({ scope: { ...scope, groups } })}
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
      <WithGroups />
      <Checkbox
        size="xs"
        label={t('Include guests')}
        checked={settings.guests}
        onChange={event => set({ guests: event.currentTarget.checked })}
      />
    </>
  )
}

const settings: EntraSettings = { scope: { by: 'all' }, guests: false, groups: true }
const kind: CloudKind = { calls: entra, type: 'azure', name: 'Entra ID', settings, Scope }

export default function EntraForm(props: ConnectFormProps) {
  return <CloudForm of={kind} {...props} />
}
