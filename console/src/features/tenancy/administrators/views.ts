import type { TabLink } from '../../../ground/ui/page/Tabs.tsx'

const home = '/dashboard/admins'

/** The two pages about administrators. */
export const viewsOf = (active: 'admins' | 'roles'): TabLink[] => [
  { label: 'Admins', to: home, active: active === 'admins' },
  { label: 'Roles', to: `${home}/roles`, active: active === 'roles' },
]
