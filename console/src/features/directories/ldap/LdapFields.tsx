import { ldapFilters } from '@claviger/contract/directories/ldap'
import { Button, Group } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { LinesField } from './LinesField.tsx'

export function LdapFields({ kept }: { kept: boolean }) {
  const { fields } = useFormState()
  const { can } = useSession()
  const fill = ({ people, groups }: { people: string; groups: string }) => {
    fields.set('personFilter', people)
    fields.set('groupFilter', groups)
  }
  return (
    <>
      <Text name="name" label={t('Name')} autoComplete="off" maxLength={100} autoFocus={!kept} />
      <Text
        name="ldapUrl"
        label={t('LDAP URL')}
        autoComplete="off"
        placeholder="ldaps://dc1.example.com"
        help={t('With ldap://, the connection is encrypted with StartTLS.')}
      />
      <LinesField
        name="furtherUrls"
        label={t('Failover servers')}
        help={t("One per line. Used when the first server doesn't respond.")}
      />
      <Tick name="plain" label={t('Allow ldap:// without encryption')} />
      {fields.values['plain'] === true && (
        <Notice level="warning">
          {t(
            "Anyone on the network path can read the password and all user data. Use this only if encryption isn't possible.",
          )}
        </Notice>
      )}
      <Text
        name="certificate"
        label={t('Certificate authority')}
        lines={3}
        placeholder="-----BEGIN CERTIFICATE-----"
        help={t('PEM. Required only if the servers use a certificate from your own authority.')}
      />
      <Text name="baseDn" label={t('Base DN')} autoComplete="off" placeholder="ou=staff,dc=example,dc=com" />
      <LinesField name="furtherBaseDns" label={t('Additional base DNs')} help={t('One per line')} />
      <Text
        name="username"
        label={t('Username')}
        autoComplete="off"
        placeholder="cn=claviger,ou=services,dc=example,dc=com"
        help={t('A read-only account. Active Directory also accepts name@domain.')}
      />
      <Password
        name="password"
        label={t('Password')}
        autoComplete="off"
        help={
          kept
            ? t(
                'Leave empty to keep the stored password. You must enter it again when you change the servers, the certificate authority, or the username.',
              )
            : undefined
        }
      />
      <Group gap={8} align="stretch">
        <Button variant="default" size="compact-xs" onClick={() => fill(ldapFilters.activeDirectory)}>
          {t('Use Active Directory filters')}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => fill(ldapFilters.other)}>
          {t('Use OpenLDAP filters')}
        </Button>
      </Group>
      <Text name="personFilter" label={t('User filter')} lines={2} autoComplete="off" />
      <Text
        name="groupFilter"
        label={t('Group filter')}
        lines={2}
        autoComplete="off"
        help={t('Leave empty to import no groups')}
      />
      {can('directories.grant') && (
        <Tick
          name="passwords"
          label={t('Users can sign in with their directory password')}
          help={t('Applies to users without a role whose authentication profile allows passwords.')}
        />
      )}
    </>
  )
}
