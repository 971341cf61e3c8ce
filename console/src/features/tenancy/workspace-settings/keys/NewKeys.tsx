import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { Link } from '@tanstack/react-router'
import { t, Trans } from '../../../../ground/text/text.ts'
import { Choice } from '../../../../ground/ui/fields/Choice.tsx'
import { OnOff } from '../OnOff.tsx'
import { SettingsForm } from '../SettingsForm.tsx'
import { Limit } from './Limit.tsx'
import classes from '../settings.module.css'

const cards = () => [
  { value: 'pin', label: t('PIN after every tap') },
  { value: 'pinless', label: t('Tap only, no PIN') },
]
const startOf = ({ securitykeySetting }: WorkspaceDetails) => ({ ...securitykeySetting })

/** Settings that a key begins with where no policy decides, and how many a user may have. */
export function NewKeys({ details, policy }: { details: WorkspaceDetails; policy: string | undefined }) {
  return (
    <SettingsForm of={workspaceSettings.securityKeySetting} details={details} startOf={startOf}>
      {policy === undefined ? (
        <>
          <p className={classes.help}>
            {t('A new key begins with these settings where no policy decides. Keys that exist keep theirs.')}
          </p>
          <Choice
            name="cardVerification"
            label={t('Access card asks for')}
            options={cards()}
            help={t(
              'A card without a PIN opens other sites at registered readers, where those ask for no PIN. It never signs in to Claviger, to computers or to shared devices.',
            )}
          />
          <OnOff
            name="offline"
            label={t('Works offline')}
            help={t('A reader may accept the key while it has no connection.')}
          />
          <OnOff
            name="audit"
            label={t('Uses are logged')}
            help={t('When off, the activity log does not show where the key was used.')}
          />
        </>
      ) : (
        <p className={classes.help}>
          <Trans
            id="New keys begin with the settings of the default policy, {policy}. <0>Key policies</0> decide, not this page."
            values={{ policy }}
            components={[<Link key="0" to={'/dashboard/policies/token'} />]}
          />
        </p>
      )}
      <Limit />
    </SettingsForm>
  )
}
