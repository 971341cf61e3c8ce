import { units } from '@claviger/contract/people/units'
import type { User } from '@claviger/contract/people/users'
import { IconSitemap } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { useSession } from '#shell/session.tsx'
import { Joined } from '../members/Joined.tsx'
import { nameOf } from '../users/user-status.ts'

export function UserUnits({ user }: { user: User }) {
  const { can } = useSession()
  const go = useNavigate()
  const read = useRead(units.ofUser, { userId: user.id }, { quiet: true })
  const all = useRead(units.names, {}, { fresh: 30_000 })
  const set = useWrite(units.setOfUser, {
    done: () => toast('success', t('Units of {name} saved', { name: nameOf(user) })),
  })
  const leave = useWrite(units.removeOfUser)
  if (read.isError)
    return <ErrorCard title={t("We couldn't load the units")} fault={read.error} retry={() => void read.refetch()} />
  const mine = read.data?.items ?? user.organizationUnits
  const free = all.data?.items.filter(unit => !mine.some(({ id }) => id === unit.id))
  const write = can('users.write')
  const takeOut = (unit: { id: string; name: string }) =>
    leave.mutate(
      { userId: user.id, ids: [unit.id] },
      {
        onSuccess() {
          toast('success', t('Removed from {name}', { name: unit.name }))
          // Administrators of units only can't see users outside their units
          if (mine.length === 1 && !can('units.write')) void go({ to: '/dashboard/users' } as never)
        },
      },
    )
  return (
    <Joined
      title={t('Organization units')}
      rows={mine.map(unit => ({
        ...unit,
        to: `/dashboard/organization-units/${unit.id}`,
        ...(write ? { leave: () => takeOut(unit) } : {}),
      }))}
      busy={leave.isPending}
      none={{
        title: t('No units yet'),
        why: t('{name} is managed by the workspace administrators.', { name: nameOf(user) }),
        icon: IconSitemap,
      }}
      add={write && { label: t('Add to units'), title: t('Add {name} to units', { name: nameOf(user) }) }}
      free={free}
      joining={set.isPending}
      join={(chosen, close) =>
        set.mutate({ userId: user.id, ids: [...mine.map(({ id }) => id), ...chosen] }, { onSuccess: close })
      }
    />
  )
}
