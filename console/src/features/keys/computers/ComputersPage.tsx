import { computers } from '@claviger/contract/keys/computers'
import type { Computer } from '@claviger/contract/keys/computers'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconFileDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { useDeviceBulk } from '../devices/useDeviceBulk.tsx'
import { computerColumns, deviceLines } from '../devices/device-columns.tsx'
import { computerMenuOf } from './ComputerMenu.tsx'
import { useDeviceFilters } from '../devices/device-filters.ts'
import { useDeviceViews } from '../devices/device-views.ts'

const Configuration = lazy(() => import('./Configuration.tsx'))

export default function ComputersPage() {
  const { can } = useSession()
  const [configuring, setConfiguring] = useState(false)
  const { bulk, dialog } = useDeviceBulk()
  const configure = (
    <Button leftSection={<IconFileDownload size={16} stroke={1.8} aria-hidden />} onClick={() => setConfiguring(true)}>
      {t('Agent configuration')}
    </Button>
  )
  return (
    <>
      <ListPage<Computer, typeof computers.list.input>
        of={computers.list}
        noun={t('computers')}
        title={t('Devices')}
        add={configure}
        views={useDeviceViews()}
        search={t('Search name, machine ID…')}
        filters={useDeviceFilters()}
        columns={computerColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={deviceLines}
        to={computer => `/dashboard/devices/computers/${computer.id}`}
        {...(can('devices.write') ? { bulk, rowMenu: computerMenuOf } : {})}
        empty={
          <EmptyState title={t('No computers yet')} icon={IconDeviceDesktop} action={configure}>
            {t(
              'A computer appears here after its agent registers. The agent needs an API key of type “Clients” and the configuration file.',
            )}
          </EmptyState>
        }
      />
      {dialog}
      <Suspense>{configuring && <Configuration close={() => setConfiguring(false)} />}</Suspense>
    </>
  )
}
