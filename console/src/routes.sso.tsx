import type { Screen } from './shell/screen.ts'

export const sso: readonly Screen[] = [
  {
    path: '/dashboard/sso/my-apps',
    spec: 'sso.my-apps',
    load: () => import('./features/sso/my-apps/MyAppsPage.tsx'),
    may: 'self',
    crumb: 'My apps',
    menu: { group: 'Single sign-on', label: 'My apps', icon: 'my-apps' },
  },
  {
    path: '/dashboard/sso/apps',
    spec: 'sso.app-management',
    load: () => import('./features/apps/applications/AppsPage.tsx'),
    may: 'applications.read',
    crumb: 'Applications',
    menu: { group: 'Single sign-on', label: 'Applications', icon: 'applications' },
  },
  {
    path: '/dashboard/sso/apps/new',
    load: () => import('./features/apps/catalogue/AddPage.tsx'),
    may: 'applications.write',
    crumb: 'Add application',
  },
  {
    path: '/dashboard/two-factor',
    spec: 'two-factor',
    load: () => import('./features/sso/second-factor/SecondFactorsPage.tsx'),
    may: 'applications.read',
    crumb: 'Second factor for other systems',
    menu: { group: 'Single sign-on', label: 'Second factor', icon: 'second-factor', under: '/dashboard/sso/apps' },
  },
  {
    path: '/dashboard/sso/apps/$id',
    load: () => import('./features/sso/app-management/ApplicationPage.tsx'),
    may: 'applications.read',
    crumb: 'Application',
  },
]
