import { groupTypes } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowUpRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../ground/text/text.ts'
import { useSession } from '../../../shell/session.tsx'

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
      <Menu width={200}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('Actions for {name}', { name: group.name })}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
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
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'edit' && <EditGroup group={group} close={close} />}
        {open === 'delete' && <DeleteGroup group={group} close={close} />}
      </Suspense>
    </>
  )
}

/** What can be done with one row of the list. */
export const menuOf = (group: Group) => <GroupMenu group={group} />
