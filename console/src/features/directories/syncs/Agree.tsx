import { syncs, type SyncRun } from '@claviger/contract/directories/syncs'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { exceededThresholds, countUsersLosingAccess } from './sync-labels.ts'

export function Agree({ run }: { run: SyncRun }) {
  const { can } = useSession()
  const [asks, setAsks] = useState(false)
  const leaving = countUsersLosingAccess(run)
  const agree = useWrite(syncs.agree, { done: () => setAsks(false) })
  const drop = useWrite(syncs.stop)
  return (
    <Notice level="warning">
      <p>
        <strong>
          {exceededThresholds(run)} {t('This exceeds the safety threshold, so nothing was changed.')}
        </strong>{' '}
        {t('A mistyped filter or a wrong mapping can cause this. Review the list below before you continue the run.')}
      </p>
      <Group gap={8} mt={10}>
        {can('directories.grant') ? (
          <Button color="red" onClick={() => setAsks(true)}>
            {t('Continue run…')}
          </Button>
        ) : (
          <span>{t('Only an owner can continue this run.')}</span>
        )}
        {can('directories.write') && (
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate({ id: run.id })}>
            {t('Discard run')}
          </Button>
        )}
      </Group>
      <Confirm
        open={asks}
        title={
          leaving > 0
            ? t('Remove access of {count, plural, one {# user} other {# users}}?', { count: leaving })
            : t('Continue run?')
        }
        keep={t('Change nothing')}
        act={
          leaving > 0
            ? t('Remove access of {count, plural, one {# user} other {# users}}', { count: leaving })
            : t('Continue run')
        }
        safe={leaving === 0}
        busy={agree.isPending}
        close={() => setAsks(false)}
        confirm={() => agree.mutate({ id: run.id, leaving }, { onError: () => setAsks(false) })}
      >
        {leaving > 0 ? (
          <p>
            <strong>{t('Their sessions end and their keys stop working immediately.')}</strong>
          </p>
        ) : (
          <p>{exceededThresholds(run)}</p>
        )}
        <p>{t('You can undo this for 30 minutes.')}</p>
      </Confirm>
    </Notice>
  )
}
