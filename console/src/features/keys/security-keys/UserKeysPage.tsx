import { securityKeys } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useSession } from '#shell/session.tsx'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { useKeyActs } from '../key-acts/useKeyActs.tsx'
import { KeyStatus } from './key-columns.tsx'
import { keyIcons, markOf, verificationOf } from '../key-labels.ts'

const AssignKey = lazy(() => import('../key-assignment/AssignKey.tsx'))

function Row({ of, write }: { of: SecurityKey; write: boolean }) {
  const { items, dialog } = useKeyActs(of)
  const Icon = keyIcons[of.picture]
  return (
    <>
      <IconRow
        icon={<Icon size={20} stroke={1.6} aria-hidden />}
        name={
          <>
            <Link to={`/dashboard/security-keys/${of.id}` as '/'}>
              <strong>{of.name}</strong>
            </Link>{' '}
            <KeyStatus of={of} /> {of.isDefault && <Tag tone="accent">{t('Default')}</Tag>}
          </>
        }
        about={
          <>
            {markOf(of)} · {verificationOf(of)} ·{' '}
            {t('{count, plural, one {# passkey} other {# passkeys}}', { count: of.passkeys })}
          </>
        }
        last={
          of.lastActivity === null ? (
            t('Not used yet')
          ) : (
            <Trans id="Used <0/>" components={[<When key="0" at={of.lastActivity} as="ago" />]} />
          )
        }
        menu={
          write && (
            <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
              {items}
            </MoreMenu>
          )
        }
      />
      {dialog}
    </>
  )
}

function Keys({ user }: { user: User }) {
  const { can } = useSession()
  const assigning = useOverlayAddress('assign', can('keys.write'))
  const list = useRead(securityKeys.ofUserInfo, { userId: user.id }, { quiet: true })
  const write = can('keys.write')
  const assign = write && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={assigning.begin}>
      {t('Assign key')}
    </Button>
  )
  const items = list.data?.items ?? []
  return (
    <Card title={t('Security keys')} flush right={items.length > 0 && assign}>
      <Waiting on={list} what={t('the security keys')}>
        {items.length === 0 ? (
          <EmptyState title={t('No security keys yet')} icon={IconKey} action={assign}>
            {t('Assign a card, a phone, a hardware key, a smart card, or a fingerprint.')}
          </EmptyState>
        ) : (
          <IconRows>
            {items.map(key => (
              <Row key={key.id} of={key} write={write} />
            ))}
          </IconRows>
        )}
      </Waiting>
      <Suspense>{assigning.open && <AssignKey user={user.id} close={assigning.end} />}</Suspense>
    </Card>
  )
}

export default function UserKeysPage() {
  return <OneUser>{user => <Keys user={user} />}</OneUser>
}
