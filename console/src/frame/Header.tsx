import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconHelpCircle, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../platform/text/text.ts'
import { Key } from '../platform/ui/bits/Tag.tsx'
import { useSession } from '../shell/session.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Crumbs } from './Crumbs.tsx'
import classes from './frame.module.css'

const changes: Record<string, string> = { guide: 'changelog' }
const onMac = navigator.userAgent.includes('Mac')

export interface HeaderProps {
  openMenu: () => void
  openPalette: () => void
  openShortcuts: () => void
}

export function Header({ openMenu, openPalette, openShortcuts }: HeaderProps) {
  // A public installation shows the API reference to operators only
  const { can, me } = useSession()
  const [reference, setReference] = useState(false)
  const look = async () => setReference((await fetch('/docs', { method: 'HEAD' })).ok)
  return (
    <section className={`cv-line ${classes.header}`} aria-label={t('Header')}>
      <ActionIcon className="cv-only-on-phone" aria-label={t('Open menu')} onClick={openMenu}>
        <IconMenu2 size={22} stroke={1.8} aria-hidden />
      </ActionIcon>
      <Crumbs />
      <UnstyledButton className={`cv-line cv-not-on-phone ${classes.search}`} onClick={openPalette}>
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className="cv-fill">{t('Search or jump to…')}</span>
        <Key>{onMac ? '⌘ K' : t('Ctrl K')}</Key>
      </UnstyledButton>
      <ActionIcon className="cv-only-on-phone" aria-label={t('Search or jump to')} onClick={openPalette}>
        <IconSearch size={22} stroke={1.8} aria-hidden />
      </ActionIcon>
      <Menu width={220} onOpen={() => void look().catch(() => undefined)}>
        <Menu.Target>
          <ActionIcon className="cv-not-on-phone" aria-label={t('Help')} title={t('Help')}>
            <IconHelpCircle size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can('workspace.read') && (
            <>
              <Menu.Item component={Link} to="/dashboard/help">
                {t('Documentation')}
              </Menu.Item>
              <Menu.Item renderRoot={props => <Link to="/dashboard/help" search={changes} {...props} />}>
                {t("What's new")}
              </Menu.Item>
              <Menu.Item component={Link} to="/dashboard/launchpad">
                {t('Getting started')}
              </Menu.Item>
            </>
          )}
          <Menu.Item onClick={openShortcuts} rightSection={<Key>?</Key>}>
            {t('Keyboard shortcuts')}
          </Menu.Item>
          {me.billing && can('workspace.read') && (
            <Menu.Item component={Link} to="/dashboard/support">
              {t('Support')}
            </Menu.Item>
          )}
          {reference && (
            <Menu.Item component="a" href="/docs" target="_blank" rel="noreferrer">
              {t('API reference')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Label>{t('Claviger {version}', { version: __VERSION__ })}</Menu.Label>
        </Menu.Dropdown>
      </Menu>
      <AccountMenu />
    </section>
  )
}
