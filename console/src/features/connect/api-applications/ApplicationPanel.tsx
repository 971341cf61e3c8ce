import { apiApplications, type ApiApplication } from '@claviger/contract/connect/api-applications'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Values } from '#platform/ui/form/useFields.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { ExpiryField } from './ExpiryField.tsx'

interface PanelProps {
  of: ApiApplication | null
  close: () => void
}

const startOf = (of: ApiApplication | null): Values => ({
  name: of?.name ?? '',
  ...(of === null && { type: 'azure' }),
  tenantId: of?.tenantId ?? '',
  clientId: of?.clientId ?? '',
  address: of?.address ?? '',
  secret: '',
  certificate: '',
  privateKey: '',
  secretEndsAt: of?.endsAt ?? null,
})

function Inputs({ of, close }: PanelProps) {
  const { fields } = useFormState()
  const type = of?.type ?? fields.values['type']
  const kept = of === null ? undefined : t('Leave empty to keep the current value')
  return (
    <>
      {of === null && (
        <Choice
          name="type"
          label={t('Type')}
          options={[
            { value: 'azure', label: 'Entra ID' },
            { value: 'okta', label: 'Okta' },
          ]}
        />
      )}
      <Text name="name" label={t('Name')} autoComplete="off" maxLength={100} autoFocus={of === null} />
      {of?.credential === 'installation' ? null : type === 'okta' ? (
        <>
          <Text name="address" label={t('Organization URL')} type="url" placeholder="https://example.okta.com" />
          <Password name="secret" label={t('API token')} autoComplete="off" help={kept} />
          <Text name="clientId" label={t('Client ID (with a private key)')} autoComplete="off" />
          <Text name="privateKey" label={t('Private key (PEM or JWK)')} lines={4} autoComplete="off" />
        </>
      ) : (
        <>
          <Text name="tenantId" label={t('Directory (tenant) ID')} autoComplete="off" />
          <Text name="clientId" label={t('Application (client) ID')} autoComplete="off" />
          <Password name="secret" label={t('Client secret')} autoComplete="off" help={kept} />
          <Text name="certificate" label={t('Certificate (PEM), instead of a secret')} lines={4} autoComplete="off" />
          <Text name="privateKey" label={t('Certificate private key (PEM)')} lines={4} autoComplete="off" />
          <Text
            name="address"
            label={t('Cloud URL')}
            type="url"
            placeholder="https://login.microsoftonline.com"
            help={t('Only for national clouds. For example, the US Department of Defense uses {address}.', {
              address: 'https://dod-graph.microsoft.us',
            })}
          />
        </>
      )}
      {of?.credential === 'installation' ? (
        <Notice>{t("The tenant consented to this installation's application, which holds the credentials.")}</Notice>
      ) : (
        <ExpiryField name="secretEndsAt" />
      )}
      {of !== null && of.credential !== 'installation' && (
        <Notice>
          {t(
            'If you change the URL, you must enter the secret again. The saved secret is never sent to a new address.',
          )}
        </Notice>
      )}
      <Foot save={of ? t('Save API application') : t('Add API application')} cancel={{ do: close }} />
    </>
  )
}

export default function ApplicationPanel({ of, close }: PanelProps) {
  const done = ({ name }: { name: string }) => {
    toast('success', t('{name} saved', { name }))
    close()
  }
  return (
    <Panel open title={of ? of.name : t('New API application')} close={close}>
      {of ? (
        <Form of={apiApplications.update} start={startOf(of)} fixed={{ id: of.id, version: of.version }} done={done}>
          <Inputs of={of} close={close} />
        </Form>
      ) : (
        <Form of={apiApplications.create} start={startOf(null)} done={done}>
          <Inputs of={null} close={close} />
        </Form>
      )}
    </Panel>
  )
}
