import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { storedToken } from '#platform/data/tokens.ts'
import { signInFrom } from '#platform/data/returnAddress.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { moved } from '#routes.moved.tsx'
import { outside } from '#routes.outside.tsx'
import { screens } from '#routes.tsx'
import { Failure } from './Failure.tsx'
import { Loading } from '#shell/Loading.tsx'
import { loadScreen } from '#shell/loadScreen.ts'
import { reloadOnce } from '#shell/reloadOnce.ts'
import type { Screen } from '#shell/screen.ts'

const root = createRootRoute({ component: Outlet, errorComponent: Failure })

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyRouteComponent(() => reloadOnce('frame', () => import('../Frame.tsx'))),
  errorComponent: Failure,
  beforeLoad({ location }) {
    if (storedToken('access') === null && storedToken('refresh') === null)
      throw redirect({ href: signInFrom(window.location.origin + location.href) })
  },
})

const routeOf = (screen: Screen, parent: AnyRoute, path = screen.path) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(() => loadScreen(screen)),
    errorComponent: Failure,
  })

const elsewhere = (path: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad() {
      throw redirect({ to, replace: true })
    },
  })

/** Links and bookmarks of a former address keep their parameters. */
const movedTo = (path: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad({ params, search }) {
      throw redirect({ to, params, search, replace: true } as never)
    },
  })

/** Reports an unknown address with a toast on the page where the redirect ends. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad({ location }) {
    toast('warning', t('No page at {path}', { path: location.pathname.slice(0, 100) }))
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const inside = screens.filter(screen => screen.may !== undefined)

/**
 * The console's router. Unknown addresses redirect to /dashboard with a message (R5), those under /auth to sign-in
 * (R2).
 */
export const router = createRouter({
  routeTree: root.addChildren([
    frame.addChildren(inside.map(screen => routeOf(screen, frame))),
    ...outside.map(screen => routeOf(screen, root)),
    ...outside.filter(screen => screen.prefix).map(screen => routeOf(screen, root, `${screen.path}/$`)),
    ...moved.map(({ path, to }) => movedTo(path, to)),
    elsewhere('/auth/$', '/auth/sign-in'),
    elsewhere('/', '/dashboard'),
    unknown,
  ]),
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Plain text in the address keeps it readable and shareable
  parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch(search) {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
})
