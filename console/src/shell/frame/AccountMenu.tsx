import { Menu, useMantineColorScheme, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Initials } from '../../ground/ui/bits/Initials.tsx'
import { useSession } from '../session.tsx'
import { signOut } from '../signOut.ts'
import classes from './frame.module.css'

const schemes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'As the system'],
] as const

/** Own pages, theme, sign-out. */
export function AccountMenu() {
  const { me, name } = useSession()
  const go = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar}>
          <Initials name={name} size={28} />
          <span className="cv-hidden">Account of {name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <strong className="cv-cut">{name}</strong>
          <span className="cv-cut">{me.email ?? me.userId}</span>
        </div>
        <Menu.Divider />
        <Menu.Item onClick={() => void go({ to: '/dashboard/profile' })}>Profile</Menu.Item>
        <Menu.Item onClick={() => void go({ to: '/dashboard/profile/security-keys' })}>My security keys</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(([value, label]) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            onClick={() => setColorScheme(value)}
            rightSection={colorScheme === value ? <IconCheck size={15} aria-hidden /> : null}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
