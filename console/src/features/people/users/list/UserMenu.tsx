import type { ListedUser } from '@claviger/contract/people/users'
import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconLifebuoy, IconMailForward, IconTrash, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { useSession } from '#shell/session.tsx'
import { mayBeLost, nameOf, nextStep } from '../user-status.ts'
import { useStatusActs } from '../useStatusActs.ts'
import { useSendMail } from '../useSendMail.ts'

const DeleteUser = lazy(() => import('../DeleteUser.tsx'))
const SendRecovery = lazy(() => import('../SendRecovery.tsx'))

function UserMenu({ user }: { user: ListedUser }) {
  const { can } = useSession()
  const [deleting, setDeleting] = useState(false)
  const [recovering, setRecovering] = useState(false)
  const { send } = useSendMail()
  const write = can('users.write')
  const statusActs = useStatusActs(user)
  const next = write ? nextStep(user) : null
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: nameOf(user) })}>
        <Menu.Item
          component={Link}
          to={`/dashboard/users/${user.id}`}
          leftSection={<IconArrowUpRight size={16} stroke={1.7} aria-hidden />}
        >
          {t('Open')}
        </Menu.Item>
        {next && (
          <Menu.Item leftSection={<IconMailForward size={16} stroke={1.7} aria-hidden />} onClick={() => send(user)}>
            {next}
          </Menu.Item>
        )}
        {write && (
          <>
            {statusActs.map(act => (
              <Menu.Item
                key={act.label}
                leftSection={<IconUserCog size={16} stroke={1.7} aria-hidden />}
                onClick={act.do}
              >
                {act.label}
              </Menu.Item>
            ))}
            {mayBeLost(user) && (
              <Menu.Item
                leftSection={<IconLifebuoy size={16} stroke={1.7} aria-hidden />}
                onClick={() => setRecovering(true)}
              >
                {t('Send recovery email…')}
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              data-danger
              leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
              onClick={() => setDeleting(true)}
            >
              {t('Delete…')}
            </Menu.Item>
          </>
        )}{' '}
      </MoreMenu>
      <Suspense>
        {deleting && <DeleteUser user={user} close={() => setDeleting(false)} />}
        {recovering && <SendRecovery user={user} close={() => setRecovering(false)} />}
      </Suspense>
    </>
  )
}

export const menuOf = (user: ListedUser) => <UserMenu user={user} />
