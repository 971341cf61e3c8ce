import type { Run } from '@claviger/contract/work/runs'
import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { endOf, follow } from './run-follower.ts'
import type { RunKind } from './run-kind.ts'
import { Progress } from './Progress.tsx'
import { useRun, useRunActs } from './useRun.ts'

export function Running({ of, run: first, close }: { of: RunKind; run: Run; close: () => void }) {
  const client = useQueryClient()
  const [begun, setBegun] = useState(first)
  const run = useRun(of, begun.id, begun).run ?? begun
  const { undo, stop } = useRunActs(of, setBegun)
  const { words, home } = of
  const failed = run.processed - run.succeeded
  const runs = run.finishedAt === null
  const leave = () => {
    if (runs) void follow(client, of, run.id)
    close()
  }
  const far = run.undoes === null ? words.far : words.undoing
  return (
    <Dialog open title={words.titleOf(run)} close={leave}>
      <Stack className="cv-lead" gap={10}>
        {runs ? (
          <>
            <Progress
              done={run.processed}
              of={run.total}
              label={t(far, { seen: count(run.processed), total: count(run.total), count: run.total })}
            />
            <p>{t('You can close this page. The work continues.')}</p>
          </>
        ) : (
          <p role="status">
            <b>{endOf(of, run)}</b>
            {failed > 0 ? t(', {failed} failed', { failed: count(failed) }) : '.'}
          </p>
        )}
        <p>
          <Link to={`${home}/${run.id}`} onClick={leave}>
            {t(words.results)}
          </Link>
        </p>
      </Stack>
      <div className="cv-foot">
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
        <Button data-autofocus onClick={leave}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}
