import { sessions } from '@claviger/contract/access/sessions'
import type { Session } from '@claviger/contract/access/sessions'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { ExternalAccountsOf } from '../external-sign-in/ExternalAccounts.tsx'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { nameOf } from '#features/people/users/user-status.ts'
import { SessionRows } from './SessionRows.tsx'

function SignOut({ user, of, count, close }: { user: User; of: Session | 'all'; count: number; close: () => void }) {
  const name = nameOf(user)
  const signedOut = () => {
    toast('success', t('Signed out {name}', { name }))
    close()
  }
  const one = useWrite(sessions.endOfUser, { done: signedOut })
  const all = useWrite(sessions.endAllOfUser, { done: signedOut })
  const confirm = () => (of === 'all' ? all.mutate({ id: user.id }) : one.mutate({ id: user.id, sessionId: of.id }))
  return (
    <Confirm
      open
      title={
        of === 'all'
          ? t('{count, plural, one {End # session?} other {End # sessions?}}', { count })
          : t('End 1 session?')
      }
      keep={t('Keep signed in')}
      act={
        of === 'all' ? t('{count, plural, one {End # session} other {End # sessions}}', { count }) : t('End 1 session')
      }
      busy={one.isPending || all.isPending}
      close={close}
      confirm={confirm}
    >
      <p>
        {of === 'all'
          ? t('This signs {name} out everywhere immediately. Unsaved work is lost.', { name })
          : of.offlineFor !== null
            ? t('{application} loses its access to the data of {name} immediately.', {
                application: of.offlineFor,
                name,
              })
            : t('This signs {name} out of {device} immediately. Unsaved work there is lost.', {
                name,
                device: of.device,
              })}
      </p>
      <p>{t('{name} can sign in again. To prevent this, suspend the user or the key.', { name })}</p>
    </Confirm>
  )
}

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
            <EmptyState title={t('No sessions')} icon={IconLogout}>
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
      {ending !== null && <SignOut user={user} of={ending} count={others.length} close={() => setEnding(null)} />}
    </>
  )
}

export default function UserSessionsPage() {
  const { can } = useSession()
  return (
    <OneUser>
      {user => (
        <>
          <OfUser user={user} />
          <ExternalAccountsOf user={user} may={can('users.write')} />
        </>
      )}
    </OneUser>
  )
}
