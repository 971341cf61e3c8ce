import type { BulkRun } from '@claviger/contract/people/bulk-runs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '../../../ground/text/text.ts'
import { count } from '../../../ground/text/formats.ts'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { Progress } from './Progress.tsx'
import { useUndo } from './useUndo.ts'
import { useRun } from './useRun.ts'
import { titleOf, wordsOf } from './words.ts'
import classes from './bulk-runs.module.css'

/** How far a run has come, and how it ended; closing this does not stop it. */
export function Running({ run: begun, close }: { run: BulkRun; close: () => void }) {
  const run = useRun(begun.id, begun) ?? begun
  const { undo, busy } = useUndo(close)
  const ended = run.finishedAt !== null
  const failed = run.seen - run.succeeded
  const did = t(wordsOf(run.act).done, { count: run.succeeded })
  return (
    <Dialog open title={titleOf(run)} close={close}>
      <div className={classes.preview}>
        {ended ? (
          <p role="status">
            <b>{did}</b>
            {failed > 0 ? t(', {failed} could not be.', { failed: count(failed) }) : '.'}
          </p>
        ) : (
          <>
            <Progress
              done={run.seen}
              of={run.total}
              label={t('{seen} of {total} users', { seen: count(run.seen), total: count(run.total) })}
            />
            <p>{t('You can close this page; the work goes on.')}</p>
          </>
        )}
        <p>
          <Link to={`/dashboard/users/runs/${run.id}` as '/'} onClick={close}>
            {t('Show the result of each user')}
          </Link>
        </p>
      </div>
      <div className={classes.foot}>
        {run.undoUntil !== null && (
          <Button variant="default" loading={busy} onClick={() => undo(run)}>
            {t('Undo')}
          </Button>
        )}
        <Button data-autofocus onClick={close}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}
