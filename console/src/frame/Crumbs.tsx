import { Box } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { t } from '../platform/text/text.ts'
import { screens } from '../routes.tsx'
import type { Screen } from '../shell/screen.ts'
import { crumb } from '../shell/crumb.ts'
import classes from './crumbs.module.css'

const matches = (path: string, here: string) =>
  new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`).test(here.replace(/(.)\/$/, '$1'))

const blanks = (path: string): number => path.split('$').length

/**
 * The ancestors of this screen and itself. A fixed path, such as that of runs, must not match a record's path too.
 */
function above(here: string): Screen[] {
  const [self] = screens
    .filter(screen => matches(screen.path, here))
    .toSorted((one, other) => blanks(one.path) - blanks(other.path))
  if (!self) return []
  return screens
    .filter(({ path, crumb: said }) => said !== undefined && `${self.path}/`.startsWith(`${path}/`))
    .filter(({ path }) => path !== '/dashboard' || self.path === '/dashboard')
    .toSorted((one, other) => one.path.length - other.path.length)
}

export function Crumbs() {
  const here = useRouterState({ select: state => state.location.pathname })
  const name = useSyncExternalStore(crumb.subscribe, crumb.current)
  const trail = above(here)
  const [first] = trail
  // Users › Users would say the same twice
  const group = first?.menu === undefined || first.menu.group === first.crumb ? '' : first.menu.group
  return (
    <nav className={`cv-fill ${classes.crumbs}`} aria-label={t('Breadcrumb')}>
      <ol className="cv-line">
        {group !== '' && (
          <Box component="li" className="cv-line cv-muted" miw={0}>
            {t(group)}
          </Box>
        )}
        {trail.map((screen, index) => {
          const last = index === trail.length - 1
          const label = last && name !== null ? name : t(screen.crumb ?? '')
          return (
            <Box component="li" key={screen.path} className="cv-line cv-muted" miw={0}>
              {(index > 0 || group !== '') && <IconChevronRight size={14} aria-hidden />}
              {last ? (
                <span aria-current="page" className="cv-cut cv-strong">
                  {label}
                </span>
              ) : (
                <Link to={screen.path} className="cv-muted" activeOptions={{ exact: true }}>
                  {label}
                </Link>
              )}
            </Box>
          )
        })}
      </ol>
    </nav>
  )
}
