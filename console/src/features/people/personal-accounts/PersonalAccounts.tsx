import { personalAccounts } from '@claviger/contract/people/personal-accounts'
import type { PersonalAccount } from '@claviger/contract/people/personal-accounts'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { Button } from '@mantine/core'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { Panel } from '../../../ground/ui/over/Panel.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import classes from './accounts.module.css'

function Account({ account, domain, workspace }: { account: PersonalAccount; domain: TrustDomain; workspace: string }) {
  const add = useWrite(personalAccounts.add, {
    done: () =>
      toast('success', `${account.name} added to ${workspace}`, { detail: 'The activation email is on its way.' }),
  })
  return (
    <li>
      <span>
        <strong>{account.name}</strong>
        <span className={classes.email}>{account.email}</span>
      </span>
      {account.joined ? (
        <Tag>User already</Tag>
      ) : (
        domain.status === trustStatus.verified && (
          <Button
            variant="default"
            loading={add.isPending}
            onClick={() => add.mutate({ id: domain.id, userId: account.id })}
            aria-label={`Add user ${account.name}`}
          >
            Add user
          </Button>
        )
      )}
    </li>
  )
}

/** A drawer with the people who registered for themselves with an address of the domain. */
export default function PersonalAccounts({
  domain,
  workspace,
  close,
}: {
  domain: TrustDomain
  workspace: string
  close: () => void
}) {
  const list = useRead(personalAccounts.list, { id: domain.id, pageSize: 100 })
  const items = list.data?.items ?? []
  return (
    <Panel open title={`Personal accounts at ${domain.domain}`} close={close}>
      <div className={classes.page}>
        {domain.status !== trustStatus.verified && (
          <Notice>These people can be added to {workspace} once the domain is verified.</Notice>
        )}
        <Waiting on={list} what="the personal accounts">
          {items.length === 0 ? (
            <EmptyState title="No personal accounts">
              Nobody has registered for themselves with an address at {domain.domain}.
            </EmptyState>
          ) : (
            <ul className={classes.accounts}>
              {items.map(account => (
                <Account key={account.id} account={account} domain={domain} workspace={workspace} />
              ))}
            </ul>
          )}
        </Waiting>
      </div>
    </Panel>
  )
}
