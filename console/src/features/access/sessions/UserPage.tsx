import { keyStatus, securityKeys } from '@claviger/contract/keys/security-keys'
import type { User } from '@claviger/contract/people/users'
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { UserKeys } from '#features/keys/security-keys/UserKeys.tsx'
import { UserTimeline } from '#features/oversight/activity/UserTimeline.tsx'
import { MembershipCard } from '#features/people/units/MembershipCard.tsx'
import { DetailsCard } from '#features/people/users/DetailsCard.tsx'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { RefusedLately } from '#features/people/users/Refusals.tsx'
import { StatusCard } from '#features/people/users/StatusCard.tsx'
import { AccessMap } from '#features/rules/simulations/AccessMap.tsx'
import { useSession } from '#shell/session.tsx'
import { RecoveryActions } from './RecoveryActions.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** Hidden until the keys and the passport of the first one have loaded, because it would move. */
function BelowKeys({ user, children }: { user: User; children: ReactNode }) {
  const { can } = useSession()
  const open = can('keys.read')
  const keys = useRead(securityKeys.ofUserInfo, { userId: user.id }, { quiet: true, when: open })
  const first = keys.data?.items.find(({ status }) => status !== keyStatus.pending)
  const passport = useRead(securityKeys.info, { id: first?.id ?? '' }, { quiet: true, when: first !== undefined })
  const isLoading = keys.isLoading || passport.isLoading
  return <DeferredContent until={!isLoading}>{children}</DeferredContent>
}

export default function UserPage() {
  const { can } = useSession()
  return (
    <OneUser>
      {user => (
        <Stack gap={16}>
          <StatusCard user={user} actions={<RecoveryActions user={user} />} />
          {can('keys.read') && <UserKeys user={user} />}
          <BelowKeys user={user}>
            <Grid columns="minmax(0, 3fr) minmax(0, 2fr)" align="start" below={1200}>
              <Stack gap={16} miw={0}>
                {can('policies.read') && <AccessMap user={user} />}
                {can('activity.read') ? <UserTimeline user={user} /> : <RefusedLately user={user} />}
              </Stack>
              <Stack gap={16} miw={0}>
                <SessionsCard user={user} />
                {can('groups.read') && <MembershipCard user={user} />}
                <DetailsCard user={user} />
              </Stack>
            </Grid>
          </BelowKeys>
        </Stack>
      )}
    </OneUser>
  )
}
