import { users } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { IconUserOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { RecordNotFound, OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { useSession } from '#shell/session.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useRefusals } from './Refusals.tsx'
import { nameOf } from './user-status.ts'
import { UserHead } from './UserHead.tsx'

export function OneUser({ children }: { children: (user: User) => ReactNode }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { can } = useSession()
  const open = can('users.read')
  const user = useRead(users.get, { id }, { quiet: true, when: open })
  // Prefetched in parallel with the user, so that the header is complete when rendered
  useRefusals(id, open)
  useCrumb(user.data && nameOf(user.data))
  const missing = {
    kind: t('User'),
    says: t('User not found'),
    why: t(
      'The user was deleted, or the link is wrong. You can restore a deleted user under “Deleted users” for 30 days.',
    ),
    icon: IconUserOff,
    to: '/dashboard/users',
    back: t('Back to users'),
  }
  if (!open) return <RecordNotFound {...missing} />
  return (
    <OneRecord read={user} failed={t("We couldn't load this user")} missing={missing}>
      {found => (
        <>
          <UserHead user={found} />
          {children(found)}
        </>
      )}
    </OneRecord>
  )
}
