import { activity, activityStatus } from '@claviger/contract/oversight/activity'
import type { User } from '@claviger/contract/people/users'
import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { Line } from './Line.tsx'
import { NoUserActivity } from './NoUserActivity.tsx'
import classes from './timeline.module.css'

const shown = 8

/** The latest entries by and about a user and their keys. */
export function UserTimeline({ user }: { user: User }) {
  const read = useRead(activity.ofUser, { id: user.id, fold: true, pageSize: shown }, { quiet: true })
  const items = read.data?.items ?? []
  const all = <Link to={`/dashboard/users/${user.id}/activity` as '/'}>{t('All activity')}</Link>
  return (
    <Card title={t('Timeline')} flush right={all}>
      <Waiting on={read} what={t('the activity log')}>
        {items.length === 0 ? (
          <NoUserActivity />
        ) : (
          <Box component="ol" className={classes.timeline} p="12px 16px">
            {items.map(entry => (
              <li key={entry.id} data-failed={entry.status !== activityStatus.succeeded || undefined}>
                <p className="cv-fill cv-wrap">
                  <Line entry={entry} />
                  <Box component="span" className="cv-muted" display="block">
                    {[entry.reason, entry.site, entry.computer?.name].filter(Boolean).join(' · ')}
                  </Box>
                </p>
                <When at={entry.at} />
              </li>
            ))}
          </Box>
        )}
      </Waiting>
    </Card>
  )
}
