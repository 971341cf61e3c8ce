import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { AdministratorOf } from '@claviger/contract/tenancy/all-administrators'
import { Menu } from '@mantine/core'
import { IconCrown, IconPencil, IconUserMinus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { useSession } from '#shell/session.tsx'
import { superRole } from '../administrators/rights.ts'

const EditAdmin = lazy(() => import('../administrators/EditAdmin.tsx'))
const GiveWorkspace = lazy(() => import('./GiveWorkspace.tsx'))
const RemoveAdmin = lazy(() => import('../administrators/RemoveAdmin.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function AnyAdminMenu({ admin, installation }: { admin: AdministratorOf; installation: boolean }) {
  const { me } = useSession()
  const [open, setOpen] = useState<'edit' | 'give' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const within = { ...admin.workspace, installation }
  if (admin.id === me.id) return null
  const give = admin.role !== workspaceRoles.owner && admin.role !== superRole.value
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: admin.name })}>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
          {t('Change role…')}
        </Menu.Item>
        {give && (
          <Menu.Item leftSection={<IconCrown {...icon} />} onClick={() => setOpen('give')}>
            {t('Make owner…')}
          </Menu.Item>
        )}
        <Menu.Item data-danger leftSection={<IconUserMinus {...icon} />} onClick={() => setOpen('remove')}>
          {t('Remove…')}
        </Menu.Item>{' '}
      </MoreMenu>
      <Suspense>
        {open === 'edit' && <EditAdmin admin={admin} within={within} close={close} />}
        {open === 'give' && <GiveWorkspace admin={admin} within={within} close={close} />}
        {open === 'remove' && <RemoveAdmin admin={admin} workspace={within.id} close={close} />}
      </Suspense>
    </>
  )
}

export const menuOfAny = (admin: AdministratorOf) => <AnyAdminMenu admin={admin} installation={false} />

export const menuOfOurs = (admin: AdministratorOf) => <AnyAdminMenu admin={admin} installation />
