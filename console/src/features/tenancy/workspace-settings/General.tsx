import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { SettingsParts } from './SettingsForm.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { Extras } from './Extras.tsx'
import { Identity } from './Identity.tsx'

function Contact({ details }: { details: WorkspaceDetails }) {
  const { email, phoneNumber } = details.administrator
  const phone = phoneNumber === null ? t('no phone') : `${phoneNumber.countryCode} ${phoneNumber.mobileNumber}`
  return (
    <Card title={t('Your contact')}>
      <div className="cv-apart cv-quiet">
        <span>
          {email ?? t('No email')} · {phone}
        </span>
        <Button component={Link} to="/dashboard/profile" variant="default">
          {t('Change in profile')}
        </Button>
      </div>
    </Card>
  )
}

export function General({ End }: { End: ComponentType<{ name: string }> }) {
  return (
    <SettingsFrame open="General">
      {details => (
        <SettingsParts>
          <Identity details={details} />
          <Extras details={details} />
          <Contact details={details} />
          <End name={details.workspace.name} />
        </SettingsParts>
      )}
    </SettingsFrame>
  )
}
