import type { DirectoryConnection } from '@claviger/contract/directories/connections'
import { syncs } from '@claviger/contract/directories/syncs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { exceededThresholds } from './sync-labels.ts'

type Listed = DirectoryConnection & { clashes: number }

export function SyncNotices({ of, approve }: { of: Listed; approve: () => void }) {
  const { can } = useSession()
  const { data } = useRead(syncs.list, { connection: of.id, pageSize: 1 }, { every: 5000 })
  const resume = useWrite(syncs.resume)
  const [run] = data?.items ?? []
  return (
    <>
      {of.reach.approvedBy === null && (
        <Notice level="warning">
          {t(
            'Nothing changes until an owner approves the access of this directory. A dry run shows what would change.',
          )}{' '}
          {can('directories.grant') && (
            <Button variant="default" size="xs" onClick={approve}>
              {t('Approve…')}
            </Button>
          )}
        </Notice>
      )}
      {of.pausedReason !== null && (
        <Notice level="warning">
          {t('Paused: {reason}.', { reason: t(of.pausedReason) })}{' '}
          {can('directories.write') && (
            <Button variant="default" size="xs" loading={resume.isPending} onClick={() => resume.mutate({ id: of.id })}>
              {t('Resume')}
            </Button>
          )}
        </Notice>
      )}
      {run?.state === 'braked' && (
        <Notice level="warning">
          {t('The safety threshold stopped the last run.')} {exceededThresholds(run)}{' '}
          <Link to={`/dashboard/sync/runs/${run.id}` as '/'}>{t('Review list')}</Link>
        </Notice>
      )}
      {of.connection === 'failed' && of.connectionReason !== null && (
        <Notice level="error">{t(of.connectionReason)}</Notice>
      )}
      {of.clashes > 0 && (
        <Notice>
          {t('{count, plural, one {# directory user looks} other {# directory users look}} like an existing user.', {
            count: of.clashes,
          })}{' '}
          <Link to="/dashboard/sync/clashes">{t('Resolve conflicts')}</Link>
        </Notice>
      )}
    </>
  )
}
