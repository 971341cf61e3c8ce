import { ActionIcon, Button, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { DemandChoice } from './DemandChoice.tsx'
import { ReauthenticationInterval } from './ReauthenticationInterval.tsx'
import { sourceNames } from './demands.ts'
import {
  SettingCertificates,
  SettingChoice,
  SettingsOf,
  SettingSwitch,
  SettingText,
  useSetting,
} from './setting-fields.tsx'

interface Acs {
  url: string
  binding: 'post'
  isDefault: boolean
  indexes?: number[] | undefined
}

const formats = [
  ['persistent', msg('ID that never changes (persistent)')],
  ['email', msg('Email address')],
  ['transient', msg('New ID for each sign-in (transient)')],
  ['unspecified', msg('Unspecified')],
] as const

const sources = (
  ['email', 'userName', 'id', 'attribute1', 'attribute2', 'attribute3', 'attribute4', 'attribute5'] as const
).map(source => [source, sourceNames[source]] as const)

const persistentNames = [
  ['random', msg('Random, different for each application')] as const,
  ...sources.filter(([source]) => source !== 'email'),
]

const bindings = [
  ['redirect', 'HTTP-Redirect'],
  ['post', 'HTTP-POST'],
] as const

/** Assertion consumer service URLs; assertions are never sent to any other address. */
function Addresses() {
  const { value, set, fault } = useSetting('acs')
  const rows = value as readonly Acs[]
  const change = (at: number, to: Partial<Acs>) => set(rows.map((row, n) => (n === at ? { ...row, ...to } : row)))
  return (
    <Stack component="fieldset" gap={14} miw={0}>
      <legend>{t('Assertion consumer service (ACS) URLs')}</legend>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place: two may be empty
        <Grid
          columns="minmax(0, 1fr) 144px auto"
          gap={8}
          align="end"
          below={768}
          narrow="minmax(0, 1fr) auto"
          lead
          key={at}
        >
          <TextInput
            size="sm"
            aria-label={t('URL {n}', { n: at + 1 })}
            value={row.url}
            {...(row.indexes?.length && { description: t('Index {list}', { list: row.indexes.join(', ') }) })}
            onChange={event => change(at, { url: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('Remove URL {n}', { n: at + 1 })}
            disabled={rows.length === 1}
            onClick={() => set(rows.filter((_row, n) => n !== at))}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Grid>
      ))}
      {fault !== undefined && <p className="cv-bad">{fault}</p>}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => set([...rows, { url: '', binding: 'post', isDefault: false }])}
        >
          {t('Add URL')}
        </Button>
      </div>
    </Stack>
  )
}

/** The identifier that the application uses for users. */
function NameId() {
  const { value: format } = useSetting('nameIdFormat')
  const { value: persistent } = useSetting('persistentSource')
  const guards = t(
    'An attribute you choose here identifies users: each value must be unique, and only administrators who manage applications and approved directories can change it.',
  )
  return (
    <>
      <Grid columns={220} gap={14} align="start">
        <SettingChoice name="nameIdFormat" label={t('Name ID format')} options={formats} />
        {format === 'persistent' && (
          <SettingChoice name="persistentSource" label={t('Name ID value')} options={persistentNames} help={guards} />
        )}
        {(format === 'email' || format === 'unspecified') && (
          <SettingChoice name="nameIdSource" label={t('Name ID value')} options={sources} help={guards} />
        )}
      </Grid>
      {format === 'persistent' && persistent !== 'random' && (
        <SettingSwitch
          name="nameIdBase64"
          label={t('Send GUIDs in base64')}
          help={t('Microsoft Entra ID calls this value ImmutableID. Values that are not GUIDs are sent unchanged.')}
        />
      )}
    </>
  )
}

const mfaNames = [
  ['refeds', 'https://refeds.org/profile/mfa'],
  ['microsoft', 'http://schemas.microsoft.com/claims/multipleauthn'],
] as const

export function SamlFields() {
  return (
    <SettingsOf value="saml">
      <SettingText name="entityId" label={t('Entity ID')} optional={false} />
      <Addresses />
      <NameId />
      <DemandChoice />
      <ReauthenticationInterval />
      <SettingChoice
        name="mfaClass"
        label={t('Authentication context for two factors')}
        options={mfaNames}
        help={t('Sent unless the application requests another one. Microsoft Entra ID expects its own.')}
      />
      <SettingText
        name="startUrl"
        label={t('Start page')}
        placeholder="https://app.example.com"
        help={t('The page that My Apps opens. The application then sends users here to sign in.')}
      />
      <SettingSwitch
        name="allowIdpInitiated"
        label={t('Allow opening from My Apps (IdP-initiated)')}
        help={t(
          'Unsolicited assertions are easier to steal. Turn this on only if the application supports no other way.',
        )}
      />
      <SettingText
        name="relayState"
        label={t('Default RelayState')}
        help={t('RelayState for sign-ins that start in My Apps')}
      />
      <Grid columns={220} gap={14} align="start">
        <SettingText name="sloUrl" label={t('Single logout URL')} />
        <SettingChoice name="sloBinding" label={t('Single logout binding')} options={bindings} />
      </Grid>
      <Stack component="fieldset" gap={14} miw={0}>
        <legend>{t('Signatures and encryption')}</legend>
        <SettingChoice
          name="sign"
          label={t('Signed element')}
          options={[
            ['assertion', msg('Assertion')],
            ['response', msg('Response')],
            ['both', msg('Both')],
          ]}
        />
        <SettingCertificates name="spCertificates" label={t('Application certificates')} />
        <SettingSwitch name="requestsSigned" label={t('Require signed requests')} />
        <SettingSwitch name="encrypt" label={t('Encrypt assertions')} />
        <SettingText
          name="encryptionCertificate"
          label={t('Encryption certificate')}
          placeholder="-----BEGIN CERTIFICATE-----"
          lines={4}
        />
      </Stack>
    </SettingsOf>
  )
}
