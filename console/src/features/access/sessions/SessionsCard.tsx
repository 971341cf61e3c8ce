import { sessions } from '@claviger/contract/access/sessions'
import type { User } from '@claviger/contract/people/users'
import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { SessionRows } from './SessionRows.tsx'

const shown = 3

export function SessionsCard({ user }: { user: User }) {
  const { can } = useSession()
  const read = useRead(sessions.ofUser, { id: user.id }, { quiet: true })
  const items = read.data?.items ?? []
  const all = <Link to={`/dashboard/users/${user.id}/sessions` as '/'}>{t('Sessions and devices')}</Link>
  return (
    <Card title={t('Sessions')} flush right={all}>
      <Waiting on={read} what={t('the sessions')}>
        {items.length === 0 ? (
          <EmptyState
            title={t('No sessions')}
            link={can('activity.read') && { to: `/dashboard/users/${user.id}/activity`, label: t('Open activity log') }}
            icon={IconLogout}
          >
            {t('This user has no open sessions.')}
          </EmptyState>
        ) : (
          <SessionRows of={items.slice(0, shown)} />
        )}
      </Waiting>
    </Card>
  )
}
