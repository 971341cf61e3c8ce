import {
  assurancePreset,
  type Preset,
  protocols,
  tokenAuthMethods,
} from '@claviger/contract/connect/identity-providers'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Lines } from '#platform/ui/fields/Lines.tsx'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { known } from './provider-presets.ts'

const start = '<EntityDescriptor …>'

/** `kept` is the type of a saved provider, which can't begin or stop to verify identities. */
export function NameFields({ protocol, kept }: { protocol: number; kept: string | undefined }) {
  const { fields } = useFormState()
  const assures = fields.values['preset'] === assurancePreset
  const options = Object.entries(known)
    .filter(([, one]) => one.speaks.includes(protocol))
    .filter(([value]) => kept === undefined || (value === assurancePreset) === (kept === assurancePreset))
    .map(([value, { name }]) => ({ value, label: t(name) }))
  return (
    <>
      <Choice name="preset" label={t('Type')} options={options} />
      <Text
        name="name"
        label={t('Name')}
        autoComplete="off"
        help={assures ? t('Shown on the button on card pages') : t('Shown on the button on the sign-in page')}
      />
    </>
  )
}

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
        help={t("As in the provider's discovery document, which is read when you save")}
      />
      <Text name="clientId" label={t('Client ID')} autoComplete="off" />
      <Password
        name="clientSecret"
        label={t('Client secret')}
        autoComplete="off"
        help={
          kept
            ? t('Leave empty to keep the current secret. If you change the issuer, enter the secret again.')
            : undefined
        }
      />
      <Choice
        name="tokenAuth"
        label={t('Client authentication')}
        options={tokenAuthMethods.map(value => ({
          value,
          label: {
            client_secret_basic: t('Secret in the header (basic)'),
            client_secret_post: t('Secret in the form (post)'),
            none: t('None (public client)'),
          }[value],
        }))}
      />
      {fields.values['preset'] !== assurancePreset && (
        <Tick
          name="signOutThere"
          label={t('Sign users out of the provider when they sign out here')}
          help={t("First enter Claviger's post-sign-out URL at the provider. Otherwise, users see an error page.")}
        />
      )}
      <Lines name="scopes" label={t('Scopes')} optional help={t('Requested in addition to openid, one per line')} />
    </>
  )
}

export function SamlFields({ kept }: { kept: boolean }) {
  return (
    <>
      <Text
        name="metadataUrl"
        label={t('Metadata URL')}
        type="url"
        autoComplete="off"
        placeholder="https://idp.example.org/metadata"
        help={t(
          'Read when you save and then every day. It overrides the fields below. You can also paste the metadata or fill in the fields.',
        )}
      />
      <Text name="metadata" label={t('Metadata')} lines={4} placeholder={start} />
      <Text name="entityId" label={t('Provider entity ID')} autoComplete="off" />
      <Text name="ssoUrl" label={t('Sign-in URL')} type="url" autoComplete="off" />
      <Text
        name="sloUrl"
        label={t('Sign-out URL')}
        type="url"
        autoComplete="off"
        help={t('SAML single logout endpoint for sign-out requests and responses')}
      />
      <Choice
        name="ssoBinding"
        label={t('Request binding')}
        options={[
          { value: 'redirect', label: t('Redirect') },
          { value: 'post', label: t('Form (POST)') },
        ]}
      />
      <Text
        name="certificates"
        label={t('Certificates')}
        lines={kept ? 6 : 4}
        placeholder="-----BEGIN CERTIFICATE-----"
        help={t("The provider's signing certificate in PEM format. During a rollover, enter both.")}
      />
      <Choice
        name="nameIdFormat"
        label={t('Name ID format')}
        options={[
          { value: 'persistent', label: t('Persistent: never changes') },
          { value: 'email', label: t('Email address') },
          { value: 'unspecified', label: t('Unspecified: the provider decides') },
        ]}
      />
      <Tick name="signRequests" label={t('Sign requests')} />
      <Tick
        name="signOutThere"
        label={t('Sign users out of the provider when they sign out here')}
        help={t('Only if there is a sign-out URL')}
      />
      <Tick name="forceAuthn" label={t('Require a new sign-in at the provider each time')} />
      <Tick
        name="unsolicited"
        label={t('Accept unsolicited responses (IdP-initiated)')}
        help={t("For sign-ins that start at the provider. Leave off if you don't need this.")}
      />
    </>
  )
}

export const ProtocolFields = ({ protocol, kept }: { protocol: number; kept: boolean }) =>
  protocol === protocols.oidc ? <OidcFields kept={kept} /> : <SamlFields kept={kept} />
