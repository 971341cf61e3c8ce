import type { Run } from '@claviger/contract/work/runs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import type { RunKind } from './kind.ts'
import { Progress } from './Progress.tsx'
import { useRun, useRunActs } from './useRun.ts'
import classes from './runs.module.css'

/** How far a run has come, and how it ended; closing this does not stop it. */
export function Running({ of, run: begun, close }: { of: RunKind; run: Run; close: () => void }) {
  const run = useRun(of, begun.id, begun).run ?? begun
  const { undo, stop } = useRunActs(of, close)
  const { words, home } = of
  const failed = run.processed - run.succeeded
  const runs = run.finishedAt === null
  return (
    <Dialog open title={words.titleOf(run)} close={close}>
      <div className={classes.preview}>
        {runs ? (
          <>
            <Progress
              done={run.processed}
              of={run.total}
              label={t(words.far, { seen: count(run.processed), total: count(run.total) })}
            />
            <p>{t('You can close this page; the work goes on.')}</p>
          </>
        ) : (
          <p role="status">
            <b>{words.did(run)}</b>
            {failed > 0 ? t(', {failed} could not be.', { failed: count(failed) }) : '.'}
          </p>
        )}
        <p>
          <Link to={`${home}/${run.id}`} onClick={close}>
            {t(words.results)}
          </Link>
        </p>
      </div>
      <div className={classes.foot}>
        {runs && (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate({ id: run.id })}>
            {t('Stop')}
          </Button>
        )}
        {run.undoUntil !== null && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate({ id: run.id })}>
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
