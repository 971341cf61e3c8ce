import { sessions } from '@claviger/contract/access/sessions'
import { keyStatus, securityKeys, traitsOf } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useSession } from '#shell/session.tsx'
import { SignOutUser } from './SignOutUser.tsx'

const ResetPin = lazy(() => import('#features/keys/key-acts/ResetPin.tsx'))

/** What helps a user who forgot the PIN, or whose sessions are in wrong hands. */
export function RecoveryActions({ user }: { user: User }) {
  const { can } = useSession()
  const [open, setOpen] = useState<'pin' | 'sessions' | null>(null)
  const keys = useRead(securityKeys.ofUserInfo, { userId: user.id }, { when: can('keys.write'), quiet: true }).data
  const list = useRead(sessions.ofUser, { id: user.id }, { quiet: true }).data
  const card = keys?.items.find(
    one =>
      one.status === keyStatus.active &&
      one.verification === verifications.pin &&
      traitsOf(one.type).verifies === 'card',
  )
  const others = list?.items.filter(session => !session.current) ?? []
  const close = () => setOpen(null)
  return (
    <>
      {card && (
        <Button variant="default" onClick={() => setOpen('pin')}>
          {t('Reset PIN of {name}…', { name: card.name })}
        </Button>
      )}
      {can('users.write') && others.length > 0 && (
        <Button variant="default" onClick={() => setOpen('sessions')}>
          {t('Sign out everywhere…')}
        </Button>
      )}
      <Suspense>{open === 'pin' && card && <ResetPin of={card} close={close} />}</Suspense>
      {open === 'sessions' && <SignOutUser user={user} of="all" count={others.length} close={close} />}
    </>
  )
}
