import { users } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { t } from '../../../ground/text/text.ts'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { useSession } from '../../../shell/session.tsx'
import { useCrumb } from '../../../shell/crumbs/crumb.ts'
import { nameOf } from './status.ts'
import { UserHead } from './UserHead.tsx'

function NotThere() {
  return (
    <>
      <PageHead title={t('User')} />
      <EmptyState
        title={t('There is no such user')}
        icon={<IconUserOff size={26} stroke={1.6} aria-hidden />}
        action={
          <Button component={Link} to="/dashboard/users">
            {t('Back to users')}
          </Button>
        }
      >
        {t(
          'The user was deleted, or the address is wrong. A deleted user can be restored under “Deleted users” for 30 days.',
        )}
      </EmptyState>
    </>
  )
}

/** Loads the user of the address and shows head, tabs and the chosen part. */
export function OneUser({ children }: { children: (user: User) => ReactNode }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { can } = useSession()
  const open = can('users.read')
  const user = useRead(users.get, { id }, { quiet: true, when: open })
  useCrumb(user.data && nameOf(user.data))
  if (!open) return <NotThere />
  if (user.isError)
    return [404, 422].includes(user.error.status) ? (
      <NotThere />
    ) : (
      <ErrorCard title={t('We could not load this user')} fault={user.error} retry={() => void user.refetch()} />
    )
  if (user.isPending) return <Bones lines={8} />
  return (
    <>
      <UserHead user={user.data} />
      {children(user.data)}
    </>
  )
}
