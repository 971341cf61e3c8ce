import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { t } from '#platform/text/text.ts'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'

const pem = '-----BEGIN CERTIFICATE-----'

export function StreamFields({ kind, kept = false }: { kind: LogStream['kind']; kept?: boolean }) {
  const again = kept ? ` ${t('If you change the host or port, enter it again.')}` : ''
  const keeps = kept ? ` ${t('Leave empty to keep the current value.')}` : ''
  return (
    <>
      <Text name="name" label={t('Name')} autoComplete="off" autoFocus placeholder={t('SIEM')} />
      {kind === 'syslog' ? (
        <Text
          name="address"
          label={t('Host and port')}
          autoComplete="off"
          placeholder="logs.example.org:6514"
          help={t('The default port is 6514. The connection is always encrypted.')}
        />
      ) : (
        <Text
          name="address"
          label={t('Address')}
          type="url"
          autoComplete="off"
          placeholder="https://siem.example.org/claviger"
          help={t('Batches are sent to this URL as JSON lines (POST)')}
        />
      )}
      {kind === 'https' && (
        <Password
          name="authorization"
          label={t('Authorization header')}
          autoComplete="off"
          help={t('For receivers that require it: “Splunk …”, “Bearer …”.') + keeps + again}
        />
      )}
      <Text
        name="authority"
        label={t('Certificate authority')}
        lines={3}
        placeholder={pem}
        help={t("PEM. Only needed if the receiver's certificate comes from your own certificate authority.") + keeps}
      />
      <Text
        name="certificate"
        label={t('Client certificate')}
        lines={3}
        placeholder={pem}
        help={t('PEM. Only needed if the receiver requires a client certificate.') + keeps}
      />
      <Text
        name="privateKey"
        label={t('Private key of the client certificate')}
        lines={3}
        placeholder="-----BEGIN PRIVATE KEY-----"
        help={t('PEM without a password. It is stored encrypted and never shown again.') + again}
      />
    </>
  )
}
