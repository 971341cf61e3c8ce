import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface MoreMenuProps {
  label: string
  bare?: boolean
  children: ReactNode
}

/** A button with more actions. The first press creates the menu, because a list can have a hundred of them. */
export function MoreMenu({ label, bare = false, children }: MoreMenuProps) {
  const [isCreated, setIsCreated] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (!isCreated) return
    // The focus was on the button that this one replaces
    button.current?.focus({ preventScroll: true })
    button.current?.click()
  }, [isCreated])
  const look = { ...(bare ? {} : { variant: 'default' }), 'aria-label': label }
  const dots = <IconDots size={18} stroke={1.7} aria-hidden />
  if (!isCreated)
    return (
      <ActionIcon {...look} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsCreated(true)}>
        {dots}
      </ActionIcon>
    )
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon {...look} ref={button}>
          {dots}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
