import { type ExternalAccount, externalSignIn } from '@claviger/contract/access/external-sign-in'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { nameOf } from '#features/people/users/user-status.ts'

export function ExternalAccounts() {
  const accounts = useRead(externalSignIn.mine, {}, { quiet: true })
  const leaving = useLeaving()
  const disconnect = useWrite(externalSignIn.disconnect, { done: leaving.left })
  return (
    <Accounts
      items={accounts.data?.items}
      leaving={leaving}
      says={t(
        'You can no longer sign in with this account, and sessions that used it end. Make sure you have another sign-in method.',
      )}
      busy={disconnect.isPending}
      disconnect={({ id }) => disconnect.mutate({ id }, { onError: leaving.close })}
    />
  )
}

export function ExternalAccountsOf({ user, may }: { user: User; may: boolean }) {
  const accounts = useRead(externalSignIn.ofUser, { id: user.id }, { quiet: true })
  const leaving = useLeaving()
  const disconnect = useWrite(externalSignIn.disconnectOfUser, { done: leaving.left })
  return (
    <Accounts
      items={accounts.data?.items}
      leaving={may ? leaving : undefined}
      says={t(
        "This ends {name}'s sessions that used this account. {name} can't sign in with it until it's connected again.",
        {
          name: nameOf(user),
        },
      )}
      busy={disconnect.isPending}
      disconnect={({ id }) => disconnect.mutate({ id: user.id, provider: id }, { onError: leaving.close })}
    />
  )
}

function useLeaving() {
  const [account, setAccount] = useState<ExternalAccount | null>(null)
  const close = () => setAccount(null)
  return {
    account,
    choose: setAccount,
    close,
    left() {
      toast('success', t('{name} disconnected', { name: account?.name ?? '' }))
      close()
    },
  }
}

function Accounts({
  items = [],
  leaving,
  says,
  busy,
  disconnect,
}: {
  items: readonly ExternalAccount[] | undefined
  leaving: ReturnType<typeof useLeaving> | undefined
  says: string
  busy: boolean
  disconnect: (account: ExternalAccount) => void
}) {
  if (items.length === 0) return null
  const account = leaving?.account
  return (
    <Card title={t('Identity provider accounts')} flush>
      <IconRows>
        {items.map(one => (
          <IconRow
            key={one.id}
            icon={<IconPlugConnected size={20} stroke={1.6} aria-hidden />}
            name={<strong>{one.name}</strong>}
            about={<Trans id="connected <0/>" components={[<When key="0" at={one.linkedAt} as="day" />]} />}
            menu={
              leaving && (
                <Button
                  variant="default"
                  onClick={() => leaving.choose(one)}
                  aria-label={t('Disconnect {name}', { name: one.name })}
                >
                  {t('Disconnect…')}
                </Button>
              )
            }
          />
        ))}
      </IconRows>
      {leaving && account && (
        <Confirm
          open
          title={t('Disconnect “{name}”?', { name: account.name })}
          keep={t('Keep')}
          act={t('Disconnect')}
          busy={busy}
          close={leaving.close}
          confirm={() => disconnect(account)}
        >
          <p>{says}</p>
        </Confirm>
      )}
    </Card>
  )
}
