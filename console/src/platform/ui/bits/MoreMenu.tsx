import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export function MoreMenu({ label, bare = false, children }: { label: string; bare?: boolean; children: ReactNode }) {
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon {...(bare ? {} : { variant: 'default' })} aria-label={label}>
          <IconDots size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
