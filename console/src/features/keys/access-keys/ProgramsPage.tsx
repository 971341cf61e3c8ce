import { accessKeys } from '@claviger/contract/keys/access-keys'
import type { ReaderApp } from '@claviger/contract/keys/access-keys'
import { Button } from '@mantine/core'
import { IconDeviceDesktopAnalytics, IconPlugConnected } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { useDeviceViews } from '../devices/device-views.ts'
import { programColumns, programLines } from './program-columns.tsx'
import { programMenuOf } from './ProgramMenu.tsx'

const RemovePrograms = lazy(() => import('./RemovePrograms.tsx'))
const SetUp = lazy(() => import('./SetUp.tsx'))

export default function ProgramsPage() {
  const { can } = useSession()
  const [setting, setSetting] = useState(false)
  const [removing, setRemoving] = useState<{ apps: readonly ReaderApp[]; done: () => void } | null>(null)
  const bulk = (apps: readonly ReaderApp[], done: () => void) => [
    deletion(t('Remove'), () => setRemoving({ apps, done })),
  ]
  const setUp = (
    <Button leftSection={<IconPlugConnected size={16} stroke={1.8} aria-hidden />} onClick={() => setSetting(true)}>
      {t('Set up program')}
    </Button>
  )
  return (
    <>
      <ListPage<ReaderApp, typeof accessKeys.apps.input>
        of={accessKeys.apps}
        noun={t('reader programs')}
        title={t('Devices')}
        add={setUp}
        views={useDeviceViews()}
        search={t('Search name, computer ID…')}
        columns={programColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={programLines}
        rowMenu={programMenuOf}
        {...(can('api-keys.write') ? { bulk } : {})}
        empty={
          <EmptyState title={t('No reader programs yet')} icon={IconDeviceDesktopAnalytics} action={setUp}>
            {t(
              'A reader program or the browser extension reads access cards at a computer. Each one appears here after it registers.',
            )}
          </EmptyState>
        }
      />
      <Suspense>
        {setting && <SetUp close={() => setSetting(false)} />}
        {removing && <RemovePrograms {...removing} close={() => setRemoving(null)} />}
      </Suspense>
    </>
  )
}
