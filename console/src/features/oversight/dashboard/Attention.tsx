import { users, userStatus } from '@claviger/contract/people/users'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../ground/data/useRead.ts'
import { Dot } from '../../../ground/ui/bits/Status.tsx'
import { many } from '../../../ground/ui/bits/moments.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { lookOf } from '../../people/users/status.ts'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import classes from './dashboard.module.css'

const concerns: readonly { status: number; says: (number: number) => string; act: string }[] = [
  { status: userStatus.noDevice, says: n => `${many(n, 'user has', 'users have')} no device`, act: 'Review' },
  { status: userStatus.needLicense, says: n => `${many(n, 'user needs', 'users need')} a license`, act: 'Review' },
  {
    status: userStatus.pending,
    says: n => `${many(n, 'activation waits', 'activations wait')} for the user`,
    act: 'Remind',
  },
  { status: userStatus.newUser, says: n => `${many(n, 'user was', 'users were')} never invited`, act: 'Invite' },
]

/** What an administrator could do now; each line leads to the users it is about. */
export function Attention() {
  const counts = useRead(users.counts, {}, { quiet: true })
  const rows = concerns
    .map(concern => ({
      ...concern,
      number: counts.data?.byStatus.find(one => one.status === concern.status)?.count ?? 0,
    }))
    .filter(({ number }) => number > 0)
  return (
    <Card title="Needs attention" flush>
      <Waiting on={counts} what="what needs attention">
        {rows.length === 0 ? (
          <p className={classes.calm}>
            <IconCircleCheck size={18} stroke={1.7} aria-hidden /> Nothing needs you now.
          </p>
        ) : (
          <ul className={classes.rows}>
            {rows.map(({ status, says, act, number }) => (
              <li key={status}>
                <Dot shape={lookOf(status).shape} tone={lookOf(status).tone} />
                <span className={classes.grow}>{says(number)}</span>
                <Link to="/dashboard/users" search={{ status }} aria-label={`${act}: ${says(number)}`}>
                  {act}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Waiting>
    </Card>
  )
}
