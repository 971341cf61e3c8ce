import { connections } from '@claviger/contract/directories/connections'
import { logStreams } from '@claviger/contract/oversight/log-streams'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useSession } from '#shell/session.tsx'
import type { DashboardConcern } from './dashboard-concern.ts'

const quiet = { quiet: true } as const
const bad = { shape: 'square', tone: 'bad' } as const

/** What the workspace depends on and does not work: directories that can't be read, and log streams that fail. */
export function useHealth(): { concerns: DashboardConcern[]; loading: boolean } {
  const { can } = useSession()
  const directories = useRead(connections.list, {}, { ...quiet, when: can('directories.read') })
  const streams = useRead(logStreams.list, {}, { ...quiet, when: can('log-streams.read') })
  const unread = directories.data?.items.filter(one => one.active && one.connection === 'failed') ?? []
  const failing = streams.data?.items.filter(({ failingSince }) => failingSince !== null) ?? []
  return {
    concerns: [
      ...unread.map(({ id, name }) => ({
        key: `directory ${id}`,
        look: bad,
        says: t("The directory “{name}” can't be read", { name }),
        act: t('Review'),
        to: '/dashboard/sync',
        search: {},
      })),
      ...failing.map(({ id, name }) => ({
        key: `log stream ${id}`,
        look: bad,
        says: t("The log stream “{name}” can't be delivered", { name }),
        act: t('Review'),
        to: '/dashboard/workspace/log-streams',
        search: {},
      })),
    ],
    loading: directories.isLoading || streams.isLoading,
  }
}
