import { t } from '#platform/text/text.ts'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'
import { home } from './session-labels.ts'

type Tab = 'sessions' | 'templates' | 'reports' | 'settings'

export const attendanceTabs = (active: Tab): readonly TabLink[] => [
  { label: t('Sessions'), to: home, active: active === 'sessions' },
  { label: t('Templates'), to: `${home}/templates`, active: active === 'templates' },
  { label: t('Reports'), to: `${home}/reports`, active: active === 'reports' },
  { label: t('Retention'), to: `${home}/settings`, active: active === 'settings' },
]

export const sessionTabs = (id: string, active: 'overview' | 'participants'): readonly TabLink[] => [
  { label: t('Overview'), to: `${home}/${id}`, active: active === 'overview' },
  { label: t('Participants'), to: `${home}/${id}/participants`, active: active === 'participants' },
]
