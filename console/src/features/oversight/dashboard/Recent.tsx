import { activity } from '@claviger/contract/oversight/activity'
import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { clockOf, dayOf, momentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Line, Result } from '../activity/Line.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import classes from './dashboard.module.css'

/** The time if today, otherwise the day. */
const shortly = (at: string) => {
  const moment = new Date(at)
  return moment.toDateString() === new Date().toDateString() ? clockOf(moment) : dayOf(at)
}

export function Recent() {
  const log = useRead(activity.list, { pageSize: 5 }, { quiet: true })
  return (
    <Card
      title={t('Recent activity')}
      flush
      right={<Link to="/dashboard/activity-logs">{t('Open activity log')}</Link>}
    >
      <Waiting on={log} what={t('the activity log')}>
        {log.data?.items.length === 0 && (
          <Box component="p" className="cv-quiet" p={16}>
            {t('No activity yet.')}
          </Box>
        )}
        <ul className={`${classes.rows ?? ''} cv-ruled`}>
          {log.data?.items.map(entry => (
            <li key={entry.id}>
              <Initials name={entry.actorName} />
              <span className={`${classes.grow ?? ''} cv-fill`}>
                <Line entry={entry} />
              </span>
              <Box component="span" className="cv-small cv-cut cv-not-on-phone" flex="none" w={136}>
                {entry.device}
              </Box>
              <Result status={entry.status} />
              <time className={`${classes.time ?? ''} cv-small`} dateTime={entry.at} title={momentOf(entry.at)}>
                {shortly(entry.at)}
              </time>
            </li>
          ))}
        </ul>
      </Waiting>
    </Card>
  )
}
