import { units } from '@claviger/contract/people/units'
import type { Unit } from '@claviger/contract/people/units'
import { Button } from '@mantine/core'
import { IconPlus, IconSitemap } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { isHidden } from '#shell/introductions.ts'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useSession } from '#shell/session.tsx'
import { unitColumns, unitLines } from './unit-columns.tsx'

const AddUnit = lazy(() => import('./form/UnitForm.tsx').then(file => ({ default: file.AddUnit })))
const DeleteUnits = lazy(() => import('./DeleteUnits.tsx'))
const UnitCreated = lazy(() => import('./UnitCreated.tsx'))

interface Deleting {
  units: readonly Unit[]
  clear: () => void
}

export default function UnitsPage() {
  const { can, me } = useSession()
  const [created, setCreated] = useState<Unit | null>(null)
  const [deleting, setDeleting] = useState<Deleting | null>(null)
  const write = can('units.write')
  const adding = useOverlayAddress('add', write)
  const add = write && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={adding.begin}>
      {t('Add unit')}
    </Button>
  )
  const tell = (unit: Unit) =>
    isHidden('OUSuccess', me.id) ? toast('success', t('{name} created', { name: unit.name })) : setCreated(unit)
  const bulk = (rows: readonly Unit[], clear: () => void) => [
    deletion(t('Delete…'), () => setDeleting({ units: rows, clear })),
  ]
  return (
    <>
      <ListPage<Unit, typeof units.list.input>
        of={units.list}
        noun={t('organization units')}
        title={t('Organization units')}
        add={add}
        search={t('Search name, description…')}
        columns={unitColumns}
        sort="name"
        rowName={unit => unit.name}
        phone={unitLines}
        to={unit => `/dashboard/organization-units/${unit.id}`}
        {...(write ? { bulk } : {})}
        empty={
          <EmptyState title={t('No organization units yet')} icon={IconSitemap} action={add}>
            {t('A unit contains some of your users. Its admins can only see and change these users.')}
          </EmptyState>
        }
      />
      <Suspense>
        {adding.open && <AddUnit close={adding.end} done={tell} />}
        {created && <UnitCreated unit={created} close={() => setCreated(null)} />}
        {deleting && <DeleteUnits of={deleting.units} close={() => setDeleting(null)} done={deleting.clear} />}
      </Suspense>
    </>
  )
}
