import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconCrown, IconMail, IconPencil, IconUserMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { useSession } from '#shell/session.tsx'

const EditAdmin = lazy(() => import('./EditAdmin.tsx'))
const InvitePending = lazy(() => import('./InvitePending.tsx'))
const OfferOwnership = lazy(() => import('./ownership/OfferOwnership.tsx'))
const RemoveAdmin = lazy(() => import('./RemoveAdmin.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function AdminMenu({ admin }: { admin: Administrator }) {
  const { can, me } = useSession()
  const [open, setOpen] = useState<'edit' | 'invite' | 'offer' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const others = admin.id !== me.id
  const write = can('admins.write') && others
  const offer = can('workspace.transfer') && others && admin.role !== workspaceRoles.owner
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: admin.name })}>
        {can('users.read') && (
          <Menu.Item component={Link} to={`/dashboard/users/${admin.id}`} leftSection={<IconArrowUpRight {...icon} />}>
            {t('Open user')}
          </Menu.Item>
        )}
        {write && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
            {t('Change role…')}
          </Menu.Item>
        )}
        {write && admin.pendingRole !== null && (
          <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => setOpen('invite')}>
            {t('Send invitation…')}
          </Menu.Item>
        )}
        {offer && (
          <Menu.Item leftSection={<IconCrown {...icon} />} onClick={() => setOpen('offer')}>
            {t('Transfer ownership…')}
          </Menu.Item>
        )}
        {write && (
          <Menu.Item data-danger leftSection={<IconUserMinus {...icon} />} onClick={() => setOpen('remove')}>
            {t('Remove…')}
          </Menu.Item>
        )}{' '}
      </MoreMenu>
      <Suspense>
        {open === 'edit' && <EditAdmin admin={admin} close={close} />}
        {open === 'invite' && <InvitePending admin={admin} close={close} />}
        {open === 'offer' && <OfferOwnership admin={admin} close={close} />}
        {open === 'remove' && <RemoveAdmin admin={admin} close={close} />}
      </Suspense>
    </>
  )
}

export const menuOf = (admin: Administrator) => <AdminMenu admin={admin} />
