import { activity } from '@claviger/contract/oversight/activity'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../ground/data/useRead.ts'
import { Initials } from '../../../ground/ui/bits/Initials.tsx'
import { dayOf, momentOf } from '../../../ground/ui/bits/moments.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { Line, Result } from '../activity/Line.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import classes from './dashboard.module.css'

/** The clock of today, else the day. */
const shortly = (at: string) => {
  const moment = momentOf(at)
  return moment.startsWith('Today, ') ? moment.slice(7) : dayOf(at)
}

/** What happened last. */
export function Recent() {
  const log = useRead(activity.list, { pageSize: 5 }, { quiet: true })
  return (
    <Card title="Recent activity" flush right={<Link to="/dashboard/activity-logs">Open activity log</Link>}>
      <Waiting on={log} what="the activity log">
        {log.data?.items.length === 0 && <p className={classes.calm}>Nothing has happened yet.</p>}
        <ul className={classes.rows}>
          {log.data?.items.map(entry => (
            <li key={entry.id}>
              <Initials name={entry.actorName} />
              <span className={`${classes.grow} cv-cut`}>
                <Line entry={entry} />
              </span>
              <span className={`${classes.device} cv-cut`}>{entry.device}</span>
              <Result status={entry.status} />
              <time className={classes.time} dateTime={entry.at} title={momentOf(entry.at)}>
                {shortly(entry.at)}
              </time>
            </li>
          ))}
        </ul>
      </Waiting>
    </Card>
  )
}
