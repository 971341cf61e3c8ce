import { sharing } from '@claviger/contract/keys/sharing'
import type { User } from '@claviger/contract/people/users'
import { ActionIcon, Button } from '@mantine/core'
import { IconShare, IconUser, IconUsersGroup, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { nameOf } from '#features/people/users/user-status.ts'

const ShareAccount = lazy(() => import('./ShareAccount.tsx'))
const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const

export function SharedWith({ user }: { user: User }) {
  const { can } = useSession()
  const [asking, setAsking] = useState(false)
  const people = useRead(sharing.with, { id: user.id }, { quiet: true })
  const groups = useRead(sharing.groups, { id: user.id }, { quiet: true })
  const take = useWrite(sharing.remove)
  const write = can('keys.write')
  const share = write && (
    <Button leftSection={<IconShare size={16} stroke={1.8} aria-hidden />} onClick={() => setAsking(true)}>
      {t('Share')}
    </Button>
  )
  const stop = (shareId: string, name: string) =>
    write && (
      <ActionIcon
        variant="subtle"
        aria-label={t('Stop sharing with {name}', { name })}
        disabled={take.isPending}
        onClick={() =>
          take.mutate(
            { id: shareId },
            { onSuccess: () => toast('success', t('No longer shared with {name}', { name })) },
          )
        }
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    )
  const none = people.data?.items.length === 0 && groups.data?.items.length === 0
  return (
    <Card title={t('Shared with')} flush right={!none && share}>
      <Waiting on={people} what={t('the shares of this account')}>
        <Waiting on={groups} what={t('the shares of this account')}>
          {none ? (
            <EmptyState title={t('Not shared yet')} icon={IconShare} action={share}>
              {t(
                "You can share {name}'s account so that other users can use it with their own card. The log shows their names.",
                {
                  name: nameOf(user),
                },
              )}
            </EmptyState>
          ) : (
            <IconRows>
              {groups.data?.items.map(group => (
                <IconRow
                  key={group.shareId}
                  icon={<IconUsersGroup {...icon} />}
                  name={<Link to={`/dashboard/groups/${group.id}` as '/'}>{group.name}</Link>}
                  about={t('Group')}
                  last={null}
                  menu={stop(group.shareId, group.name)}
                />
              ))}
              {people.data?.items.map(one => (
                <IconRow
                  key={one.shareId}
                  icon={<IconUser {...icon} />}
                  name={<Link to={`/dashboard/users/${one.id}` as '/'}>{one.name}</Link>}
                  about={one.userId}
                  last={t('{count, plural, =0 {no card yet} one {# card} other {# cards}}', { count: one.cards })}
                  menu={stop(one.shareId, one.name)}
                />
              ))}
            </IconRows>
          )}
        </Waiting>
      </Waiting>
      <Suspense>{asking && <ShareAccount user={user} close={() => setAsking(false)} />}</Suspense>
    </Card>
  )
}
