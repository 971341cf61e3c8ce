import { t } from '#platform/text/text.ts'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'

export const syncTabs = (active: 'directories' | 'runs' | 'clashes'): TabLink[] => [
  { label: t('Directories'), to: '/dashboard/sync', active: active === 'directories' },
  { label: t('Runs'), to: '/dashboard/sync/runs', active: active === 'runs' },
  { label: t('Conflicts'), to: '/dashboard/sync/clashes', active: active === 'clashes' },
]
