import { ldap } from '@claviger/contract/directories/ldap'
import { Button, Group, Stack } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { LdapSample } from './LdapSample.tsx'
import { LdapSteps } from './LdapSteps.tsx'

export function LdapCheck({ id, approved }: { id: string; approved: boolean }) {
  const check = useWrite(ldap.check)
  const sample = useWrite(ldap.sample)
  return (
    <Stack gap={12}>
      {!approved && (
        <Notice>
          {t("An owner must approve the access of this directory first. Private hosts aren't contacted before that.")}
        </Notice>
      )}
      <Group gap={8} align="stretch">
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ id })}>
          {t('Check connection')}
        </Button>
        <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate({ id, count: 5 })}>
          {t('Show sample users')}
        </Button>
      </Group>
      {check.data && <LdapSteps steps={check.data.steps} />}
      {sample.data && <LdapSample people={sample.data.items} />}
    </Stack>
  )
}
