import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { Link } from '@tanstack/react-router'
import { t, Trans } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { SwitchField } from '../OnOff.tsx'
import { SettingsForm } from '../SettingsForm.tsx'
import { Limit } from './Limit.tsx'

const cards = () => [
  { value: 'pin', label: t('PIN after every tap') },
  { value: 'pinless', label: t('Tap only, no PIN') },
]
const startOf = ({ securitykeySetting }: WorkspaceDetails) => ({ ...securitykeySetting })

export function NewKeys({ details, policy }: { details: WorkspaceDetails; policy: string | undefined }) {
  return (
    <SettingsForm of={workspaceSettings.securityKeySetting} details={details} startOf={startOf}>
      {policy === undefined ? (
        <>
          <p className="cv-quiet cv-linked">
            {t('New keys start with these settings unless a policy applies. Existing keys keep their settings.')}
          </p>
          <Choice
            name="cardVerification"
            label={t('Access card verification')}
            options={cards()}
            help={t(
              "Without a PIN, a card can sign in to other sites that don't require a PIN, at registered readers only. It can't sign in to Claviger, computers, or shared devices.",
            )}
          />
          <SwitchField
            name="offline"
            label={t('Works offline')}
            help={t('A reader can accept the key while it is offline')}
          />
          <SwitchField
            name="audit"
            label={t('Log key use')}
            help={t("When off, the activity log doesn't show where the key was used")}
          />
        </>
      ) : (
        <p className="cv-quiet cv-linked">
          <Trans
            id="New keys start with the settings of the default policy, {policy}. Settings are managed in <0>Key policies</0>, not on this page."
            values={{ policy }}
            components={[<Link key="0" to={'/dashboard/policies/token'} />]}
          />
        </p>
      )}
      <Limit />
    </SettingsForm>
  )
}
