import type { TlsSubject } from '@claviger/contract/apps/applications'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { msg, t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { DemandChoice } from './DemandChoice.tsx'
import { ReauthenticationInterval } from './ReauthenticationInterval.tsx'
import {
  SettingCertificates,
  SettingChoice,
  SettingLines,
  SettingsOf,
  SettingSome,
  SettingSwitch,
  SettingText,
  useSetting,
} from './setting-fields.tsx'

const kinds = [
  ['web', msg('Web application with a server')],
  ['spa', msg('Single-page application')],
  ['native', msg('Native or mobile app')],
  ['service', msg('Service (machine to machine)')],
  ['device', msg('Device without a keyboard')],
] as const

const methods = [
  ['client_secret_basic', msg('Secret in the header (basic)')],
  ['client_secret_post', msg('Secret in the body (post)')],
  ['client_secret_jwt', msg('Signed with the secret (JWT)')],
  ['private_key_jwt', msg('Signed with its own key (JWT)')],
  ['self_signed_tls_client_auth', msg('Self-signed certificate (mutual TLS at the proxy)')],
  ['tls_client_auth', msg('CA-issued certificate (mutual TLS at the proxy)')],
  ['none', msg('No secret, only PKCE')],
] as const

const grants = [
  ['authorization_code', msg('Authorization code')],
  ['refresh_token', msg('Refresh token')],
  ['client_credentials', msg('Client credentials')],
  ['urn:ietf:params:oauth:grant-type:device_code', msg('Device code')],
] as const

const scopes = [
  ['openid', 'openid'],
  ['profile', 'profile'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['address', 'address'],
  ['groups', 'groups'],
  ['offline_access', 'offline_access'],
] as const

function More() {
  return (
    <Stack component="fieldset" gap={14} miw={0}>
      <legend>{t('Sign-out and security')}</legend>
      <SettingLines
        name="postLogoutRedirectUris"
        label={t('Post-sign-out redirect addresses')}
        optional
        help={t('One per line. Users return here after the application signs them out.')}
      />
      <SettingText
        name="backchannelLogoutUri"
        label={t('Back-channel logout address')}
        help={t('Claviger notifies the application here when a user signs out')}
      />
      <SettingText name="frontchannelLogoutUri" label={t('Front-channel logout address')} />
      <SettingSwitch name="pkceRequired" label={t('Require PKCE')} />
      <SettingSwitch name="requirePushedRequests" label={t('Require pushed authorization requests (PAR)')} />
      <SettingSwitch name="dpopRequired" label={t('Bind tokens to a key (DPoP)')} />
      <SettingChoice
        name="idTokenAlg"
        label={t('ID token signature algorithm')}
        options={[
          ['RS256', 'RS256'],
          ['ES256', 'ES256'],
        ]}
      />
      <SettingSwitch
        name="leanIdToken"
        label={t('Send only the user identifier in ID tokens')}
        help={t('Names, email addresses, and attributes are then available only from the UserInfo endpoint.')}
      />
    </Stack>
  )
}

const names: Readonly<Record<TlsSubject['by'], { label: string; example: string }>> = {
  dn: { label: msg('Distinguished name (DN)'), example: 'CN=machine,O=Example,C=DE' },
  dns: { label: msg('Host name'), example: 'machine.example.com' },
  uri: { label: msg('URI'), example: 'spiffe://example.com/machine' },
  ip: { label: msg('IP address'), example: '192.0.2.7' },
  email: { label: msg('Email'), example: 'machine@example.com' },
}

function VouchedName() {
  const { value, fault, set } = useSetting('tlsSubject')
  const { by, value: name } = (value as TlsSubject | null) ?? { by: 'dn', value: '' }
  return (
    <Grid columns={220} gap={14} align="start">
      <NativeSelect
        size="sm"
        label={t('Certificate subject field')}
        value={by}
        data={Object.entries(names).map(([one, { label }]) => ({ value: one, label: t(label) }))}
        onChange={event => set({ by: event.currentTarget.value, value: name })}
      />
      <TextInput
        size="sm"
        label={t('Value in the certificate')}
        placeholder={names[by].example}
        autoComplete="off"
        value={name}
        error={fault}
        onChange={event => set({ by, value: event.currentTarget.value })}
      />
    </Grid>
  )
}

function Keys() {
  const { all } = useSetting('jwksUri')
  const method = all['tokenEndpointAuthMethod']
  if (method === 'self_signed_tls_client_auth')
    return (
      <>
        <SettingCertificates
          name="clientCertificates"
          label={t('Client certificates')}
          help={t(
            'Requires that the server operator has configured the header in which the proxy passes certificates.',
          )}
          optional={false}
        />
        <SettingSwitch name="certificateBoundTokens" label={t('Bind tokens to the certificate')} />
      </>
    )
  if (method === 'tls_client_auth')
    return (
      <>
        <SettingCertificates
          name="clientAuthorities"
          label={t('Trusted certificate authorities')}
          help={t(
            'Requires that the server operator has configured the header in which the proxy passes certificates. Revocation is not checked.',
          )}
          optional={false}
        />
        <VouchedName />
        <SettingSwitch name="certificateBoundTokens" label={t('Bind tokens to the certificate')} />
      </>
    )
  if (method !== 'private_key_jwt') return null
  return <SettingText name="jwksUri" label={t('Public keys URL (JWKS)')} />
}

function DuoFields() {
  return (
    <>
      <SettingLines
        name="redirectUris"
        label={t('Redirect addresses')}
        help={t('One per line, exactly as the application sends them')}
      />
      <SettingChoice
        name="personBy"
        label={t('Identify users by')}
        options={[
          ['email', msg('Email')],
          ['userName', msg('User ID')],
        ]}
        help={t('The user who signs in here must match the name entered in the application.')}
      />
    </>
  )
}

export function OidcFields({ duo }: { duo: boolean }) {
  if (duo)
    return (
      <SettingsOf value="oidc">
        <DuoFields />
      </SettingsOf>
    )
  return (
    <SettingsOf value="oidc">
      <SettingLines
        name="redirectUris"
        label={t('Redirect addresses')}
        help={t('One per line, exactly as the application sends them')}
      />
      <SettingText
        name="startUrl"
        label={t('Start page')}
        placeholder="https://app.example.com"
        help={t('The page that My Apps opens. The application then sends users here to sign in.')}
      />
      <SettingText
        name="initiateLoginUri"
        label={t('Initiate-login address')}
        help={t('My Apps opens this address if there is no start page. Without both, the application has no tile.')}
      />
      <Grid columns={220} gap={14} align="start">
        <SettingChoice name="kind" label={t('Type')} options={kinds} />
        <SettingChoice name="tokenEndpointAuthMethod" label={t('Client authentication')} options={methods} />
      </Grid>
      <Keys />
      <DemandChoice />
      <ReauthenticationInterval />
      <Grid columns={220} gap={14} align="start">
        <SettingSome name="grantTypes" label={t('Grants')} options={grants} />
        <SettingSome name="scopes" label={t('Scopes')} options={scopes} />
      </Grid>
      <More />
    </SettingsOf>
  )
}
