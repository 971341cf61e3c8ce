import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { WholeNumber } from '../WholeNumber.tsx'
import { SettingsForm, SettingsParts } from '../SettingsForm.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { PinRuleFields } from './PinRuleFields.tsx'
import { PinTryOut } from './PinTryOut.tsx'

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
              <p className="cv-quiet cv-linked">{t('New PINs must meet every rule selected here.')}</p>
              <Grid columns="minmax(0, 1fr) minmax(260px, 340px)" gap="16px 32px" align="start" below={1024}>
                <Stack gap={16} miw={0}>
                  <PinRuleFields />
                  <WholeNumber
                    name="rememberedPinHours"
                    label={t('Remember PIN for')}
                    suffix={` ${t('hours')}`}
                    help={t(
                      'Applies to new computers and to new keys without a policy; the shorter time counts. Enter 0 to ask for the PIN every time.',
                    )}
                  />
                </Stack>
                <PinTryOut />
              </Grid>
            </SettingsForm>
          </Card>
        </SettingsParts>
      )}
    </SettingsFrame>
  )
}
