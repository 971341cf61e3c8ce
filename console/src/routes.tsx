import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { held } from './ground/data/tokens.ts'
import { signInFrom } from './ground/data/wayBack.ts'
import { Failure } from './shell/Failure.tsx'
import { Loading } from './shell/Loading.tsx'
import { reloadOnce } from './shell/reloadOnce.ts'
import type { Screen } from './shell/screen.ts'

/** Every screen: address, file, who may open it, its place in the menu. Rows with `may` stand inside the frame. */
export const screens: readonly Screen[] = [
  { path: '/auth/sign-in', load: () => import('./features/access/sign-in/SignInPage.tsx') },
  { path: '/auth/sign-out', load: () => import('./features/access/sign-in/SignOutPage.tsx') },
  { path: '/auth/verify', load: () => import('./features/access/verify/VerifyPage.tsx') },
  { path: '/legal/license-agreement', load: () => import('./features/access/legal/LicensePage.tsx') },
  { path: '/legal/privacy-policy', load: () => import('./features/access/legal/PrivacyPage.tsx') },
  {
    path: '/dashboard/profile',
    load: () => import('./features/access/account/ProfilePage.tsx'),
    may: 'self',
    crumb: 'Profile',
    menu: { group: '', label: 'Profile', icon: 'profile', when: 'end-user' },
  },
  {
    path: '/dashboard/profile/security-keys',
    load: () => import('./features/keys/credentials/OwnKeysPage.tsx'),
    may: 'self',
    crumb: 'My security keys',
    menu: { group: '', label: 'My security keys', icon: 'keys', when: 'end-user' },
  },
  {
    path: '/dashboard/addSecurityKey',
    load: () => import('./features/keys/credentials/AddKeyPage.tsx'),
    may: 'self',
    crumb: 'Add a security key',
  },
  {
    path: '/dashboard/account-deletion',
    load: () => import('./features/access/account/DeletionPage.tsx'),
    may: 'self',
    crumb: 'Delete account',
  },
]

const root = createRootRoute({ component: Outlet, errorComponent: Failure })

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyRouteComponent(() => reloadOnce('frame', () => import('./shell/frame/Frame.tsx'))),
  errorComponent: Failure,
  beforeLoad({ location }) {
    if (held('access') === null && held('refresh') === null)
      throw redirect({ href: signInFrom(window.location.origin + location.href) })
  },
})

const routeOf = (screen: Screen, parent: AnyRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: screen.path,
    component: lazyRouteComponent(() => reloadOnce(screen.path, screen.load)),
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

const inside = screens.filter(screen => screen.may !== undefined)
const outside = screens.filter(screen => screen.may === undefined)

/** The router of the whole console; what matches nothing goes to /dashboard (R5), unknown names under /auth to sign-in (R2). */
export const router = createRouter({
  routeTree: root.addChildren([
    frame.addChildren(inside.map(screen => routeOf(screen, frame))),
    ...outside.map(screen => routeOf(screen, root)),
    elsewhere('/auth/$', '/auth/sign-in'),
    elsewhere('/', '/dashboard'),
    elsewhere('$', '/dashboard'),
  ]),
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Plain text in the address, so that what is there can be read, kept and sent
  parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch(search) {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
})
