import { Group } from '@mantine/core'
import { IconCloud, IconDeviceDesktop, IconIdBadge2 } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import classes from './downloads.module.css'

const ways = [
  {
    Icon: IconDeviceDesktop,
    name: msg('Shared computer, personal apps'),
    about: msg(
      'Windows starts with one account for all. Users tap their card in the browser, and single sign-on opens their apps. Needs the browser extension.',
    ),
    link: { to: '/dashboard/devices/programs', text: msg('Set up program'), may: 'api-keys.read' },
  },
  {
    Icon: IconCloud,
    name: msg('Personal Windows account with Microsoft Entra ID'),
    about: msg(
      'Windows 10 and 11 accept FIDO2 security keys of Entra ID at the lock screen. Register the keys of your users for them.',
    ),
    link: { to: '/dashboard/sync', text: msg('Directories'), may: 'directories.read' },
  },
  {
    Icon: IconIdBadge2,
    name: msg('Access card at the Windows lock screen'),
    about: msg('Needs an agent on each computer. The agent protocol is documented; an agent is not included.'),
    link: { to: '/dashboard/devices/computers', text: msg('Agent configuration'), may: 'devices.read' },
  },
] as const

/** The way of a tap, as steps connected by arrows. */
function Picture() {
  const stops = [t('Card'), t('Reader'), t('Browser'), t('Claviger'), t('Apps')]
  return (
    <Group
      component="ol"
      className={classes.picture}
      gap={8}
      p="16px 20px"
      aria-label={t('From a tapped card to apps')}
    >
      {stops.map(stop => (
        <Group component="li" gap={8} wrap="nowrap" key={stop}>
          {stop}
        </Group>
      ))}
    </Group>
  )
}

export function WindowsSignIn() {
  const { can } = useSession()
  return (
    <Card title={t('Sign in to Windows')} flush>
      <Picture />
      <IconRows>
        {ways.map(({ Icon, name, about, link }) => (
          <IconRow
            key={name}
            icon={<Icon size={20} stroke={1.6} aria-hidden />}
            name={<strong>{t(name)}</strong>}
            about={t(about)}
            {...(can(link.may) && { acts: <Anchor href={link.to}>{t(link.text)}</Anchor> })}
          />
        ))}
      </IconRows>
    </Card>
  )
}
