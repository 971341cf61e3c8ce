import type { Computer } from '@claviger/contract/keys/computers'
import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconLockPassword, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { useDeviceActs } from '../devices/DeviceMenu.tsx'

const EditComputer = lazy(() => import('./EditComputer.tsx'))
const SetAccount = lazy(() => import('./SetAccount.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

export function useComputerActs(computer: Computer, gone?: () => void) {
  const [open, setOpen] = useState<'edit' | 'account' | null>(null)
  const acts = useDeviceActs(computer, gone)
  const close = () => setOpen(null)
  const items = (
    <>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
        {t('Edit…')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLockPassword {...icon} />} onClick={() => setOpen('account')}>
        {t('Fixed account…')}
      </Menu.Item>
      {acts.items}
    </>
  )
  const dialog = (
    <>
      {acts.dialog}
      <Suspense>
        {open === 'edit' && <EditComputer computer={computer} close={close} />}
        {open === 'account' && <SetAccount computer={computer} close={close} />}
      </Suspense>
    </>
  )
  return { items, dialog }
}

function ComputerMenu({ computer }: { computer: Computer }) {
  const { items, dialog } = useComputerActs(computer)
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: computer.name })}>
        <Menu.Item
          component={Link}
          to={`/dashboard/devices/computers/${computer.id}`}
          leftSection={<IconArrowUpRight {...icon} />}
        >
          {t('Open')}
        </Menu.Item>
        {items}
      </MoreMenu>
      {dialog}
    </>
  )
}

export const computerMenuOf = (computer: Computer) => <ComputerMenu computer={computer} />
