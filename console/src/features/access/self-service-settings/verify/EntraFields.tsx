import { loginHintVariables } from '@claviger/contract/access/self-service-settings/settings'
import { TextInput } from '@mantine/core'
import { t } from '../../../../ground/text/text.ts'
import { Copy } from '../../../../ground/ui/bits/Copy.tsx'
import { useDraft } from '../editor/draft.ts'
import { OnOff } from '../steps/OnOff.tsx'
import classes from '../editor.module.css'

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** Which tenant signs people in. */
export function EntraFields() {
  const { settings, set, faults, means } = useDraft()
  const { entra } = settings
  const target = `${means?.choices.origin ?? ''}/msal/result`
  return (
    <div className={classes.details}>
      <TextInput
        label={t('Tenant')}
        value={entra.tenantId ?? ''}
        error={faults['entra.tenantId']}
        onChange={event => set({ entra: { ...entra, tenantId: orNull(event.currentTarget.value) } })}
      />
      <TextInput
        label={t('Application (client) ID')}
        value={entra.clientId ?? ''}
        error={faults['entra.clientId']}
        onChange={event => set({ entra: { ...entra, clientId: orNull(event.currentTarget.value) } })}
      />
      <TextInput
        label={t('Login hint (optional)')}
        description={t('May hold {variables}.', { variables: loginHintVariables.join(', ') })}
        value={settings.loginHint ?? ''}
        error={faults['loginHint']}
        onChange={event => set({ loginHint: orNull(event.currentTarget.value) })}
      />
      <p className={classes.about}>
        {t('Register this address there, as one of a single-page application:')}{' '}
        <span className="cv-mono">{target}</span> <Copy value={target} what={t('address')} />
      </p>
      <OnOff
        label={t('Let the browser extension sign in')}
        help={t('Where it is installed; elsewhere the page leads to Microsoft.')}
        on={settings.msalAutomation}
        turn={msalAutomation => set({ msalAutomation })}
      />
    </div>
  )
}
