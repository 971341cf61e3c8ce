import type { Screen } from './shell/screen.ts'

export const rules: readonly Screen[] = [
  {
    path: '/dashboard/policies',
    spec: 'policies.list',
    load: () => import('./features/rules/policies/PoliciesPage.tsx'),
    may: 'policies.read',
    crumb: 'Access policies',
    menu: { group: 'Keys and access', label: 'Access policies', icon: 'policies' },
  },
  {
    path: '/dashboard/policies/new',
    load: () => import('./features/rules/policies/PolicyPage.tsx'),
    may: 'policies.write',
    crumb: 'New policy',
  },
  {
    path: '/dashboard/policies/simulator',
    load: () => import('./features/rules/simulations/SimulatorPage.tsx'),
    may: 'policies.read',
    crumb: 'Simulator',
  },
  {
    path: '/dashboard/policies/$id',
    spec: 'policies.detail',
    load: () => import('./features/rules/policies/PolicyPage.tsx'),
    may: 'policies.read',
    crumb: 'Access policy',
  },
  {
    path: '/dashboard/authentication-profile',
    spec: 'authentication-profile',
    load: () => import('./features/access/authentication-profiles/ProfilesPage.tsx'),
    may: 'policies.read',
    crumb: 'Authentication profiles',
    menu: { group: 'Keys and access', label: 'Authentication methods', icon: 'ways-in' },
  },
  {
    path: '/dashboard/authentication-strengths',
    load: () => import('./features/decide/strengths/StrengthsPage.tsx'),
    may: 'policies.read',
    crumb: 'Authentication strengths',
    menu: {
      group: 'Keys and access',
      label: 'Authentication strengths',
      icon: 'strengths',
      under: '/dashboard/authentication-profile',
    },
  },
  {
    path: '/dashboard/authentication-strengths/new',
    load: () => import('./features/decide/strengths/StrengthPage.tsx'),
    may: 'policies.write',
    crumb: 'New strength',
  },
  {
    path: '/dashboard/authentication-strengths/$id',
    load: () => import('./features/decide/strengths/StrengthPage.tsx'),
    may: 'policies.read',
    crumb: 'Authentication strength',
  },
  {
    path: '/dashboard/named-lists',
    spec: 'named-lists.list',
    load: () => import('./features/rules/named-lists/NamedListsPage.tsx'),
    may: 'policies.read',
    crumb: 'Named lists',
    menu: { group: 'Keys and access', label: 'Named lists', icon: 'named-lists', under: '/dashboard/policies' },
  },
  {
    path: '/dashboard/named-lists/new',
    load: () => import('./features/rules/named-lists/NamedListPage.tsx'),
    may: 'policies.write',
    crumb: 'New list',
  },
  {
    path: '/dashboard/named-lists/$id',
    spec: 'named-lists.detail',
    load: () => import('./features/rules/named-lists/NamedListPage.tsx'),
    may: 'policies.read',
    crumb: 'Named list',
  },
]
