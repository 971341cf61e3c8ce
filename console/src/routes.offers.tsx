import type { Screen } from './shell/screen.ts'

/** Where users accept or decline what they are offered. */
export const offers: readonly Screen[] = [
  {
    path: '/dashboard/ownership',
    load: () => import('./features/tenancy/administrators/ownership/OwnershipPage.tsx'),
    may: 'self',
    crumb: 'Ownership',
  },
  {
    path: '/dashboard/role',
    load: () => import('./features/tenancy/administrators/ownership/RolePage.tsx'),
    may: 'self',
    crumb: 'Your role',
  },
]
