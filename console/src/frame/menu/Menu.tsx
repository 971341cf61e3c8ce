import { ActionIcon, Stack, Tooltip } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import { t } from '#platform/text/text.ts'
import { Mark } from '#platform/ui/bits/Mark.tsx'
import { useOnce } from '#platform/ui/page/useOnce.ts'
import { useSession } from '#shell/session.tsx'
import { menuIcons } from './icons.ts'
import { inSight, menuOf } from './menu-items.ts'
import type { MenuItem } from './menu-items.ts'
import { WorkspaceSwitch } from './WorkspaceSwitch.tsx'
import classes from './menu.module.css'

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'))

const opensBeneath = (here: string, { path }: MenuItem, all: readonly MenuItem[]): boolean =>
  all.some(other => other.path.startsWith(`${path}/`) && `${here}/`.startsWith(`${other.path}/`))

function Item({ item, folded, narrow }: { item: MenuItem; folded: boolean; narrow: boolean }) {
  const Icon = menuIcons[item.menu.icon]
  const label = t(item.menu.label)
  const link = (
    <Link
      to={item.path}
      className={`cv-line cv-ring-within ${classes.item}`}
      data-below={item.menu.under === undefined ? undefined : true}
      activeOptions={{ exact: narrow || item.path === '/dashboard' || item.path === '/dashboard/profile' }}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      <span className={folded ? 'cv-hidden' : undefined}>{label}</span>
    </Link>
  )
  return (
    <li>
      {folded ? (
        <Tooltip label={label} position="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}

function Items({ folded, whole = false }: { folded: boolean; whole?: boolean }) {
  const groups = menuOf(useSession())
  const all = groups.flatMap(({ items }) => items)
  const here = useRouterState({ select: state => state.location.pathname })
  const id = useId()
  return (
    <nav className={classes.items} aria-label={t('Main')}>
      {groups.map(({ group, items }) => (
        <div key={group}>
          {group !== '' && (
            <h2 id={id + group} className={folded ? 'cv-hidden' : `cv-small ${classes.group}`}>
              {t(group)}
            </h2>
          )}
          <ul aria-labelledby={group === '' ? undefined : id + group}>
            {(whole ? items : inSight(items, here)).map(item => (
              <Item key={item.path} item={item} folded={folded} narrow={opensBeneath(here, item, all)} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

export interface MenuProps {
  folded: boolean
  fold: () => void
  drawn: boolean
  closeDrawer: () => void
}

export function Menu({ folded, fold, drawn, closeDrawer }: MenuProps) {
  const word = folded ? t('Expand menu') : t('Collapse menu')
  const Arrow = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const phone = useMediaQuery('(max-width: 767px)', window.innerWidth < 768, { getInitialValueInEffect: false })
  return (
    <>
      {!phone && (
        <aside className={`cv-column ${classes.side}`} aria-label={t('Menu')} data-folded={folded || undefined}>
          <WorkspaceSwitch folded={folded} />
          <Items folded={folded} />
          <div className={`cv-line cv-quiet ${classes.foot}`}>
            <Mark size={20} />
            <span className={folded ? 'cv-hidden' : 'cv-fill'}>Claviger</span>
            <ActionIcon aria-label={word} title={word} onClick={fold}>
              <Arrow size={17} stroke={1.7} aria-hidden />
            </ActionIcon>
          </div>
        </aside>
      )}
      <Suspense>
        {useOnce(drawn) && (
          <MenuDrawer drawn={drawn} close={closeDrawer}>
            <Stack gap={0}>
              <WorkspaceSwitch folded={false} />
              <Items folded={false} whole />
            </Stack>
          </MenuDrawer>
        )}
      </Suspense>
    </>
  )
}
