import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { t } from '#platform/text/text.ts'
import { SwitchField } from '../OnOff.tsx'
import { SettingsForm } from '../SettingsForm.tsx'

export const Proximity = ({ details }: { details: WorkspaceDetails }) => (
  <SettingsForm of={workspaceSettings.proximity} details={details} startOf={from => ({ ...from.proximity })}>
    <SwitchField
      name="proximity"
      label={t('Phone must be near the computer')}
      help={t('New phones can approve sign-ins only near the computer, not remotely.')}
    />
  </SettingsForm>
)
