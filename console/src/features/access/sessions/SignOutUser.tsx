import { sessions } from '@claviger/contract/access/sessions'
import type { Session } from '@claviger/contract/access/sessions'
import type { User } from '@claviger/contract/people/users'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { nameOf } from '#features/people/users/user-status.ts'

export interface SignOutUserProps {
  user: User
  /** One session, or all except the caller's own. */
  of: Session | 'all'
  count: number
  close: () => void
}

export function SignOutUser({ user, of, count, close }: SignOutUserProps) {
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
