import { activity } from '@claviger/contract/oversight/activity'
import type { ActivityRefusal } from '@claviger/contract/oversight/activity'
import type { User } from '@claviger/contract/people/users'
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'

/** Recent refusals of a user, newest first; empty while loading. */
export const useRefusals = (id: string, when = true): readonly ActivityRefusal[] =>
  useRead(activity.refusals, { id }, { quiet: true, when }).data?.items ?? []

const reasonOf = ({ reason }: ActivityRefusal): string => reason ?? t('No reason recorded')

/** Where the user could not sign in, and why, as one sentence. */
export function RefusalSentence({ of, user }: { of: ActivityRefusal; user: string }) {
  const { can } = useSession()
  const { computer, site } = of
  const reason = reasonOf(of)
  const parts = [
    <When key="at" at={of.at} as="ago" />,
    can('activity.read') ? (
      <Link key="why" to={`/dashboard/users/${user}/activity`} search={{ status: '2' }}>
        {reason}
      </Link>
    ) : (
      <span key="why">{reason}</span>
    ),
  ]
  if (computer !== null)
    return <Trans id="Couldn't sign in at {computer} <0/>: <1/>" values={{ computer }} components={parts} />
  if (site !== null) return <Trans id="Couldn't sign in at {site} <0/>: <1/>" values={{ site }} components={parts} />
  return <Trans id="Couldn't sign in <0/>: <1/>" components={parts} />
}

/** For administrators who cannot read the activity log. */
export function RefusedLately({ user }: { user: User }) {
  const refusals = useRefusals(user.id)
  if (refusals.length === 0) return null
  return (
    <Card title={t('Recently refused sign-ins')}>
      <Stack component="ul" gap={12}>
        {refusals.map(refusal => (
          <Stack component="li" className="cv-wrap" gap={2} key={refusal.id}>
            <b>{reasonOf(refusal)}</b>
            <span>
              {[refusal.objectName, refusal.site, refusal.computer ?? refusal.device, refusal.ip]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <When at={refusal.at} />
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}
