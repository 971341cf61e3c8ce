import { activity } from '@claviger/contract/oversight/activity'
import type { Activity } from '@claviger/contract/oversight/activity'
import type { User } from '@claviger/contract/people/users'
import { useSearch } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { detailsOf } from './Details.tsx'
import { NoUserActivity } from './NoUserActivity.tsx'
import { activityColumns, activityLines, nameOfEntry } from './activity-columns.tsx'
import { activityFilters } from './activity-filters.ts'

const columns = activityColumns(() => false)

function Log({ user }: { user: User }) {
  const { from }: Record<string, string | undefined> = useSearch({ strict: false })
  return (
    <ListPage<Activity, typeof activity.ofUser.input>
      of={activity.ofUser}
      noun={t('entries')}
      fixed={{ id: user.id, fold: true }}
      filters={activityFilters(null, from)}
      columns={columns}
      rowName={nameOfEntry}
      phone={activityLines}
      expand={detailsOf}
      empty={<NoUserActivity />}
    />
  )
}

export default function UserActivityPage() {
  return <OneUser>{user => <Log user={user} />}</OneUser>
}
