import type { Screen } from './shell/screen.ts'

/** Screens of keys, cards and devices, in the order of the menu. */
export const keys: readonly Screen[] = [
  {
    path: '/dashboard/security-keys',
    load: () => import('./features/keys/security-keys/SecurityKeysPage.tsx'),
    may: 'keys.read',
    crumb: 'Security keys',
    menu: { group: 'Keys and access', label: 'Security keys', icon: 'keys' },
  },
  {
    path: '/dashboard/security-keys/models',
    load: () => import('./features/keys/key-models/KeyModelsPage.tsx'),
    may: 'keys.read',
    crumb: 'Key models',
  },
  {
    path: '/dashboard/security-keys/readers',
    load: () => import('./features/keys/reader-settings/ReadersPage.tsx'),
    may: 'keys.read',
    crumb: 'Card readers',
  },
  {
    path: '/dashboard/security-keys/bulk-import',
    load: () => import('./features/keys/card-import/CardImportPage.tsx'),
    may: 'keys.write',
    crumb: 'Import cards',
  },
  {
    path: '/dashboard/security-keys/shared',
    load: () => import('./features/keys/sharing/SharesPage.tsx'),
    may: 'keys.read',
    crumb: 'Shared accounts',
  },
  {
    path: '/dashboard/security-keys/self-service',
    load: () => import('./features/access/self-service-settings/PagesPage.tsx'),
    may: 'workspace.read',
    crumb: 'Card self-service',
    menu: { group: 'Keys and access', label: 'Card self-service', icon: 'card-pages' },
  },
  {
    path: '/dashboard/security-keys/self-service/$page',
    load: () => import('./features/access/self-service-settings/PageEditorPage.tsx'),
    may: 'workspace.read',
    crumb: 'Card page',
  },
  {
    path: '/dashboard/security-keys/runs',
    load: () => import('./features/keys/security-keys/acts/KeyRunsPage.tsx'),
    may: 'keys.read',
    crumb: 'Runs',
  },
  {
    path: '/dashboard/security-keys/runs/$id',
    load: () => import('./features/keys/security-keys/acts/KeyRunPage.tsx'),
    may: 'keys.read',
    crumb: 'Run',
  },
  {
    path: '/dashboard/security-keys/$id',
    load: () => import('./features/keys/security-keys/passport/SecurityKeyPage.tsx'),
    may: 'keys.read',
    crumb: 'Security key',
  },
  {
    path: '/dashboard/policies/token',
    load: () => import('./features/keys/token-policies/TokenPoliciesPage.tsx'),
    may: 'keys.read',
    crumb: 'Key policies',
    menu: { group: 'Keys and access', label: 'Key policies', icon: 'key-policies' },
  },
  {
    path: '/dashboard/devices',
    load: () => import('./features/keys/devices/ComputersPage.tsx'),
    may: 'devices.read',
    crumb: 'Devices',
    menu: { group: 'Keys and access', label: 'Devices', icon: 'devices' },
  },
  {
    path: '/dashboard/devices/computers',
    load: () => import('./features/keys/devices/ComputersPage.tsx'),
    may: 'devices.read',
    crumb: 'Computers',
  },
  {
    path: '/dashboard/devices/computers/$id',
    load: () => import('./features/keys/devices/computers/ComputerPage.tsx'),
    may: 'devices.read',
    crumb: 'Computer',
  },
  {
    path: '/dashboard/devices/shared-mobile',
    load: () => import('./features/keys/devices/MobilesPage.tsx'),
    may: 'devices.read',
    crumb: 'Shared mobile devices',
  },
  {
    path: '/dashboard/devices/groups',
    load: () => import('./features/keys/device-groups/DeviceGroupsPage.tsx'),
    may: 'devices.read',
    crumb: 'Device groups',
  },
  {
    path: '/dashboard/devices/groups/$id',
    load: () => import('./features/keys/device-groups/DeviceGroupPage.tsx'),
    may: 'devices.read',
    crumb: 'Device group',
  },
  {
    path: '/dashboard/devices/programs',
    load: () => import('./features/keys/access-keys/ProgramsPage.tsx'),
    may: 'api-keys.read',
    crumb: 'Reader programs',
  },
]
