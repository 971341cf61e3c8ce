import { loginHintVariables } from '@claviger/contract/access/self-service-settings/page-settings'
import { assurancePreset } from '@claviger/contract/connect/identity-providers'
import { Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { OnOff } from '../steps/OnOff.tsx'

const orNull = (text: string) => (text.trim() === '' ? null : text)

const fits = {
  entraId: (preset: string) => preset === 'entra',
  sso: (preset: string) => preset !== assurancePreset,
  identity: (preset: string) => preset === assurancePreset,
}

export function ProviderFields({ kind }: { kind: keyof typeof fits }) {
  const { settings, set, faults, means } = useDraft()
  const fitting = (means?.choices.providers ?? []).filter(one => fits[kind](one.kind))
  return (
    <Stack className="cv-panel" gap={14} miw={0} p="14px 16px">
      <Select
        label={t('Identity provider')}
        placeholder={t('Choose an active provider')}
        data={fitting.map(one => ({ value: one.id, label: one.name }))}
        value={fitting.some(one => one.id === settings.providerId) ? settings.providerId : null}
        error={faults['providerId']}
        onChange={providerId => set({ providerId })}
      />
      <p className="cv-muted cv-wrap cv-linked">
        {kind === 'identity'
          ? t("The provider's own settings control which verified data must match the user.")
          : t(
              "The provider's own settings control which users it can verify and how they are matched the first time.",
            )}{' '}
        <Link to="/dashboard/external-identity-providers">{t('Identity providers')}</Link>
      </p>
      <TextInput
        label={t('Login hint (optional)')}
        description={t('Can contain {variables}', { variables: loginHintVariables.join(', ') })}
        value={settings.loginHint ?? ''}
        error={faults['loginHint']}
        onChange={event => set({ loginHint: orNull(event.currentTarget.value) })}
      />
      <OnOff
        label={t('Sign in with the browser extension')}
        help={t('Uses the extension if it is installed. Otherwise, the page redirects to the provider.')}
        on={settings.msalAutomation}
        turn={msalAutomation => set({ msalAutomation })}
      />
    </Stack>
  )
}
