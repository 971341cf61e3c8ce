import { IconListDetails } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'

export function NoUserActivity() {
  return (
    <EmptyState
      title={t('No activity yet')}
      link={{ to: '/dashboard/activity-logs', label: t('Open activity log') }}
      icon={IconListDetails}
    >
      {t('Actions by this user and changes to the account appear here.')}
    </EmptyState>
  )
}
