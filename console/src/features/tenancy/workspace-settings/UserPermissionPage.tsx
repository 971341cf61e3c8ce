import { userPermissions, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useFormState } from '../../../ground/ui/form/context.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { OnOff } from './fields/OnOff.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import classes from './settings.module.css'

const choices = [
  { value: userPermissions.monitor, label: 'See their keys', help: 'Which keys they have and where those were used.' },
  { value: userPermissions.delete, label: 'Delete their keys' },
  { value: userPermissions.edit, label: 'Rename and change their keys' },
  { value: userPermissions.resetPin, label: 'Reset the PIN of their keys' },
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
    <fieldset className={classes.fields} disabled={!open}>
      <legend className="cv-hidden">What users may do with their own keys</legend>
      {choices.map(({ value, label, help }) => (
        <Checkbox
          key={value}
          size="xs"
          label={label}
          description={help}
          checked={given.includes(value)}
          onChange={event => turn(value, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}

/** What end users may do with their own keys. */
export default function UserPermissionPage() {
  return (
    <SettingsFrame open="User permissions">
      {details => (
        <div className={classes.parts}>
          <Card title="Users and their own security keys">
            <SettingsForm
              of={workspaceSettings.userPermission}
              details={details}
              startOf={startOf}
              saved="User permissions saved"
            >
              <OnOff
                name="panel"
                label="Users look after their own keys"
                help="When off, only administrators do, whatever is chosen below."
              />
              <Permissions />
            </SettingsForm>
          </Card>
        </div>
      )}
    </SettingsFrame>
  )
}
