import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import { SettingsParts } from '../SettingsForm.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { CardSignIn } from './CardSignIn.tsx'
import { NewKeys } from './NewKeys.tsx'
import { Proximity } from './OneChoice.tsx'

export default function KeySettingsPage() {
  const { can } = useSession()
  const policies = useRead(tokenPolicies.list, {}, { quiet: true, when: can('keys.read') })
  // Wait for the policies, so that nothing is shown and then removed
  const known = !can('keys.read') || policies.data !== undefined || policies.isError
  const policy = policies.data?.items.find(one => one.isDefault)?.name
  return (
    <SettingsFrame open="Key settings">
      {details =>
        known ? (
          <SettingsParts>
            <Card title={t('New keys')}>
              <NewKeys details={details} policy={policy} />
            </Card>
            <Card title={t('Cards on the sign-in page')}>
              <CardSignIn details={details} />
            </Card>
            {policy === undefined && (
              <Card title={t('Bluetooth proximity')}>
                <Proximity details={details} />
              </Card>
            )}
          </SettingsParts>
        ) : (
          <Bones lines={5} />
        )
      }
    </SettingsFrame>
  )
}
