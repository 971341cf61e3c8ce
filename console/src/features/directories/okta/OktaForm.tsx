import { okta, type OktaSettings } from '@claviger/contract/directories/okta'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { CloudForm, type CloudKind, useSettings, WithGroups } from '../cloud/CloudForm.tsx'
import { queryOfThings, PickThings } from '../cloud/PickThings.tsx'
import type { ConnectFormProps } from '../connections/connect-form.ts'

function Scope() {
  const { settings, set, application } = useSettings<OktaSettings>()
  const [search, setSearch] = useState('')
  const found = useRead(okta.groups, queryOfThings(application, search), {
    when: application !== '',
    keepEarlier: true,
    quiet: true,
  })
  return (
    <>
      <PickThings
        label={t('Only members of these groups')}
        help={t('Leave empty to import everyone in the organization.')}
        value={settings.scope}
        change={scope => set({ scope })}
        found={found}
        ask={setSearch}
      />
      <WithGroups />
    </>
  )
}

const settings: OktaSettings = { scope: [], groups: true }
const kind: CloudKind = { calls: okta, type: 'okta', name: 'Okta', settings, Scope }

export default function OktaForm(props: ConnectFormProps) {
  return <CloudForm of={kind} {...props} />
}
