import { apiKeys, keyTypeNames } from '@claviger/contract/connect/api-keys'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Addresses, Ending, ImmediateGrants, Scopes } from './LimitFields.tsx'
import { KeyOnce } from './KeyOnce.tsx'

const types = () => Object.entries(keyTypeNames).map(([value, label]) => ({ value, label: t(label) }))
const empty = {
  name: '',
  type: '0',
  expiry: '0',
  expiresAt: undefined,
  scopes: undefined,
  granted: undefined,
  addresses: [],
}

export default function CreateKey({ close }: { close: () => void }) {
  const [made, setMade] = useState<{ name: string; value: string } | null>(null)
  if (made) return <KeyOnce name={made.name} value={made.value} close={close} />
  return (
    <Panel open title={t('Create API key')} close={close}>
      <Form of={apiKeys.create} start={empty} done={({ key, value }) => setMade({ name: key.name, value })}>
        <Text
          name="name"
          label={t('Name')}
          autoComplete="off"
          autoFocus
          help={t('The program that uses the key, for example “HR sync”')}
        />
        <Choice
          name="type"
          label={t('Type')}
          options={types()}
          help={t('Admin: for the API. Shared Mobile: for setting up tablets. Clients: for agents on computers.')}
        />
        <Ending />
        <Scopes />
        <ImmediateGrants />
        <Addresses />
        <Foot save={t('Create API key')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
