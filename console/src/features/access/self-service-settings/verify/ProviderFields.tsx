import { loginHintVariables } from '@claviger/contract/access/self-service-settings/settings'
import { Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Link } from '@tanstack/react-router'
import '../../../../ground/look/overlays.css'
import { t } from '../../../../ground/text/text.ts'
import { useDraft } from '../editor/draft.ts'
import { OnOff } from '../steps/OnOff.tsx'
import classes from '../editor.module.css'

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** Which identity provider signs people in. */
export function ProviderFields({ kind }: { kind: 'entraId' | 'sso' }) {
  const { settings, set, faults, means } = useDraft()
  const fitting = (means?.choices.providers ?? []).filter(one => kind === 'sso' || one.kind === 'entra')
  return (
    <div className={classes.details}>
      <Select
        label={t('Identity provider')}
        placeholder={t('Choose one that is switched on')}
        data={fitting.map(one => ({ value: one.id, label: one.name }))}
        value={fitting.some(one => one.id === settings.providerId) ? settings.providerId : null}
        error={faults['providerId']}
        onChange={providerId => set({ providerId })}
      />
      <p className={classes.about}>
        {t('It says who somebody is by its own rules: whom it knows, and by what it finds people the first time.')}{' '}
        <Link to="/dashboard/external-identity-providers">{t('Identity providers')}</Link>
      </p>
      <TextInput
        label={t('Login hint (optional)')}
        description={t('May hold {variables}.', { variables: loginHintVariables.join(', ') })}
        value={settings.loginHint ?? ''}
        error={faults['loginHint']}
        onChange={event => set({ loginHint: orNull(event.currentTarget.value) })}
      />
      <OnOff
        label={t('Let the browser extension sign in')}
        help={t('Where it is installed; elsewhere the page leads there itself.')}
        on={settings.msalAutomation}
        turn={msalAutomation => set({ msalAutomation })}
      />
    </div>
  )
}
