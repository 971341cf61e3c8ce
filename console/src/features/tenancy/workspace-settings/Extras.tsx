import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { TextInput } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Pick } from './Pick.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { WholeNumber } from './WholeNumber.tsx'

const five = [0, 1, 2, 3, 4]

const startOf = ({ extras }: WorkspaceDetails) => ({
  attributeNames: five.map(place => extras.attributeNames[place] ?? ''),
  activityDays: extras.activityDays,
  sessionHours: extras.sessionHours ?? null,
  reauthenticationMinutes: extras.reauthenticationMinutes ?? null,
})

const keeps = () => [
  { value: null, label: t('Unlimited') },
  { value: 90, label: t('90 days') },
  { value: 365, label: t('1 year') },
  { value: 730, label: t('2 years') },
  { value: 1095, label: t('3 years') },
  { value: 1825, label: t('5 years') },
  { value: 3650, label: t('10 years') },
]

function Names() {
  const { fields, size } = useFormState()
  const names = fields.values['attributeNames'] as string[]
  return five.map(place => (
    <TextInput
      key={place}
      size={size}
      label={t('Name of attribute {place}', { place: place + 1 })}
      placeholder={t('Attribute {place}', { place: place + 1 })}
      autoComplete="off"
      maxLength={50}
      value={names[place] ?? ''}
      error={fields.errors[`attributeNames.${place}`]}
      onChange={event => fields.set('attributeNames', names.with(place, event.currentTarget.value))}
    />
  ))
}

export function Extras({ details }: { details: WorkspaceDetails }) {
  return (
    <Card title={t('Users and activity')}>
      <SettingsForm of={workspaceSettings.updateExtras} details={details} startOf={startOf}>
        <p className="cv-quiet cv-linked">
          {t(
            'Each user has five custom attributes, for example for a cost center or card number. Name the ones you use.',
          )}
        </p>
        <Grid columns="1fr 1fr" below={768}>
          <Names />
        </Grid>
        <Pick
          name="activityDays"
          label={t('Keep activity log for')}
          options={keeps()}
          help={t('Older entries are permanently deleted')}
        />
        <WholeNumber
          name="sessionHours"
          label={t('Maximum session age (hours)')}
          help={t(
            'Users sign in again after this time, also in their applications. Empty: as the installation sets it.',
          )}
        />
        <WholeNumber
          name="reauthenticationMinutes"
          label={t('Re-authentication interval (minutes)')}
          help={t(
            'Users whose sign-in is older sign in again when they open an application or it renews its access. Applications can have an interval of their own. Empty: no limit.',
          )}
        />
      </SettingsForm>
    </Card>
  )
}
