import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { WholeNumber } from '../WholeNumber.tsx'
import { SettingsForm, SettingsParts } from '../SettingsForm.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { PinRuleFields } from './PinRuleFields.tsx'
import { PinTryOut } from './PinTryOut.tsx'
import classes from '../settings.module.css'

const startOf = ({ pinPolicy }: WorkspaceDetails) => ({
  rules: pinPolicy.rules,
  rememberedPinHours: pinPolicy.rememberedPinHours,
})

export default function PinPolicyPage() {
  return (
    <SettingsFrame open="PIN policy">
      {details => (
        <SettingsParts wide>
          <Card title={t('PIN rules')}>
            <SettingsForm of={workspaceSettings.pinPolicy} details={details} startOf={startOf}>
              <p className={classes.help}>{t('New PINs must meet every rule selected here.')}</p>
              <div className={classes.beside}>
                <div className={classes.fields}>
                  <PinRuleFields />
                  <WholeNumber
                    name="rememberedPinHours"
                    label={t('Remember PIN for')}
                    suffix={` ${t('hours')}`}
                    help={t(
                      'Applies to new computers and to new keys without a policy; the shorter time counts. Enter 0 to ask for the PIN every time.',
                    )}
                  />
                </div>
                <PinTryOut />
              </div>
            </SettingsForm>
          </Card>
        </SettingsParts>
      )}
    </SettingsFrame>
  )
}
