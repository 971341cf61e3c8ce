import { outside } from './routes.outside.tsx'
import type { Screen } from './shell/screen.ts'

/** Every screen: address, file, who may open it, its place in the menu; those without a session come from the table beside. */
export const screens: readonly Screen[] = [
  ...outside,
  {
    path: '/dashboard',
    load: () => import('./features/oversight/dashboard/DashboardPage.tsx'),
    may: 'self',
    crumb: 'Dashboard',
    menu: { group: '', label: 'Dashboard', icon: 'dashboard' },
  },
  {
    path: '/dashboard/launchpad',
    load: () => import('./features/oversight/launchpad/LaunchpadPage.tsx'),
    may: 'workspace.read',
    crumb: 'Launchpad',
    menu: { group: '', label: 'Launchpad', icon: 'launchpad' },
  },
  {
    path: '/dashboard/activity-logs',
    load: () => import('./features/oversight/activity/ActivityPage.tsx'),
    may: 'activity.read',
    crumb: 'Activity log',
    menu: { group: '', label: 'Activity log', icon: 'activity' },
  },
  {
    path: '/dashboard/users',
    load: () => import('./features/people/users/UsersPage.tsx'),
    may: 'users.read',
    crumb: 'Users',
    menu: { group: 'People', label: 'Users', icon: 'users' },
  },
  {
    path: '/dashboard/users/$id',
    load: () => import('./features/people/users/UserPage.tsx'),
    may: 'users.read',
    crumb: 'User',
  },
  {
    path: '/dashboard/users/$id/activity',
    load: () => import('./features/oversight/activity/UserActivityPage.tsx'),
    may: 'activity.read',
  },
  {
    path: '/dashboard/api/keys',
    load: () => import('./features/connect/api-keys/ApiKeysPage.tsx'),
    may: 'api-keys.read',
    crumb: 'API keys',
    menu: { group: 'Automation', label: 'API keys', icon: 'api-keys' },
  },
  {
    path: '/dashboard/admins',
    load: () => import('./features/tenancy/administrators/AdminsPage.tsx'),
    may: 'admins.read',
    crumb: 'Admins',
    menu: { group: 'Workspace', label: 'Admins', icon: 'admins' },
  },
  {
    path: '/dashboard/admins/roles',
    load: () => import('./features/tenancy/administrators/RolesPage.tsx'),
    may: 'admins.read',
    crumb: 'Roles',
  },
  {
    path: '/dashboard/ownership',
    load: () => import('./features/tenancy/administrators/ownership/OwnershipPage.tsx'),
    may: 'self',
    crumb: 'Ownership',
  },
  {
    path: '/dashboard/super-admin/workspaces',
    load: () => import('./features/tenancy/workspaces/WorkspacesPage.tsx'),
    may: 'super.workspaces',
    crumb: 'Workspaces',
    menu: { group: 'Installation', label: 'Workspaces', icon: 'workspaces' },
  },
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
