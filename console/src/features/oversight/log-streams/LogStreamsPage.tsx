import { logStreams } from '@claviger/contract/oversight/log-streams'
import { Box, Button } from '@mantine/core'
import { IconBroadcast } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { BlockedAddresses } from '#features/tenancy/private-targets/BlockedAddresses.tsx'
import { SettingsFrame } from '#features/tenancy/workspace-settings/SettingsFrame.tsx'
import { Stream } from './Stream.tsx'

const AddStream = lazy(() => import('./AddStream.tsx'))

// Polling interval of the page's numbers, in milliseconds
const every = 5000

export default function LogStreamsPage() {
  const { can } = useSession()
  const list = useRead(logStreams.list, {}, { every })
  const [adding, setAdding] = useState(false)
  const write = can('log-streams.write')
  const items = list.data?.items ?? []
  const add = write && <Button onClick={() => setAdding(true)}>{t('Add log stream…')}</Button>
  return (
    <SettingsFrame open="Log streams">
      {() => (
        <Box maw={960}>
          <Card title={t('Log streams')} flush right={items.length > 0 && add}>
            <Waiting on={list} what={t('the log streams')}>
              {items.length === 0 ? (
                <EmptyState title={t('No log streams yet')} icon={IconBroadcast} action={add}>
                  {t('Send activity log entries to your log server or SIEM within seconds.')}
                </EmptyState>
              ) : (
                <ul className="cv-ruled">
                  {items.map(stream => (
                    <Stream key={stream.id} stream={stream} write={write} />
                  ))}
                </ul>
              )}
            </Waiting>
          </Card>
          <BlockedAddresses feature="log-streams" />
          <Suspense>{adding && <AddStream close={() => setAdding(false)} />}</Suspense>
        </Box>
      )}
    </SettingsFrame>
  )
}
