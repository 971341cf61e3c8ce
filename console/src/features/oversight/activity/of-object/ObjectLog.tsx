import { activity } from '@claviger/contract/oversight/activity'
import type { Activity } from '@claviger/contract/oversight/activity'
import { IconListDetails } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { activityColumns, activityLines, nameOfEntry } from '../activity-columns.tsx'
import { detailsOf } from '../Details.tsx'
import { activityFilters } from '../activity-filters.ts'

const columns = activityColumns(() => false)

export function ObjectLog({ id, title }: { id: string; title?: string }) {
  const { from }: Record<string, string | undefined> = useSearch({ strict: false })
  return (
    <ListPage<Activity, typeof activity.list.input>
      of={activity.list}
      noun={t('entries')}
      {...(title !== undefined && { title })}
      fixed={{ object: id }}
      filters={activityFilters(null, from)}
      columns={columns}
      rowName={nameOfEntry}
      phone={activityLines}
      expand={detailsOf}
      empty={
        <EmptyState
          title={t('No activity yet')}
          link={{ to: '/dashboard/activity-logs', label: t('Open activity log') }}
          icon={IconListDetails}
        >
          {t('Changes appear here with their values before and after.')}
        </EmptyState>
      }
    />
  )
}
