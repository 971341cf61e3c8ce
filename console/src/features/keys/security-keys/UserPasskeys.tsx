import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import type { KeyPasskey } from '@claviger/contract/keys/security-keys'
import type { User } from '@claviger/contract/people/users'
import { Menu } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { AddPasskey } from './passport/AddPasskey.tsx'
import { PasskeyRows } from './passport/PasskeyRows.tsx'

export interface AddingPasskeys {
  user: User
  atSite: () => void
}

export function UserPasskeys({ user, Add }: { user: User; Add: ComponentType<AddingPasskeys> }) {
  const { can } = useSession()
  const [going, setGoing] = useState<KeyPasskey | null>(null)
  const [adding, setAdding] = useState(false)
  const list = useRead(securityKeys.ofPerson, { id: user.id }, { quiet: true, ...(adding && { every: 3000 }) })
  const menuOf = (one: KeyPasskey) =>
    (can('keys.write') || can('activity.read')) && (
      <MoreMenu bare label={t('Actions for {name}', { name: `${one.rpId}, ${one.securityKeyName}` })}>
        {can('activity.read') && (
          <Menu.Item
            component={Link}
            to={`/dashboard/activity-logs/of/${one.id}` as '/'}
            search={{ name: one.rpId } as never}
          >
            {t('Activity')}
          </Menu.Item>
        )}
        {can('keys.write') && (
          <Menu.Item data-danger onClick={() => setGoing(one)}>
            {t('Delete…')}
          </Menu.Item>
        )}
      </MoreMenu>
    )
  const isEmpty = list.data?.items.length === 0
  const add = can('keys.write') && <Add user={user} atSite={() => setAdding(true)} />
  return (
    <Card title={t('Passkeys')} flush right={!isEmpty && add}>
      <Waiting on={list} what={t('the passkeys')}>
        {list.data && list.data.items.length > 0 ? (
          <PasskeyRows of={list.data.items} menuOf={menuOf} />
        ) : (
          <EmptyState title={t('No passkeys yet')} action={add} icon={IconFingerprint}>
            {t("A passkey appears here when one of this user's keys is first used to sign in at a site.")}
          </EmptyState>
        )}
      </Waiting>
      {adding && <AddPasskey user={user} passkeys={list.data?.items ?? []} close={() => setAdding(false)} />}
      {going && (
        <ConfirmCall
          of={keyActCalls.removePasskey}
          input={{ id: user.id, credentialId: going.id }}
          title={t('Delete 1 passkey?')}
          keep={t('Keep passkey')}
          act={t('Delete 1 passkey')}
          said={t('Passkey deleted')}
          close={() => setGoing(null)}
        >
          <p>
            <strong>{t('It can no longer be used to sign in to {site}.', { site: going.rpId })}</strong>{' '}
            {t('If its key has no other passkey, the key is also deleted.')}
          </p>
          <p>{t("You can't undo this.")}</p>
        </ConfirmCall>
      )}
    </Card>
  )
}
