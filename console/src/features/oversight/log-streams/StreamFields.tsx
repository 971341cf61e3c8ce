import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { t } from '../../../ground/text/text.ts'
import { Password } from '../../../ground/ui/fields/Password.tsx'
import { Text } from '../../../ground/ui/fields/Text.tsx'

const pem = '-----BEGIN CERTIFICATE-----'

/** Where to send the log, and how the two ends know each other; `kept`: what is left empty stays as it is. */
export function StreamFields({ kind, kept = false }: { kind: LogStream['kind']; kept?: boolean }) {
  const again = kept ? ` ${t('For another host or port, enter it again.')}` : ''
  const keeps = kept ? ` ${t('Left empty, it stays as it is.')}` : ''
  return (
    <>
      <Text name="name" label={t('Name')} autoComplete="off" autoFocus placeholder={t('SIEM')} />
      {kind === 'syslog' ? (
        <Text
          name="address"
          label={t('Host and port')}
          autoComplete="off"
          placeholder="logs.example.org:6514"
          help={t('Without a port, 6514. The connection is always encrypted.')}
        />
      ) : (
        <Text
          name="address"
          label={t('Address')}
          type="url"
          autoComplete="off"
          placeholder="https://siem.example.org/claviger"
          help={t('Each batch is posted there as lines of JSON.')}
        />
      )}
      {kind === 'https' && (
        <Password
          name="authorization"
          label={t('Authorization header')}
          autoComplete="off"
          help={t('For receivers that ask for one: “Splunk …”, “Bearer …”.') + keeps + again}
        />
      )}
      <Text
        name="authority"
        label={t('Certificate authority')}
        lines={3}
        placeholder={pem}
        help={t('PEM. Only where the receiver’s certificate is from an authority of your own.') + keeps}
      />
      <Text
        name="certificate"
        label={t('Client certificate')}
        lines={3}
        placeholder={pem}
        help={t('PEM. Only where the receiver asks for one.') + keeps}
      />
      <Text
        name="privateKey"
        label={t('Key of the client certificate')}
        lines={3}
        placeholder="-----BEGIN PRIVATE KEY-----"
        help={t('PEM without a password. It is kept sealed and never shown again.') + again}
      />
    </>
  )
}
