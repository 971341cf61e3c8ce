import { userPermissions, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { msg, t } from '#platform/text/text.ts'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { SwitchField } from './OnOff.tsx'
import { SettingsForm, SettingsParts } from './SettingsForm.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

const choices = [
  {
    value: userPermissions.monitor,
    label: msg('View their keys'),
    help: msg('Which keys they have and where the keys were used'),
  },
  { value: userPermissions.delete, label: msg('Delete their keys') },
  { value: userPermissions.edit, label: msg('Rename and change their keys') },
  { value: userPermissions.resetPin, label: msg('Reset the PIN of their keys') },
]

const startOf = ({ userPermission }: WorkspaceDetails) => ({ ...userPermission })

function Permissions() {
  const { fields } = useFormState()
  const given = fields.values['permissions'] as readonly number[]
  const open = fields.values['panel'] === true
  const turn = (value: number, on: boolean) =>
    fields.set(
      'permissions',
      [...given.filter(one => one !== value), ...(on ? [value] : [])].toSorted((a, b) => a - b),
    )
  return (
    <FieldSet label={t('What users can do with their own keys')} disabled={!open}>
      {choices.map(({ value, label, help }) => (
        <Checkbox
          key={value}
          size="xs"
          label={t(label)}
          description={help && t(help)}
          checked={given.includes(value)}
          onChange={event => turn(value, event.currentTarget.checked)}
        />
      ))}
    </FieldSet>
  )
}

export default function UserPermissionPage() {
  return (
    <SettingsFrame open="User permissions">
      {details => (
        <SettingsParts>
          <Card title={t('User permissions for their own keys')}>
            <SettingsForm of={workspaceSettings.userPermission} details={details} startOf={startOf}>
              <SwitchField
                name="panel"
                label={t('Users can manage their own keys')}
                help={t('If off, only administrators can manage keys, regardless of the settings below.')}
              />
              <Permissions />
            </SettingsForm>
          </Card>
        </SettingsParts>
      )}
    </SettingsFrame>
  )
}
