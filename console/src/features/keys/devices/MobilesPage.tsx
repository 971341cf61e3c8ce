import { deviceKinds, devices } from '@claviger/contract/keys/devices'
import type { Device } from '@claviger/contract/keys/devices'
import { IconDeviceTablet } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { deviceMenuOf } from './DeviceMenu.tsx'
import { useDeviceBulk } from './useDeviceBulk.tsx'
import { deviceLines, mobileColumns } from './device-columns.tsx'
import { useDeviceFilters } from './device-filters.ts'
import { useDeviceViews } from './device-views.ts'

export default function MobilesPage() {
  const { can } = useSession()
  const { bulk, dialog } = useDeviceBulk()
  return (
    <>
      <ListPage<Device, typeof devices.list.input>
        of={devices.list}
        fixed={{ kind: deviceKinds.mobile }}
        noun={t('shared mobile devices')}
        title={t('Devices')}
        views={useDeviceViews()}
        search={t('Search name, machine ID…')}
        filters={useDeviceFilters()}
        columns={mobileColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={deviceLines}
        {...(can('devices.write') ? { bulk, rowMenu: deviceMenuOf } : {})}
        empty={
          <EmptyState
            title={t('No shared mobile devices yet')}
            link={can('api-keys.read') && { to: '/dashboard/api/keys', label: t('Open API keys') }}
            icon={IconDeviceTablet}
          >
            {t('A phone or tablet appears here after its app registers with an API key of type “Shared Mobile”.')}
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
