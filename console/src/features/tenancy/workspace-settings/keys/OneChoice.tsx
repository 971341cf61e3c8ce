import { type identityProviders, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { msg, t } from '../../../../ground/text/text.ts'
import { Choice } from '../../../../ground/ui/fields/Choice.tsx'
import { OnOff } from '../OnOff.tsx'
import { SettingsForm } from '../SettingsForm.tsx'

const verifiers: Record<(typeof identityProviders)[number], string> = {
  none: msg('Nobody: an administrator sends a new link'),
  manager: msg('An administrator who meets them'),
  document: msg('A service that checks a document and a face'),
}

/** Must a phone be near the computer? */
export const Proximity = ({ details }: { details: WorkspaceDetails }) => (
  <SettingsForm
    of={workspaceSettings.proximity}
    details={details}
    startOf={from => ({ ...from.proximity })}
    saved={t('Proximity saved')}
  >
    <OnOff
      name="proximity"
      label={t('The phone must be near the computer')}
      help={t('An approval on a phone that is far away does not count.')}
    />
  </SettingsForm>
)

/** Who makes sure that it is the same person, before they get a new key. */
export const Verifier = ({ details }: { details: WorkspaceDetails }) => (
  <SettingsForm
    of={workspaceSettings.identityProvider}
    details={details}
    startOf={from => ({ ...from.identityVerificationProvider })}
    saved={t('Identity verification saved')}
  >
    <Choice
      name="provider"
      label={t('Who verifies the person')}
      options={Object.entries(verifiers).map(([value, label]) => ({ value, label: t(label) }))}
    />
  </SettingsForm>
)
