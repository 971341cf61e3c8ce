import { sharing } from '@claviger/contract/keys/sharing'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { IconKey, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const

export function OpenedAccounts({ user }: { user: User }) {
  const { can } = useSession()
  const read = useRead(sharing.accounts, { id: user.id }, { quiet: true })
  const choose = useWrite(sharing.makeDefault)
  const items = read.data?.items ?? []
  return (
    <Card title={t('Accounts available with their cards')} flush>
      <Waiting on={read} what={t('the accounts')}>
        <IconRows>
          {items.map(account => (
            <IconRow
              key={account.id}
              icon={<IconUser {...icon} />}
              name={
                <>
                  <Link to={`/dashboard/users/${account.id}` as '/'}>{account.name}</Link>{' '}
                  {account.isDefault && <Tag tone="accent">{t('Default')}</Tag>}
                </>
              }
              about={account.own ? t('Own account') : account.userId}
              last={null}
              menu={
                can('keys.write') &&
                !account.isDefault && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('Make default: {name}', { name: account.name })}
                    disabled={choose.isPending}
                    onClick={() =>
                      choose.mutate(
                        { id: user.id, accountId: account.own ? null : account.id },
                        { onSuccess: () => toast('success', t('{name} is now the default', { name: account.name })) },
                      )
                    }
                  >
                    {t('Make default')}
                  </Button>
                )
              }
            />
          ))}
        </IconRows>
      </Waiting>
    </Card>
  )
}

export function SharedPasskeys({ user }: { user: User }) {
  const read = useRead(sharing.passkeys, { id: user.id }, { quiet: true })
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t('Shared passkeys')} flush>
      <IconRows>
        {items.map(passkey => (
          <IconRow
            key={passkey.id}
            icon={<IconKey {...icon} />}
            name={passkey.site}
            about={t('{userName} · account of {name}', {
              userName: passkey.userName ?? passkey.account.userId,
              name: passkey.account.name,
            })}
            last={
              passkey.lastUsedAt === null ? (
                t('Not used yet')
              ) : (
                <Trans id="Used <0/>" components={[<When key="0" at={passkey.lastUsedAt} as="ago" />]} />
              )
            }
            menu={null}
          />
        ))}
      </IconRows>
    </Card>
  )
}
