import { IconChevronRight } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { t } from '../../ground/text/text.ts'
import { screens } from '../../routes.tsx'
import type { Screen } from '../screen.ts'
import { crumb } from './crumb.ts'
import classes from './crumbs.module.css'

const matches = (path: string, here: string) =>
  new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`).test(here.replace(/(.)\/$/, '$1'))

/** The screens above this one, by their addresses. */
function above(here: string): Screen[] {
  const parts = here.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return paths
    .flatMap(path => {
      const found = screens.filter(screen => screen.crumb !== undefined && matches(screen.path, path))
      // An address of its own is not also a record's
      const own = found.filter(screen => screen.path === path)
      return own.length > 0 ? own : found
    })
    .filter(screen => screen.path !== '/dashboard' || here === '/dashboard')
}

/** Where one is: group, list, record. */
export function Crumbs() {
  const here = useRouterState({ select: state => state.location.pathname })
  const name = useSyncExternalStore(crumb.subscribe, crumb.current)
  const trail = above(here)
  const group = trail[0]?.menu?.group ?? ''
  return (
    <nav className={classes.crumbs} aria-label={t('Breadcrumb')}>
      <ol>
        {group !== '' && <li className={classes.group}>{t(group)}</li>}
        {trail.map((screen, index) => {
          const last = index === trail.length - 1
          const label = last && name !== null ? name : t(screen.crumb ?? '')
          return (
            <li key={screen.path}>
              {(index > 0 || group !== '') && <IconChevronRight size={14} aria-hidden />}
              {last ? (
                <span aria-current="page">{label}</span>
              ) : (
                <Link to={screen.path} activeOptions={{ exact: true }}>
                  {label}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
