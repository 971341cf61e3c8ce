import { traitsOf } from '@claviger/contract/keys/security-keys'
import { tokenPolicies, verifications } from '@claviger/contract/keys/token-policies'
import { credentialStorages } from '@claviger/contract/tenancy/workspace-settings'
import { Box, SegmentedControl, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { usesWithoutPinText } from '../key-labels.ts'

const { always, pinless, pin } = verifications

interface Chosen {
  card: number
  proximity: boolean
  audit: boolean
  offline: boolean
}
/** Converts the chosen settings to the API format for a kind of key; `chosen` holds the current choices. */
export type Settings = ((kind: number) => Record<string, unknown>) & { chosen: Chosen }

const settingsOf = (chosen: Chosen): Settings =>
  Object.assign(
    (kind: number) => {
      const { verifies, storage } = traitsOf(kind)
      return {
        verification: verifies === 'phone' ? always : verifies && chosen[verifies],
        credentialStorageLocation: storage ?? credentialStorages.local,
        proximity: chosen.proximity,
        audit: chosen.audit,
        offlineLogin: chosen.offline,
        rememberedPinHours: 0,
      }
    },
    { chosen },
  )

export const startOfSettings = (): Settings => settingsOf({ card: pin, proximity: false, audit: true, offline: false })

export function KeySettings({
  kind,
  own,
  setOwn,
  settings,
  set,
}: {
  kind: number
  own: boolean
  setOwn: (own: boolean) => void
  settings: Settings
  set: (next: () => Settings) => void
}) {
  const policies = useRead(tokenPolicies.list, {}, { quiet: true, fresh: 60_000 })
  const usual = policies.data?.items.find(one => one.isDefault)?.name
  const { chosen } = settings
  const change = (to: Partial<Chosen>) => set(() => settingsOf({ ...chosen, ...to }))
  const { verifies, proximity, offline } = traitsOf(kind)
  return (
    <>
      <Box component="h3" id="key-settings" fz={15} fw={600}>
        {t('Key settings')}
      </Box>
      <SegmentedControl
        value={own ? 'own' : 'policy'}
        onChange={value => setOwn(value === 'own')}
        aria-labelledby="key-settings"
        data={[
          { value: 'policy', label: usual === undefined ? t('Default') : t('Default: {name}', { name: usual }) },
          { value: 'own', label: t('Custom') },
        ]}
      />
      {own && (
        <Stack gap={12}>
          {verifies === 'card' && (
            <SegmentedControl
              value={String(chosen.card)}
              onChange={value => change({ card: Number(value) })}
              aria-label={t('Verification')}
              data={[
                { value: String(pinless), label: t('Without a PIN') },
                { value: String(pin), label: t('PIN verification') },
              ]}
            />
          )}
          {verifies === 'card' && chosen.card === pinless && <p className="cv-muted">{usesWithoutPinText()}</p>}
          {proximity && (
            <Switch
              size="xs"
              withThumbIndicator={false}
              label={t('Bluetooth proximity')}
              description={t('The phone can approve sign-ins only when it is near the computer')}
              checked={chosen.proximity}
              onChange={event => change({ proximity: event.currentTarget.checked })}
            />
          )}
          {offline && (
            <Switch
              size="xs"
              withThumbIndicator={false}
              label={t('Offline sign-in')}
              description={t('A reader can accept the key while it is offline')}
              checked={chosen.offline}
              onChange={event => change({ offline: event.currentTarget.checked })}
            />
          )}
          <Switch
            size="xs"
            withThumbIndicator={false}
            label={t('Log key use')}
            description={t("When off, the activity log doesn't show where the key was used")}
            checked={chosen.audit}
            onChange={event => change({ audit: event.currentTarget.checked })}
          />
        </Stack>
      )}
    </>
  )
}
