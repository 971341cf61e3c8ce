import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { TextInput } from '@mantine/core'
import { useFormState } from '../../../../ground/ui/form/context.ts'
import { Card } from '../../../../ground/ui/page/Card.tsx'
import { Pick } from '../fields/Pick.tsx'
import { SettingsForm } from '../SettingsForm.tsx'
import classes from '../settings.module.css'

const five = [0, 1, 2, 3, 4]

const startOf = ({ extras }: WorkspaceDetails) => ({
  attributeNames: five.map(place => extras.attributeNames[place] ?? ''),
  activityDays: extras.activityDays,
})

const keeps = [
  { value: null, label: 'For ever' },
  { value: 90, label: '90 days' },
  { value: 365, label: '1 year' },
  { value: 730, label: '2 years' },
  { value: 1095, label: '3 years' },
  { value: 1825, label: '5 years' },
  { value: 3650, label: '10 years' },
]

function Names() {
  const { fields, size } = useFormState()
  const names = fields.values['attributeNames'] as string[]
  return five.map(place => (
    <TextInput
      key={place}
      size={size}
      label={`Name of attribute ${place + 1}`}
      placeholder={`Attribute ${place + 1}`}
      autoComplete="off"
      maxLength={50}
      value={names[place] ?? ''}
      error={fields.errors[`attributeNames.${place}`]}
      onChange={event => fields.set('attributeNames', names.with(place, event.currentTarget.value))}
    />
  ))
}

/** Names of the five extra attributes, and how long the log is kept. */
export function Extras({ details }: { details: WorkspaceDetails }) {
  return (
    <Card title="Users and activity">
      <SettingsForm of={workspaceSettings.updateExtras} details={details} startOf={startOf} saved="Changes saved">
        <p className={classes.help}>
          Users have five attributes of your own choice, a cost center or a badge number for instance. Name those you
          use.
        </p>
        <div className={classes.pair}>
          <Names />
        </div>
        <Pick
          name="activityDays"
          label="Keep the activity log"
          options={keeps}
          help="Older entries are deleted for good."
        />
      </SettingsForm>
    </Card>
  )
}
