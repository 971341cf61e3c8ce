import { type Preset, protocols, tokenAuthMethods } from '@claviger/contract/connect/identity-providers'
import { t } from '../../../ground/text/text.ts'
import { Choice } from '../../../ground/ui/fields/Choice.tsx'
import { Lines } from '../../../ground/ui/fields/Lines.tsx'
import { Password } from '../../../ground/ui/fields/Password.tsx'
import { Text } from '../../../ground/ui/fields/Text.tsx'
import { Tick } from '../../../ground/ui/fields/Tick.tsx'
import { useFormState } from '../../../ground/ui/form/context.ts'
import { known } from './presets.ts'

// How metadata begins
const start = '<EntityDescriptor …>'

/** Its name and which product it is. */
export function NameFields({ protocol }: { protocol: number }) {
  const options = Object.entries(known)
    .filter(([, one]) => one.speaks.includes(protocol))
    .map(([value, { name }]) => ({ value, label: t(name) }))
  return (
    <>
      <Choice name="preset" label={t('Kind')} options={options} />
      <Text
        name="name"
        label={t('Name')}
        autoComplete="off"
        help={t('It is shown on the button of the sign-in page.')}
      />
    </>
  )
}

/** What a provider that speaks OpenID Connect is known by. */
export function OidcFields({ kept }: { kept: boolean }) {
  const { fields } = useFormState()
  const { issuer } = known[(fields.values['preset'] as Preset | undefined) ?? 'generic']
  return (
    <>
      <Text
        name="issuer"
        label={t('Issuer')}
        type="url"
        autoComplete="off"
        placeholder={issuer ?? 'https://login.example.org'}
        help={t('As its discovery document says it; it is read when you save.')}
      />
      <Text name="clientId" label={t('Client ID')} autoComplete="off" />
      <Password
        name="clientSecret"
        label={t('Client secret')}
        autoComplete="off"
        help={kept ? t('Left empty, it stays as it is. For another issuer, enter it again.') : undefined}
      />
      <Choice
        name="tokenAuth"
        label={t('The secret is sent')}
        options={tokenAuthMethods.map(value => ({
          value,
          label: {
            client_secret_basic: t('In the header (basic)'),
            client_secret_post: t('In the form (post)'),
            none: t('Not at all (public client)'),
          }[value],
        }))}
      />
      <Tick
        name="signOutThere"
        label={t('Sign people out there as well when they sign out here')}
        help={t('Enter our address after sign-out there first; else people end on a page with an error.')}
      />
      <Lines name="scopes" label={t('Scopes')} optional help={t('Asked for besides openid, one a line.')} />
    </>
  )
}

/** What a SAML provider is known by. */
export function SamlFields({ kept }: { kept: boolean }) {
  return (
    <>
      <Text
        name="metadataUrl"
        label={t('Address of its metadata')}
        type="url"
        autoComplete="off"
        placeholder="https://idp.example.org/metadata"
        help={t(
          'Read when you save, and then each day; what it says wins over the fields below. Or paste the metadata, or fill in the fields.',
        )}
      />
      <Text name="metadata" label={t('Metadata')} lines={4} placeholder={start} />
      <Text name="entityId" label={t('Entity ID of the provider')} autoComplete="off" />
      <Text name="ssoUrl" label={t('Sign-in address')} type="url" autoComplete="off" />
      <Text
        name="sloUrl"
        label={t('Sign-out address')}
        type="url"
        autoComplete="off"
        help={t('Where people are signed out there, and where our answer goes when they began there.')}
      />
      <Choice
        name="ssoBinding"
        label={t('Requests are sent')}
        options={[
          { value: 'redirect', label: t('By redirect') },
          { value: 'post', label: t('As a form (POST)') },
        ]}
      />
      <Text
        name="certificates"
        label={t('Certificates')}
        lines={kept ? 6 : 4}
        placeholder="-----BEGIN CERTIFICATE-----"
        help={t('PEM, with which the provider signs. While it changes them, both.')}
      />
      <Choice
        name="nameIdFormat"
        label={t('Name of the person')}
        options={[
          { value: 'persistent', label: t('Persistent: never changes') },
          { value: 'email', label: t('Email address') },
          { value: 'unspecified', label: t('As the provider likes') },
        ]}
      />
      <Tick name="signRequests" label={t('Sign our requests')} />
      <Tick
        name="signOutThere"
        label={t('Sign people out there as well when they sign out here')}
        help={t('Where a sign-out address is known.')}
      />
      <Tick name="forceAuthn" label={t('Ask people to sign in there anew each time')} />
      <Tick
        name="unsolicited"
        label={t('Take answers that nobody here asked for')}
        help={t('For sign-ins that begin at the provider. Leave it off where nobody needs it.')}
      />
    </>
  )
}

/** The fields of a protocol. */
export const ProtocolFields = ({ protocol, kept }: { protocol: number; kept: boolean }) =>
  protocol === protocols.oidc ? <OidcFields kept={kept} /> : <SamlFields kept={kept} />
