import { users, userStatus } from '@claviger/contract/people/users'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../ground/data/useRead.ts'
import { msg, t } from '../../../ground/text/text.ts'
import { Dot } from '../../../ground/ui/bits/Status.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { lookOf } from '../../people/users/status.ts'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import classes from './dashboard.module.css'

const concerns: readonly { status: number; says: string; act: string }[] = [
  {
    status: userStatus.noDevice,
    says: msg('{count, plural, one {# user has} other {# users have}} no device'),
    act: msg('Review'),
  },
  {
    status: userStatus.needLicense,
    says: msg('{count, plural, one {# user needs} other {# users need}} a license'),
    act: msg('Review'),
  },
  {
    status: userStatus.pending,
    says: msg('{count, plural, one {# activation waits} other {# activations wait}} for the user'),
    act: msg('Remind'),
  },
  {
    status: userStatus.newUser,
    says: msg('{count, plural, one {# user was} other {# users were}} never invited'),
    act: msg('Invite'),
  },
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
    <Card title={t('Needs attention')} flush>
      <Waiting on={counts} what={t('what needs attention')}>
        {rows.length === 0 ? (
          <p className={classes.calm}>
            <IconCircleCheck size={18} stroke={1.7} aria-hidden /> {t('Nothing needs you now.')}
          </p>
        ) : (
          <ul className={classes.rows}>
            {rows.map(({ status, says, act, number }) => (
              <li key={status}>
                <Dot shape={lookOf(status).shape} tone={lookOf(status).tone} />
                <span className={classes.grow}>{t(says, { count: number })}</span>
                <Link
                  to="/dashboard/users"
                  search={{ status }}
                  aria-label={t('{act}: {what}', { act: t(act), what: t(says, { count: number }) })}
                >
                  {t(act)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Waiting>
    </Card>
  )
}
