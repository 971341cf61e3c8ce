import { groups, groupTypes } from '@claviger/contract/people/groups'
import type { User } from '@claviger/contract/people/users'
import { IconUsersGroup } from '@tabler/icons-react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'
import { Joined } from '../members/Joined.tsx'
import { nameOf } from '../users/user-status.ts'
import { GroupTags } from './group-columns.tsx'

export function UserGroups({ user }: { user: User }) {
  const { can } = useSession()
  const all = useRead(groups.ids, {}, { fresh: 30_000 })
  const join = useWrite(groups.addToUser, { done: () => toast('success', t('{name} added', { name: nameOf(user) })) })
  const leave = useWrite(groups.removeFromUser)
  const kindOf = new Map(all.data?.items.map(group => [group.id, group]))
  const mine = user.groups.map(group => ({ ...group, kind: kindOf.get(group.id) }))
  const free = all.data?.items.filter(
    group => group.type === groupTypes.internal && !group.byRule && !user.groups.some(({ id }) => id === group.id),
  )
  const write = can('users.write')
  return (
    <Joined
      title={t('Groups')}
      rows={mine.map(({ id, name, kind }) => ({
        id,
        name,
        to: `/dashboard/groups/${id}`,
        beside: kind && (
          <GroupTags
            group={{
              type: kind.type,
              rule: kind.byRule ? { match: 'all', conditions: [] } : null,
              endedAt: null,
              source: null,
            }}
          />
        ),
        ...(write && kind?.type === groupTypes.internal && !kind.byRule
          ? {
              leave: () =>
                leave.mutate(
                  { id: user.id, groups: [id] },
                  { onSuccess: () => toast('success', t('Removed from {name}', { name })) },
                ),
            }
          : {}),
      }))}
      busy={leave.isPending}
      none={{
        title: t('No groups yet'),
        why: t('{name} is only a member of the “All users” group.', { name: nameOf(user) }),
        icon: IconUsersGroup,
      }}
      add={write && { label: t('Add to groups'), title: t('Add {name} to groups', { name: nameOf(user) }) }}
      free={free}
      joining={join.isPending}
      join={(chosen, close) => join.mutate({ id: user.id, groups: chosen }, { onSuccess: close })}
    />
  )
}
