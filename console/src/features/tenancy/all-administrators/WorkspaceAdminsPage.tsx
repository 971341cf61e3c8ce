import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import type { AdministratorOf } from '@claviger/contract/tenancy/all-administrators'
import { secondPersonKinds } from '@claviger/contract/tenancy/second-person'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { Button } from '@mantine/core'
import { IconPlus, IconUserShield } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { OneWorkspace } from '../workspaces/OneWorkspace.tsx'
import { adminColumns, adminLines } from '../administrators/administrator-columns.tsx'
import { SecondPerson } from '../second-person/SecondPerson.tsx'
import { menuOfAny, menuOfOurs } from './AnyAdminMenu.tsx'
import { roleFilter } from './roleFilter.ts'

const AddAdmin = lazy(() => import('../administrators/AddAdmin.tsx'))

export default function WorkspaceAdminsPage() {
  const [adding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Add admin')}
    </Button>
  )
  return (
    <OneWorkspace primary={({ type }) => type !== workspaceTypes.individual && add}>
      {workspace => (
        <>
          <SecondPerson workspace={workspace} kinds={[secondPersonKinds.ownerChange]} />
          <ListPage<AdministratorOf, typeof allAdministrators.filtered.input>
            of={allAdministrators.filtered}
            fixed={{ id: workspace.id }}
            noun={t('admins')}
            search={t('Search name, user ID, email…')}
            filters={[roleFilter(workspace.installation)]}
            columns={adminColumns}
            sort="name"
            rowName={({ name }) => name}
            phone={adminLines}
            {...(workspace.type === workspaceTypes.individual
              ? {}
              : { rowMenu: workspace.installation ? menuOfOurs : menuOfAny })}
            empty={
              <EmptyState
                title={t('No admins yet')}
                action={workspace.type !== workspaceTypes.individual && add}
                icon={IconUserShield}
              >
                {t('This workspace has no administrator. Make one of its users the owner.')}
              </EmptyState>
            }
          />
          <Suspense>{adding && <AddAdmin within={workspace} close={() => setAdding(false)} />}</Suspense>
        </>
      )}
    </OneWorkspace>
  )
}
