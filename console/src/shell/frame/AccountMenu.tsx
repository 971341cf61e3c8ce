import { Menu, useMantineColorScheme, UnstyledButton } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
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
        <Menu.Label>
          <strong className={classes.person}>{name}</strong>
          <span className={classes.person}>{me.email ?? me.userId}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item onClick={() => void go({ to: '/dashboard/profile' })}>Profile</Menu.Item>
        <Menu.Item onClick={() => void go({ to: '/dashboard/profile/security-keys' })}>My security keys</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={value => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
