import { userSources } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { Button, Menu } from '@mantine/core'
import { IconKey, IconLock, IconMailForward } from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { t, Trans } from '../../../ground/text/text.ts'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Initials } from '../../../ground/ui/bits/Initials.tsx'
import { MoreMenu } from '../../../ground/ui/bits/MoreMenu.tsx'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { Tabs } from '../../../ground/ui/page/Tabs.tsx'
import { useSession } from '../../../shell/session.tsx'
import DeleteUser from './DeleteUser.tsx'
import EditUser from './form/EditUser.tsx'
import { LastRefusal } from './Refusals.tsx'
import { UserStatus } from './UserStatus.tsx'
import { nameOf, nextStep, sourceOf } from './status.ts'
import { useSendMail } from './useSendMail.ts'
import { useStatusActs } from './useStatusActs.ts'
import classes from './users.module.css'

/** What can be done with this user. */
function Actions({ user }: { user: User }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
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
        <Menu.Item data-danger onClick={() => setOpen('delete')}>
          {t('Delete…')}
        </Menu.Item>
      </MoreMenu>
      {open === 'edit' && <EditUser user={user} close={close} />}
      {open === 'delete' && <DeleteUser user={user} close={close} gone={() => void go({ to: '/dashboard/users' })} />}
    </>
  )
}

/** Head and tabs of one user's pages. */
export function UserHead({ user }: { user: User }) {
  const { can } = useSession()
  const here = useRouterState({ select: state => state.location.pathname })
  const home = `/dashboard/users/${user.id}`
  const keysPage = `${home}/security-keys`
  const tabs = [{ label: t('Info'), to: home, active: here === home }]
  if (can('keys.read')) {
    const keys = [
      { label: t('Security keys'), to: `${home}/security-keys` },
      { label: t('Passkeys'), to: `${home}/passkeys` },
      { label: t('Sharing'), to: `${home}/shared` },
    ]
    tabs.push(...keys.map(tab => ({ ...tab, active: here === tab.to })))
  }
  if (can('devices.read')) tabs.push({ label: t('Devices'), to: `${home}/devices`, active: here === `${home}/devices` })
  if (can('groups.read')) tabs.push({ label: t('Groups'), to: `${home}/groups`, active: here === `${home}/groups` })
  if (can('units.read'))
    tabs.push({ label: t('Units'), to: `${home}/organization-units`, active: here === `${home}/organization-units` })
  if (can('passwords.read'))
    tabs.push({ label: t('Passwords'), to: `${home}/passwords`, active: here === `${home}/passwords` })
  tabs.push({ label: t('Sessions'), to: `${home}/sessions`, active: here === `${home}/sessions` })
  if (can('activity.read'))
    tabs.push({ label: t('Activity'), to: `${home}/activity`, active: here === `${home}/activity` })
  return (
    <>
      <PageHead
        title={nameOf(user)}
        picture={<Initials name={nameOf(user)} size={52} />}
        beside={
          <>
            <UserStatus status={user.status} />
            {user.source !== userSources.local && (
              <Tag icon={<IconLock size={12} stroke={2} aria-hidden />}>
                {t('Imported from {source}', { source: sourceOf(user.source) })}
              </Tag>
            )}
          </>
        }
        under={
          <>
            <span className={classes.id}>
              {user.userId} <Copy value={user.userId} what={t('user ID')} />
            </span>
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
            <LastRefusal user={user} />
          </>
        }
        actions={
          <>
            {can('keys.write') && here !== keysPage && (
              <Button
                component={Link}
                to={keysPage}
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
      <Tabs label={t('Parts of this user')} of={tabs} />
    </>
  )
}
