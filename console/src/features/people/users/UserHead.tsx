import { sessions } from '@claviger/contract/access/sessions'
import type { Permission } from '@claviger/contract/platform/permissions'
import { connectionKinds } from '@claviger/contract/directories/connections'
import { devices } from '@claviger/contract/keys/devices'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { sharing } from '@claviger/contract/keys/sharing'
import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { userSources } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { Button, Group, Menu } from '@mantine/core'
import { IconKey, IconLock, IconMailForward } from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { type TabLink, Tabs } from '#platform/ui/page/Tabs.tsx'
import { useSession } from '#shell/session.tsx'
import { TryAccess } from '#shell/TryAccess.tsx'
import DeleteUser from './DeleteUser.tsx'
import EditUser from './form/EditUser.tsx'
import { UserStatus } from './UserStatus.tsx'
import SendRecovery from './SendRecovery.tsx'
import { mayBeLost, nameOf, nextStep } from './user-status.ts'
import { useSendMail } from './useSendMail.ts'
import { useDirectories, useSource } from './useSource.ts'
import { useStatusActs } from './useStatusActs.ts'

const Unlink = lazy(() => import('./Unlink.tsx'))

function Actions({ user }: { user: User }) {
  const [open, setOpen] = useState<'edit' | 'recover' | 'unlink' | 'delete' | null>(null)
  const { can } = useSession()
  // SCIM clients refer to users by our ID
  const unlinkable = useDirectories(user)
    .filter(one => one.type !== connectionKinds.scim)
    .map(one => ({ id: one.connection, name: one.name }))
  const { send, busy } = useSendMail()
  const go = useNavigate()
  const next = nextStep(user)
  const close = () => setOpen(null)
  const statusActs = useStatusActs(user)
  return (
    <>
      <Button variant="default" onClick={() => setOpen('edit')}>
        {t('Edit…')}
      </Button>
      {next && (
        <Button
          leftSection={<IconMailForward size={16} stroke={1.7} aria-hidden />}
          loading={busy}
          onClick={() => send(user)}
        >
          {next}
        </Button>
      )}
      <MoreMenu label={t('More actions for {name}', { name: nameOf(user) })}>
        {statusActs.map(act => (
          <Menu.Item key={act.label} onClick={act.do}>
            {act.label}
          </Menu.Item>
        ))}
        {mayBeLost(user) && <Menu.Item onClick={() => setOpen('recover')}>{t('Send recovery email…')}</Menu.Item>}
        {unlinkable.length > 0 && can('directories.write') && (
          <Menu.Item onClick={() => setOpen('unlink')}>{t('Unlink from directory…')}</Menu.Item>
        )}
        <Menu.Item data-danger onClick={() => setOpen('delete')}>
          {t('Delete…')}
        </Menu.Item>
      </MoreMenu>
      {open === 'edit' && <EditUser user={user} close={close} />}
      {open === 'recover' && <SendRecovery user={user} close={close} />}
      <Suspense>
        {open === 'unlink' && (
          <Unlink of={{ what: 'user', id: user.id }} name={nameOf(user)} directories={unlinkable} close={close} />
        )}
      </Suspense>
      {open === 'delete' && <DeleteUser user={user} close={close} gone={() => void go({ to: '/dashboard/users' })} />}
    </>
  )
}

function useTabs(user: User): TabLink[] {
  const { can } = useSession()
  const here = useRouterState({ select: state => state.location.pathname })
  const home = `/dashboard/users/${user.id}`
  const keys = useRead(securityKeys.ofUserInfo, { userId: user.id }, { when: can('keys.read'), quiet: true }).data
  const passwords = useRead(storedPasswords.list, { id: user.id }, { when: can('passwords.read'), quiet: true }).data
  const used = useRead(devices.ofUser, { id: user.id }, { when: can('devices.read'), quiet: true }).data
  const shared = useRead(sharing.count, { id: user.id }, { when: can('keys.read'), quiet: true }).data
  const open = useRead(sessions.ofUser, { id: user.id }, { quiet: true }).data
  const tab = (may: Permission, label: string, path: string, count?: number): TabLink[] =>
    can(may) ? [{ label, to: home + path, active: here === home + path, ...(count ? { count } : {}) }] : []
  const passkeys = keys?.items.reduce((sum, key) => sum + key.passkeys, 0) ?? 0
  return [
    ...tab('users.read', t('Overview'), ''),
    ...tab('groups.read', t('Groups and units'), '/groups', user.groups.length + user.organizationUnits.length),
    ...tab('keys.read', t('Passkeys and passwords'), '/passkeys', passkeys + (passwords?.items.length ?? 0)),
    ...tab('keys.read', t('Sharing'), '/shared', shared && shared.count + shared.sharedWith),
    ...tab('users.read', t('Sessions and devices'), '/sessions', (open?.items.length ?? 0) + (used?.items.length ?? 0)),
    ...tab('activity.read', t('Activity'), '/activity'),
  ]
}

export function UserHead({ user }: { user: User }) {
  const { can } = useSession()
  const source = useSource(user)
  const here = useRouterState({ select: state => state.location.pathname })
  const overview = `/dashboard/users/${user.id}`
  const tabs = useTabs(user)
  return (
    <>
      <PageHead
        title={nameOf(user)}
        picture={<Initials name={nameOf(user)} size={52} />}
        beside={
          <>
            <UserStatus status={user.status} />
            {user.source !== userSources.local && (
              // On a line of its own, because the directory's name arrives later and would move the tag there
              <span className="cv-own-line-on-phone">
                <Tag icon={<IconLock size={12} stroke={2} aria-hidden />}>
                  {t('Imported from {source}', { source })}
                </Tag>
              </span>
            )}
          </>
        }
        under={
          <>
            <Group component="span" className="cv-wrap" gap={4} wrap="nowrap" display="inline-flex" miw={0}>
              {user.userId} <Copy value={user.userId} what={t('user ID')} />
            </Group>
            {user.employeeId && <span>{t('Employee ID {employeeId}', { employeeId: user.employeeId })}</span>}
            <span>{t('{count, plural, one {# key} other {# keys}}', { count: user.keys })}</span>
            {user.groups.length > 0 && <span>{user.groups.map(({ name }) => name).join(', ')}</span>}
            <span>
              {user.lastSignInAt === null ? (
                t('Never signed in')
              ) : (
                <Trans id="Last sign-in <0/>" components={[<When key="at" at={user.lastSignInAt} as="ago" />]} />
              )}
            </span>
            <TryAccess user={user.id} />
          </>
        }
        actions={
          <>
            {can('keys.write') && here !== overview && (
              <Button
                component={Link}
                to={overview}
                search={{ assign: '1' } as never}
                variant="default"
                leftSection={<IconKey size={16} stroke={1.7} aria-hidden />}
              >
                {t('Assign key')}
              </Button>
            )}
            {can('users.write') && <Actions user={user} />}
          </>
        }
      />
      <Tabs label={t('User sections')} of={tabs} />
    </>
  )
}
