import type { Screen } from './shell/screen.ts'

/** Screens of the settings of a workspace. */
export const settings: readonly Screen[] = [
  {
    path: '/dashboard/workspace/support',
    load: () => import('./features/access/support-access/OwnSupportPage.tsx'),
    may: 'workspace.read',
    crumb: 'Support access',
  },
  {
    path: '/dashboard/workspace',
    spec: 'workspace.settings',
    load: () => import('./features/access/workspace-deletion/GeneralPage.tsx'),
    may: 'workspace.read',
    crumb: 'Settings',
    menu: { group: 'Workspace', label: 'Settings', icon: 'settings' },
  },
  {
    path: '/dashboard/workspace/pin-policy',
    spec: 'workspace.pin-policy',
    load: () => import('./features/tenancy/workspace-settings/pin/PinPolicyPage.tsx'),
    may: 'workspace.read',
    crumb: 'PIN policy',
  },
  {
    path: '/dashboard/workspace/security-key-setting',
    spec: 'workspace.securitykey-setting',
    load: () => import('./features/tenancy/workspace-settings/keys/KeySettingsPage.tsx'),
    may: 'workspace.read',
    crumb: 'Key settings',
  },
  {
    path: '/dashboard/workspace/user-permission',
    spec: 'workspace.user-permission',
    load: () => import('./features/tenancy/workspace-settings/UserPermissionPage.tsx'),
    may: 'workspace.read',
    crumb: 'User permissions',
  },
  {
    path: '/dashboard/workspace/trust-domains',
    spec: 'workspace.trust-domains',
    load: () => import('./features/tenancy/trust-domains/TrustDomainsPage.tsx'),
    may: 'workspace.read',
    crumb: 'Trust domains',
  },
  {
    path: '/dashboard/workspace/log-streams',
    load: () => import('./features/oversight/log-streams/LogStreamsPage.tsx'),
    may: 'log-streams.read',
    crumb: 'Log streams',
  },
  {
    path: '/dashboard/workspace/baselines',
    load: () => import('./features/governance/baselines/OfferedPage.tsx'),
    may: 'policies.read',
    crumb: 'Baselines',
  },
  {
    path: '/dashboard/workspace/private-addresses',
    load: () => import('./features/tenancy/private-targets/PrivateTargetsPage.tsx'),
    may: 'workspace.read',
    crumb: 'Private addresses',
  },
]
