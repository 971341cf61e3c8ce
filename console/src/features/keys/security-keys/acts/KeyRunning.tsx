import type { BulkRun } from '@claviger/contract/people/bulk-runs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { count } from '../../../../ground/text/formats.ts'
import { t } from '../../../../ground/text/text.ts'
import { Dialog } from '../../../../ground/ui/over/Dialog.tsx'
import { Progress } from '../../../people/bulk-runs/Progress.tsx'
import { useKeyRun, useKeyUndo } from './useKeyRun.ts'
import { keyRunTitle, keyWordsOf } from './words.ts'
import classes from '../keys.module.css'

/** How far a run has come, and how it ended; closing this does not stop it. */
export function KeyRunning({ run: begun, close }: { run: BulkRun; close: () => void }) {
  const run = useKeyRun(begun.id, begun).run ?? begun
  const { undo, busy } = useKeyUndo(close)
  const failed = run.seen - run.succeeded
  return (
    <Dialog open title={keyRunTitle(run)} close={close}>
      <div className={classes.preview}>
        {run.finishedAt === null ? (
          <>
            <Progress
              done={run.seen}
              of={run.total}
              label={t('{seen} of {total} keys', { seen: count(run.seen), total: count(run.total) })}
            />
            <p>{t('You can close this page; the work goes on.')}</p>
          </>
        ) : (
          <p role="status">
            <b>{t(keyWordsOf(run.act).done, { count: run.succeeded })}</b>
            {failed > 0 ? t(', {failed} could not be.', { failed: count(failed) }) : '.'}
          </p>
        )}
        <p>
          <Link to={`/dashboard/security-keys/runs/${run.id}` as '/'} onClick={close}>
            {t('Show the result of each key')}
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
