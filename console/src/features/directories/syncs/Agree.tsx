import { syncs, type SyncRun } from '@claviger/contract/directories/syncs'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { losing } from './sync-labels.ts'
import classes from './syncs.module.css'

export function Agree({ run }: { run: SyncRun }) {
  const { can } = useSession()
  const [asks, setAsks] = useState(false)
  const leaving = losing(run)
  const agree = useWrite(syncs.agree, { done: () => setAsks(false) })
  const drop = useWrite(syncs.stop)
  return (
    <Notice level="warning">
      <p>
        <strong>
          {t('{count, plural, one {# user} other {# users}} would lose access, so nothing was changed.', {
            count: leaving,
          })}
        </strong>{' '}
        {t('A mistyped filter can cause this. Review the list below before you continue the run.')}
      </p>
      <div className={classes.acts}>
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
      </div>
      <Confirm
        open={asks}
        title={t('Remove access of {count, plural, one {# user} other {# users}}?', { count: leaving })}
        keep={t('Change nothing')}
        act={t('Remove access of {count, plural, one {# user} other {# users}}', { count: leaving })}
        busy={agree.isPending}
        close={() => setAsks(false)}
        confirm={() => agree.mutate({ id: run.id, leaving }, { onError: () => setAsks(false) })}
      >
        <p>
          <strong>{t('Their sessions end and their keys stop working immediately.')}</strong>
        </p>
        <p>{t('You can undo this for 30 minutes.')}</p>
      </Confirm>
    </Notice>
  )
}
