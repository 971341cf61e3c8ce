import { credentialStorages, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { t } from '../../../../ground/text/text.ts'
import { Choice } from '../../../../ground/ui/fields/Choice.tsx'
import { OnOff } from '../OnOff.tsx'
import { Pick } from '../Pick.tsx'
import { SettingsForm } from '../SettingsForm.tsx'
import { Limit } from './Limit.tsx'
import classes from '../settings.module.css'

const cards = () => [
  { value: 'pin', label: t('PIN after every tap') },
  { value: 'pinless', label: t('Tap only, no PIN') },
]
const phones = () => [
  { value: 'always', label: t('Fingerprint, face or screen lock, always') },
  { value: 'when-locked', label: t('Screen lock, only when the phone is locked') },
  { value: 'client-pin', label: t('PIN typed on the computer') },
]
const storages = () => [
  { value: credentialStorages.local, label: t('On the phone: lost with it') },
  { value: credentialStorages.remote, label: t('On this server, sealed: restorable on a new phone') },
  { value: credentialStorages.remoteVendor, label: t('In hardware of the vendor') },
]

const startOf = ({ securitykeySetting }: WorkspaceDetails) => ({ ...securitykeySetting })

/** Settings that a key begins with; one key can be changed later. */
export function NewKeys({ details }: { details: WorkspaceDetails }) {
  return (
    <SettingsForm
      of={workspaceSettings.securityKeySetting}
      details={details}
      startOf={startOf}
      saved={t('Key settings saved')}
    >
      <p className={classes.help}>{t('A new key begins with these settings. Keys that exist keep theirs.')}</p>
      <Choice name="cardVerification" label={t('Access card asks for')} options={cards()} />
      <Choice name="phoneVerification" label={t('Smartphone asks for')} options={phones()} />
      <Pick name="credentialStorage" label={t('Passkeys of a smartphone are kept')} options={storages()} />
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
      <Limit />
    </SettingsForm>
  )
}
