import { syncs, type SyncRun } from '@claviger/contract/directories/syncs'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { useSession } from '../../../shell/session.tsx'
import { losing } from './words.ts'
import classes from './syncs.module.css'

/** What the brake stopped: an owner who looked at the list lets it go on, or it is dropped. */
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
          {t('{count, plural, one {# person} other {# people}} would lose access, so nothing was changed.', {
            count: leaving,
          })}
        </strong>{' '}
        {t('A mistyped filter looks like this. Look at the list below before anybody lets it go on.')}
      </p>
      <div className={classes.acts}>
        {can('directories.grant') ? (
          <Button color="red" onClick={() => setAsks(true)}>
            {t('Let it go on…')}
          </Button>
        ) : (
          <span>{t('Only an owner can let it go on.')}</span>
        )}
        {can('directories.write') && (
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate({ id: run.id })}>
            {t('Drop this run')}
          </Button>
        )}
      </div>
      <Confirm
        open={asks}
        title={t('Shut out {count, plural, one {# person} other {# people}}?', { count: leaving })}
        keep={t('Keep everybody')}
        act={t('Shut out {count, plural, one {# person} other {# people}}', { count: leaving })}
        busy={agree.isPending}
        close={() => setAsks(false)}
        confirm={() => agree.mutate({ id: run.id, leaving }, { onError: () => setAsks(false) })}
      >
        <p>
          <strong>{t('Their sessions and keys stop at once.')}</strong>
        </p>
        <p>{t('You can undo this for 30 minutes.')}</p>
      </Confirm>
    </Notice>
  )
}
