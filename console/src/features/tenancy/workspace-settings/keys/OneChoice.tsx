import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { t } from '../../../../ground/text/text.ts'
import { OnOff } from '../OnOff.tsx'
import { SettingsForm } from '../SettingsForm.tsx'

/** Must a phone be near the computer? */
export const Proximity = ({ details }: { details: WorkspaceDetails }) => (
  <SettingsForm of={workspaceSettings.proximity} details={details} startOf={from => ({ ...from.proximity })}>
    <OnOff
      name="proximity"
      label={t('The phone must be near the computer')}
      help={t('A new phone approves sign-ins only beside the computer, none from afar.')}
    />
  </SettingsForm>
)
