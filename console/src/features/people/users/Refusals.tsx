import { activity } from '@claviger/contract/oversight/activity'
import type { ActivityRefusal } from '@claviger/contract/oversight/activity'
import type { User } from '@claviger/contract/people/users'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import classes from './users.module.css'

/** Recent refusals of a user, newest first; empty while loading. */
export const useRefusals = (id: string, when = true): readonly ActivityRefusal[] =>
  useRead(activity.refusals, { id }, { quiet: true, when }).data?.items ?? []

const reasonOf = ({ reason }: ActivityRefusal): string => reason ?? t('No reason recorded')

/** One sentence: where and why the user was refused last. */
export function refusedInWords(refusal: ActivityRefusal): ReactNode {
  const { computer, site } = refusal
  const at = <When key="at" at={refusal.at} as="ago" />
  const reason = reasonOf(refusal)
  if (computer !== null)
    return <Trans id="Refused at {computer} <0/>: {reason}" values={{ computer, reason }} components={[at]} />
  if (site !== null) return <Trans id="Refused at {site} <0/>: {reason}" values={{ site, reason }} components={[at]} />
  return <Trans id="Refused <0/>: {reason}" values={{ reason }} components={[at]} />
}

export function LastRefusal({ user }: { user: User }) {
  const { can } = useSession()
  const [last] = useRefusals(user.id)
  if (!last) return null
  const why = reasonOf(last)
  const line = can('activity.read') ? (
    <Link key="why" to={`/dashboard/users/${user.id}/activity`} search={{ status: '2' }}>
      {why}
    </Link>
  ) : (
    <span key="why">{why}</span>
  )
  return (
    <span>
      <Trans id="Refused <0/>: <1/>" components={[<When key="at" at={last.at} as="ago" />, line]} />
    </span>
  )
}

export function RefusedLately({ user }: { user: User }) {
  const refusals = useRefusals(user.id)
  if (refusals.length === 0) return null
  return (
    <Card title={t('Recently refused sign-ins')}>
      <ul className={classes.refusals}>
        {refusals.map(refusal => (
          <li key={refusal.id}>
            <b>{reasonOf(refusal)}</b>
            <span>
              {[refusal.objectName, refusal.site, refusal.computer ?? refusal.device, refusal.ip]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <When at={refusal.at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
