import { languages } from '@claviger/contract/platform/languages'
import type { Language } from '@claviger/contract/platform/languages'
import { Box, Menu, useMantineColorScheme, UnstyledButton } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { msg, t, useLanguage } from '../platform/text/text.ts'
import { Initials } from '../platform/ui/bits/Initials.tsx'
import { changeLanguage } from '../shell/ownLanguage.ts'
import { useSession } from '../shell/session.tsx'
import { signOut } from '../shell/signOut.ts'
import classes from './frame.module.css'

const schemes = [
  ['light', msg('Light')],
  ['dark', msg('Dark')],
  ['auto', msg('Same as system')],
] as const

export function AccountMenu() {
  const { me, name } = useSession()
  const go = useNavigate()
  const support = me.workspace.partner?.supportEmail
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton className={`cv-centered ${classes.avatar}`}>
          <Initials name={name} size={28} />
          <span className="cv-hidden">{t("{name}'s account", { name })}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Box c="var(--cv-text)" fz={13} fw={600} className="cv-cut">
            {name}
          </Box>
          <div className="cv-cut">{me.email ?? me.userId}</div>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item onClick={() => void go({ to: '/dashboard/profile' })}>{t('Profile')}</Menu.Item>
        <Menu.Item onClick={() => void go({ to: '/dashboard/profile/security-keys' })}>
          {t('My security keys')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('Theme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={value => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('Language')}</Menu.Label>
        <Menu.RadioGroup
          value={useLanguage()}
          onChange={value => void changeLanguage(value as Language, { shared: me.demo })}
        >
          {Object.entries(languages).map(([value, ownName]) => (
            <Menu.RadioItem key={value} value={value} lang={value}>
              {ownName}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {support && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('Support by {name}', { name: me.workspace.partner?.name ?? '' })}</Menu.Label>
            <Menu.Item component="a" href={`mailto:${support}`}>
              {support}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{t('Sign out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
