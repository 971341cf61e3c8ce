import type { Run } from '@claviger/contract/work/runs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { count } from '../../../../ground/text/formats.ts'
import { t } from '../../../../ground/text/text.ts'
import { Dialog } from '../../../../ground/ui/over/Dialog.tsx'
import { Progress } from '../Progress.tsx'
import classes from '../bulk-runs.module.css'

interface RunDialogProps {
  run: Run
  title: string
  /** How far it is: "3 of 200 users". */
  far: string
  /** What was done: "200 users suspended". */
  did: string
  /** Where the result of each stands, and what the link says. */
  to: string
  results: string
  undo: (run: Run) => void
  busy: boolean
  close: () => void
}

/** How far a run has come, and how it ended; closing this does not stop it. */
export function RunDialog({ run, title, far, did, to, results, undo, busy, close }: RunDialogProps) {
  const failed = run.seen - run.succeeded
  return (
    <Dialog open title={title} close={close}>
      <div className={classes.preview}>
        {run.finishedAt === null ? (
          <>
            <Progress done={run.seen} of={run.total} label={far} />
            <p>{t('You can close this page; the work goes on.')}</p>
          </>
        ) : (
          <p role="status">
            <b>{did}</b>
            {failed > 0 ? t(', {failed} could not be.', { failed: count(failed) }) : '.'}
          </p>
        )}
        <p>
          <Link to={to} onClick={close}>
            {results}
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
