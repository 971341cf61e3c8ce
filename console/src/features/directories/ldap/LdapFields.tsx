import { ldapFilters } from '@claviger/contract/directories/ldap'
import { Button } from '@mantine/core'
import { t } from '../../../ground/text/text.ts'
import { Password } from '../../../ground/ui/fields/Password.tsx'
import { Text } from '../../../ground/ui/fields/Text.tsx'
import { Tick } from '../../../ground/ui/fields/Tick.tsx'
import { useFormState } from '../../../ground/ui/form/context.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { useSession } from '../../../shell/session.tsx'
import classes from './ldap.module.css'
import { OneALine } from './OneALine.tsx'

/** The fields of a connection to a directory. */
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
        help={t('With ldap:// encryption begins by StartTLS.')}
      />
      <OneALine
        name="furtherUrls"
        label={t('Further servers')}
        help={t('One a line. They are asked where the first does not answer.')}
      />
      <Tick name="plain" label={t('Allow ldap:// without encryption')} />
      {fields.values['plain'] === true && (
        <Notice level="warning">
          {t('Whoever is on the way reads the password and all people. Use this only where nothing else is possible.')}
        </Notice>
      )}
      <Text
        name="certificate"
        label={t('Certificate authority')}
        lines={3}
        placeholder="-----BEGIN CERTIFICATE-----"
        help={t('PEM. Only where the certificate of the servers is from an authority of your own.')}
      />
      <Text name="baseDn" label={t('Base DN')} autoComplete="off" placeholder="ou=staff,dc=example,dc=com" />
      <OneALine name="furtherBaseDns" label={t('Further base DNs')} help={t('One a line.')} />
      <Text
        name="username"
        label={t('Username')}
        autoComplete="off"
        placeholder="cn=claviger,ou=services,dc=example,dc=com"
        help={t('An account that may read, and nothing else. Of Active Directory also name@domain.')}
      />
      <Password
        name="password"
        label={t('Password')}
        autoComplete="off"
        help={
          kept
            ? t(
                'Left empty, the one that is kept stays. It is asked for again when the servers, the authority or the username change.',
              )
            : undefined
        }
      />
      <div className={classes.row}>
        <Button variant="default" size="compact-xs" onClick={() => fill(ldapFilters.activeDirectory)}>
          {t('Filters of Active Directory')}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => fill(ldapFilters.other)}>
          {t('Filters of OpenLDAP and others')}
        </Button>
      </div>
      <Text name="personFilter" label={t('Filter for people')} lines={2} autoComplete="off" />
      <Text
        name="groupFilter"
        label={t('Filter for groups')}
        lines={2}
        autoComplete="off"
        help={t('Empty: no groups are read.')}
      />
      {can('directories.grant') && (
        <Tick
          name="passwords"
          label={t('People may sign in with their password there')}
          help={t('People without a role, where their authentication profile leaves the password.')}
        />
      )}
    </>
  )
}
