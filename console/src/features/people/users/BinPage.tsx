import type { Selection } from '@claviger/contract/people/bulk-runs'
import type { BinnedUser } from '@claviger/contract/people/users'
import { users } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { nameOf } from './user-status.ts'
import { useRestore } from './useRestore.ts'

const BulkDialog = lazy(() => import('../bulk-runs/BulkDialog.tsx'))

const daysLeft = (user: BinnedUser) =>
  t('{count, plural, one {# day} other {# days}}', {
    count: Math.max(0, Math.ceil((Date.parse(user.purgedAt) - Date.now()) / 86_400_000)),
  })

const columns: readonly Column<BinnedUser>[] = [
  { name: 'name', label: msg('Name'), fixed: true, text: nameOf },
  { name: 'userId', label: msg('User ID'), text: user => user.userId },
  { name: 'email', label: msg('Email'), text: user => user.email ?? '' },
  {
    name: 'deleted',
    label: msg('Deleted'),
    width: '148px',
    cell: user => <When at={user.deletedAt} />,
    text: user => user.deletedAt,
  },
  { name: 'left', label: msg('Days left'), width: '110px', cell: daysLeft, text: user => user.purgedAt },
]

function Back({ user }: { user: BinnedUser }) {
  const restore = useRestore()
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await restore({ id: user.id, name: nameOf(user) }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      onClick={() => void again()}
      aria-label={t('Restore {name}', { name: nameOf(user) })}
    >
      {t('Restore')}
    </Button>
  )
}

const backOf = (user: BinnedUser) => <Back user={user} />

const linesOf = (user: BinnedUser): PhoneRow => ({
  name: nameOf(user),
  status: <When at={user.deletedAt} as="day" />,
  second: user.userId,
})

export default function BinPage() {
  const { can } = useSession()
  const [chosen, setChosen] = useState<{ selection: Selection; clear: () => void } | null>(null)
  const bulk = (rows: readonly BinnedUser[], clear: () => void) => [
    {
      label: t('Restore'),
      icon: <IconArrowBackUp size={16} stroke={1.7} aria-hidden />,
      do: () => setChosen({ selection: { ids: rows.map(({ id }) => id) }, clear }),
    },
  ]
  return (
    <>
      <ListPage
        of={users.bin}
        noun={t('deleted users')}
        title={t('Deleted users')}
        columns={columns}
        search={t('Search name, user ID, email…')}
        rowName={nameOf}
        phone={linesOf}
        {...(can('users.write') ? { rowMenu: backOf, bulk } : {})}
        empty={
          <EmptyState
            title={t('No deleted users')}
            link={{ to: '/dashboard/users', label: t('Go to users') }}
            icon={IconTrash}
          >
            {t('Deleted users are kept for 30 days. Until then, you can restore them with their keys and groups.')}
          </EmptyState>
        }
      />
      <Suspense>
        {chosen && (
          <BulkDialog
            act="restore"
            selection={chosen.selection}
            chosen={chosen.selection.ids?.length ?? 0}
            begun={chosen.clear}
            close={() => setChosen(null)}
          />
        )}
      </Suspense>
    </>
  )
}
