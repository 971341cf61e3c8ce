import type { DirectoryConnection } from '@claviger/contract/directories/connections'
import { ldap, ldapFilters, type LdapConnection } from '@claviger/contract/directories/ldap'
import { Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Values } from '#platform/ui/form/useFields.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import type { ConnectFormProps } from '../connections/connect-form.ts'
import { LdapCheck } from './LdapCheck.tsx'
import { LdapFields } from './LdapFields.tsx'
import { LdapTryOut } from './LdapTryOut.tsx'
import { BlockedAddresses } from '#features/tenancy/private-targets/BlockedAddresses.tsx'

const startOf = (of: LdapConnection | null): Values => ({
  name: of?.name ?? '',
  ldapUrl: of?.ldapUrl ?? '',
  furtherUrls: of?.furtherUrls ?? [],
  plain: of?.plain ?? false,
  baseDn: of?.baseDn ?? '',
  furtherBaseDns: of?.furtherBaseDns ?? [],
  username: of?.username ?? '',
  password: '',
  certificate: of?.certificate ?? '',
  personFilter: of?.personFilter ?? ldapFilters.activeDirectory.people,
  groupFilter: of?.groupFilter ?? ldapFilters.activeDirectory.groups,
  passwords: of?.passwords ?? false,
})

function Fields({ of, done }: { of: LdapConnection | null; done: ConnectFormProps['done'] }) {
  return (
    <Form
      of={ldap.update}
      start={startOf(of)}
      {...(of ? { fixed: { id: of.id, version: of.version } } : { needed: ['name', 'password'] })}
      faultsOf={({ password }): Record<string, string> =>
        of === null && password === '' ? { password: t('Password is required') } : {}
      }
      done={({ id, name }) => {
        toast('success', t('{name} saved', { name }))
        done(id)
      }}
    >
      <LdapFields kept={of !== null} />
      <LdapTryOut id={of?.id} />
      <Foot save={of ? t('Save connection') : t('Connect directory')} whenChanged={of !== null} />
    </Form>
  )
}

function Kept({ connection, done }: { connection: DirectoryConnection; done: ConnectFormProps['done'] }) {
  const read = useRead(ldap.get, { id: connection.id })
  return (
    <Waiting on={read} what={t('the connection')}>
      {read.data && (
        <Stack gap={20}>
          <BlockedAddresses feature="directories" />
          <LdapCheck id={connection.id} approved={connection.reach.approvedBy !== null} />
          <Fields key={read.data.version} of={read.data} done={done} />
        </Stack>
      )}
    </Waiting>
  )
}

export default function LdapForm({ connection, done }: ConnectFormProps) {
  return connection ? <Kept connection={connection} done={done} /> : <Fields of={null} done={done} />
}
