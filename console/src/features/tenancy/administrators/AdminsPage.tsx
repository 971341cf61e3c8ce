import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { Button } from '@mantine/core'
import { IconPlus, IconUserShield } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useSession } from '#shell/session.tsx'
import { menuOf } from './AdminMenu.tsx'
import { adminColumns, adminLines } from './administrator-columns.tsx'
import { PendingOffer } from './ownership/PendingOffer.tsx'
import { roles } from './rights.ts'
import { viewsOf } from './administrator-views.ts'

const AddAdmin = lazy(() => import('./AddAdmin.tsx'))

const filters = [
  {
    name: 'role',
    label: msg('Role'),
    options: roles.map(({ value, label }) => ({ value: String(value), label })),
  },
]

export default function AdminsPage() {
  const { can } = useSession()
  const adding = useOverlayAddress('add', can('admins.write'))
  const add = can('admins.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={adding.begin}>
      {t('Add admin')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('Admins')} actions={add} />
      <PendingOffer />
      <Tabs of={viewsOf('admins')} label={t('Admins')} />
      <ListPage<Administrator, typeof administrators.list.input>
        of={administrators.list}
        noun={t('admins')}
        search={t('Search name, user ID, email…')}
        filters={filters}
        columns={adminColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={adminLines}
        rowMenu={menuOf}
        empty={
          <EmptyState title={t('No admins yet')} icon={IconUserShield} action={add}>
            {t('Admins are users who manage this workspace within the limits of their role.')}
          </EmptyState>
        }
      />
      <Suspense>{adding.open && <AddAdmin close={adding.end} />}</Suspense>
    </>
  )
}
