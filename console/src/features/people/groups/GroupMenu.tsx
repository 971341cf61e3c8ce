import { groupTypes } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { useSession } from '#shell/session.tsx'

const DeleteGroup = lazy(() => import('./DeleteGroup.tsx'))
const EditGroup = lazy(() => import('./GroupForm.tsx').then(file => ({ default: file.EditGroup })))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function GroupMenu({ group }: { group: Group }) {
  const { can } = useSession()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const write = can('groups.write') && group.type !== groupTypes.everyone
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: group.name })}>
        <Menu.Item component={Link} to={`/dashboard/groups/${group.id}`} leftSection={<IconArrowUpRight {...icon} />}>
          {t('Open')}
        </Menu.Item>
        {write && group.type === groupTypes.internal && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
            {t('Edit…')}
          </Menu.Item>
        )}
        {write && (
          <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => setOpen('delete')}>
            {t('Delete…')}
          </Menu.Item>
        )}{' '}
      </MoreMenu>
      <Suspense>
        {open === 'edit' && <EditGroup group={group} close={close} />}
        {open === 'delete' && <DeleteGroup group={group} close={close} />}
      </Suspense>
    </>
  )
}

export const menuOf = (group: Group) => <GroupMenu group={group} />
