import { t } from '#platform/text/text.ts'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'

const home = '/dashboard/admins'

export const viewsOf = (active: 'admins' | 'roles'): TabLink[] => [
  { label: t('Admins'), to: home, active: active === 'admins' },
  { label: t('Roles'), to: `${home}/roles`, active: active === 'roles' },
]
