import { languages } from '@claviger/contract/platform/languages'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Picture } from '#platform/ui/fields/Picture.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { countries } from '../workspaces/workspace-countries.ts'
import { Availability } from '../workspaces/WorkspaceAddress.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const startOf = ({ workspace }: WorkspaceDetails) => ({
  name: workspace.name,
  url: workspace.url,
  icon: workspace.icon ?? '',
  country: workspace.country,
  province: workspace.province ?? '',
  city: workspace.city ?? '',
  address: workspace.address ?? '',
  postalCode: workspace.postalCode ?? '',
  timeZone: workspace.timeZone,
  language: workspace.language,
})

const needed = ['timeZone', 'language']

const zones = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')]

function Address({ now }: { now: string }) {
  const { fields } = useFormState()
  return (
    <>
      <Text
        name="url"
        label={t('URL')}
        help={t('Letters, digits, and hyphens. Users enter it to find your sign-in page.')}
      />
      {fields.values['url'] !== now && <Availability />}
    </>
  )
}

export function Identity({ details }: { details: WorkspaceDetails }) {
  const [lands] = useState(countries)
  const [times] = useState(() => zones().map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') })))
  return (
    <Card title={t('Workspace')}>
      <SettingsForm
        of={workspaceSettings.updateWorkspace}
        details={details}
        startOf={startOf}
        needed={needed}
        refused={(refusal, fields) => {
          if (refusal.code !== 'workspace-url-taken') return false
          fields.fault('url', refusal.message)
          return true
        }}
      >
        <Text name="name" label={t('Name')} autoComplete="organization" maxLength={100} />
        <Address now={details.workspace.url} />
        <Picture
          name="icon"
          label={t('Icon')}
          help={t('A square JPG or PNG under 1 MB. Users see it when they sign in.')}
        />
        <Choice name="country" label={t('Country')} options={lands} placeholder={t('Choose a country')} />
        <Text name="address" label={t('Address')} autoComplete="street-address" maxLength={300} />
        <Grid columns="1fr 1fr" below={768}>
          <Text name="postalCode" label={t('Postal code')} autoComplete="postal-code" />
          <Text name="city" label={t('City')} autoComplete="address-level2" maxLength={100} />
        </Grid>
        <Text name="province" label={t('Province')} autoComplete="address-level1" maxLength={100} />
        <Choice
          name="timeZone"
          label={t('Time zone')}
          options={times}
          help={t('Sets when a day starts and ends on the dashboard')}
        />
        <Choice
          name="language"
          label={t('Language')}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          help={t("For emails to users who haven't chosen a language")}
        />
      </SettingsForm>
    </Card>
  )
}
