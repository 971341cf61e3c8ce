import { userStatus, type User } from '@claviger/contract/people/users'
import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import { RefusalSentence, useRefusals } from './Refusals.tsx'
import SendRecovery from './SendRecovery.tsx'
import { UserStatus } from './UserStatus.tsx'
import { mayBeLost, reasonOf } from './user-status.ts'
import { useStatusActs } from './useStatusActs.ts'

const stopped = (status: number) => status === userStatus.suspended || status === userStatus.pending

/** Whether the user can sign in, in one sentence, and what helps if not; `actions` concern keys and sessions. */
export function StatusCard({ user, actions }: { user: User; actions: ReactNode }) {
  const { can } = useSession()
  const [recovering, setRecovering] = useState(false)
  const [last] = useRefusals(user.id)
  const [activate] = useStatusActs(user)
  const write = can('users.write')
  const isLocked = last !== undefined && (user.lastSignInAt === null || user.lastSignInAt < last.at)
  return (
    <Card>
      <Group gap="10px 24px" justify="space-between">
        <Group className="cv-linked" gap="2px 12px" flex="1 1 320px" fz={14}>
          <UserStatus status={user.status} />
          <p>
            {user.status === userStatus.active && isLocked ? (
              <RefusalSentence of={last} user={user.id} />
            ) : (
              reasonOf(user)
            )}
          </p>
        </Group>
        <div className="cv-row">
          {write && stopped(user.status) && activate && (
            <Button variant="default" onClick={activate.do}>
              {t('Activate user')}
            </Button>
          )}
          {write && mayBeLost(user) && (
            <Button variant="default" onClick={() => setRecovering(true)}>
              {t('Send recovery email…')}
            </Button>
          )}
          {actions}
        </div>
      </Group>
      {recovering && <SendRecovery user={user} close={() => setRecovering(false)} />}
    </Card>
  )
}
