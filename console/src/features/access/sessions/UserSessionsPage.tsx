import { sessions } from '@claviger/contract/access/sessions'
import type { Session } from '@claviger/contract/access/sessions'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { ExternalAccountsOf } from '../external-sign-in/ExternalAccounts.tsx'
import { UserDevices } from '#features/keys/devices/UserDevices.tsx'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { SessionRows } from './SessionRows.tsx'
import { SignOutUser } from './SignOutUser.tsx'

function OfUser({ user }: { user: User }) {
  const { can } = useSession()
  const list = useRead(sessions.ofUser, { id: user.id }, { quiet: true })
  const [ending, setEnding] = useState<Session | 'all' | null>(null)
  const may = can('users.write')
  const items = list.data?.items ?? []
  const here = items.filter(session => session.offlineFor === null)
  const away = items.filter(session => session.offlineFor !== null)
  const others = items.filter(session => !session.current)
  return (
    <>
      <Card
        title={t('Sessions')}
        flush
        right={
          may &&
          others.length > 0 && (
            <Button variant="default" onClick={() => setEnding('all')}>
              {t('Sign out everywhere…')}
            </Button>
          )
        }
      >
        <Waiting on={list} what={t('the sessions')}>
          {list.data && here.length === 0 ? (
            <EmptyState
              title={t('No sessions')}
              link={
                can('activity.read') && { to: `/dashboard/users/${user.id}/activity`, label: t('Open activity log') }
              }
              icon={IconLogout}
            >
              {t('This user has no open sessions.')}
            </EmptyState>
          ) : (
            <SessionRows of={here} end={may ? setEnding : undefined} label={t('Sign out…')} />
          )}
        </Waiting>
      </Card>
      {away.length > 0 && (
        <Card title={t('Offline access')} flush>
          <SessionRows of={away} end={may ? setEnding : undefined} label={t('End access…')} />
        </Card>
      )}
      {ending !== null && <SignOutUser user={user} of={ending} count={others.length} close={() => setEnding(null)} />}
    </>
  )
}

export default function UserSessionsPage() {
  const { can } = useSession()
  return (
    <OneUser>
      {user => (
        <div className="cv-in-order">
          <OfUser user={user} />
          {can('devices.read') && <UserDevices user={user} />}
          <ExternalAccountsOf user={user} may={can('users.write')} />
        </div>
      )}
    </OneUser>
  )
}
