import { personalAccounts } from '@claviger/contract/people/personal-accounts'
import type { PersonalAccount } from '@claviger/contract/people/personal-accounts'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { Button, Group, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'

function Account({ account, domain, workspace }: { account: PersonalAccount; domain: TrustDomain; workspace: string }) {
  const add = useWrite(personalAccounts.add, {
    done: () =>
      toast('success', t('{name} added to {workspace}', { name: account.name, workspace }), {
        detail: t('The activation email is on its way.'),
      }),
  })
  return (
    <Group component="li" gap={12} justify="space-between" wrap="nowrap" py={10}>
      <Stack component="span" className="cv-wrap" gap={0} miw={0}>
        <strong>{account.name}</strong>
        <span className="cv-muted">{account.email}</span>
      </Stack>
      {account.joined ? (
        <Tag>{t('Already a user')}</Tag>
      ) : (
        domain.status === trustStatus.verified && (
          <Button
            variant="default"
            loading={add.isPending}
            onClick={() => add.mutate({ id: domain.id, userId: account.id })}
            aria-label={t('Add user {name}', { name: account.name })}
          >
            {t('Add user')}
          </Button>
        )
      )}
    </Group>
  )
}

export function PersonalAccounts({ domain, workspace }: { domain: TrustDomain; workspace: string }) {
  const list = useRead(personalAccounts.list, { id: domain.id, pageSize: 100 })
  const items = list.data?.items ?? []
  return (
    <Waiting on={list} what={t('the personal accounts')}>
      {items.length === 0 ? (
        <p>{t('No personal accounts use an address at {domain}.', { domain: domain.domain })}</p>
      ) : (
        <>
          {domain.status !== trustStatus.verified && (
            <Notice>{t('You can add these people to {workspace} once the domain is verified.', { workspace })}</Notice>
          )}
          <ul className="cv-ruled">
            {items.map(account => (
              <Account key={account.id} account={account} domain={domain} workspace={workspace} />
            ))}
          </ul>
        </>
      )}
    </Waiting>
  )
}
