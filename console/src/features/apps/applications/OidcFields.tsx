import type { TlsSubject } from '@claviger/contract/apps/applications'
import { NativeSelect, TextInput } from '@mantine/core'
import { msg, t } from '../../../ground/text/text.ts'
import { demandNames } from './demands.ts'
import {
  SettingCertificates,
  SettingChoice,
  SettingLines,
  SettingsOf,
  SettingSome,
  SettingSwitch,
  SettingText,
  useSetting,
} from './setting.tsx'
import classes from './apps.module.css'

const kinds = [
  ['web', msg('Web application with a server')],
  ['spa', msg('Web page without a server')],
  ['native', msg('Program or mobile app')],
  ['service', msg('Service without people')],
  ['device', msg('Device without a keyboard')],
] as const

const methods = [
  ['client_secret_basic', msg('Secret in the header (basic)')],
  ['client_secret_post', msg('Secret in the body (post)')],
  ['client_secret_jwt', msg('Signed with the secret (JWT)')],
  ['private_key_jwt', msg('Signed with its own key (JWT)')],
  ['self_signed_tls_client_auth', msg('Certificate shown to our proxy (TLS)')],
  ['tls_client_auth', msg('Certificate of an authority, shown to our proxy (TLS)')],
  ['none', msg('No secret, PKCE alone')],
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
    <fieldset className={classes.group}>
      <legend>{t('Sign-out and rules of its own')}</legend>
      <SettingLines
        name="postLogoutRedirectUris"
        label={t('Addresses after signing out')}
        optional
        help={t('One a line. Where people are sent back to when the application signs them out.')}
      />
      <SettingText
        name="backchannelLogoutUri"
        label={t('Back-channel logout address')}
        help={t('It is told there when somebody signs out here.')}
      />
      <SettingText name="frontchannelLogoutUri" label={t('Front-channel logout address')} />
      <SettingSwitch name="pkceRequired" label={t('PKCE is required')} />
      <SettingSwitch name="requirePushedRequests" label={t('Requests have to be pushed (PAR)')} />
      <SettingSwitch name="dpopRequired" label={t('Tokens are bound to a key (DPoP)')} />
      <SettingChoice
        name="idTokenAlg"
        label={t('Signature of ID tokens')}
        options={[
          ['RS256', 'RS256'],
          ['ES256', 'ES256'],
        ]}
      />
      <SettingSwitch
        name="leanIdToken"
        label={t('ID tokens say only who signed in')}
        help={t('Names, addresses and attributes are then told at UserInfo alone, for applications that ask there.')}
      />
    </fieldset>
  )
}

const names: Readonly<Record<TlsSubject['by'], { label: string; example: string }>> = {
  dn: { label: msg('Distinguished name (DN)'), example: 'CN=machine,O=Example,C=DE' },
  dns: { label: msg('Host name'), example: 'machine.example.com' },
  uri: { label: msg('Address (URI)'), example: 'spiffe://example.com/machine' },
  ip: { label: msg('IP address'), example: '192.0.2.7' },
  email: { label: msg('Email'), example: 'machine@example.com' },
}

/** By what of its certificate an application is known. */
function VouchedName() {
  const { value, fault, set } = useSetting('tlsSubject')
  const { by, value: name } = (value as TlsSubject | null) ?? { by: 'dn', value: '' }
  return (
    <div className={classes.pair}>
      <NativeSelect
        size="sm"
        label={t('Known by')}
        value={by}
        data={Object.entries(names).map(([one, { label }]) => ({ value: one, label: t(label) }))}
        onChange={event => set({ by: event.currentTarget.value, value: name })}
      />
      <TextInput
        size="sm"
        label={t('As its certificate has it')}
        placeholder={names[by].example}
        autoComplete="off"
        value={name}
        error={fault}
        onChange={event => set({ by, value: event.currentTarget.value })}
      />
    </div>
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
          label={t('Its certificates')}
          help={t('Only where the operator has named the header in which the proxy hands them on.')}
          optional={false}
        />
        <SettingSwitch name="certificateBoundTokens" label={t('Tokens are bound to the certificate')} />
      </>
    )
  if (method === 'tls_client_auth')
    return (
      <>
        <SettingCertificates
          name="clientAuthorities"
          label={t('Authorities that vouch for it')}
          help={t(
            'Only where the operator has named the header in which the proxy hands certificates on. Whether one was revoked is not looked up.',
          )}
          optional={false}
        />
        <VouchedName />
        <SettingSwitch name="certificateBoundTokens" label={t('Tokens are bound to the certificate')} />
      </>
    )
  if (method !== 'private_key_jwt') return null
  return <SettingText name="jwksUri" label={t('Address of its public keys (JWKS)')} />
}

/** Of what speaks Duo: where it is answered, and whom it names. */
function DuoFields() {
  return (
    <>
      <SettingLines
        name="redirectUris"
        label={t('Redirect addresses')}
        help={t('One a line, letter by letter as the application sends them.')}
      />
      <SettingChoice
        name="personBy"
        label={t('It names people by')}
        options={[
          ['email', msg('Email')],
          ['userName', msg('User ID')],
        ]}
        help={t('Whoever signs in here must have the name that was typed there.')}
      />
    </>
  )
}

/** What an OpenID Connect application may do, within the form around it. */
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
        help={t('One a line, letter by letter as the application sends them.')}
      />
      <SettingText
        name="initiateLoginUri"
        label={t('Initiate-login address')}
        help={t('Opens the application from My Apps; without it there is no tile.')}
      />
      <div className={classes.pair}>
        <SettingChoice name="kind" label={t('Kind')} options={kinds} />
        <SettingChoice name="tokenEndpointAuthMethod" label={t('How it proves itself')} options={methods} />
      </div>
      <Keys />
      <SettingChoice
        name="demand"
        label={t('People must have signed in with')}
        options={demandNames}
        help={t('Whoever signed in otherwise is asked to do it again.')}
      />
      <div className={classes.pair}>
        <SettingSome name="grantTypes" label={t('Grants')} options={grants} />
        <SettingSome name="scopes" label={t('Scopes')} options={scopes} />
      </div>
      <More />
    </SettingsOf>
  )
}
