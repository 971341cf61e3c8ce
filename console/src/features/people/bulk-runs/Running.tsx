import type { Run } from '@claviger/contract/work/runs'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { RunDialog } from './run/RunDialog.tsx'
import { useRun } from './useRun.ts'
import { useUndo } from './useUndo.ts'
import { titleOf, wordsOf } from './words.ts'

/** How far a run on users has come, and how it ended. */
export function Running({ run: begun, close }: { run: Run; close: () => void }) {
  const run = useRun(begun.id, begun) ?? begun
  const { undo, busy } = useUndo(close)
  return (
    <RunDialog
      run={run}
      title={titleOf(run)}
      far={t('{seen} of {total} users', { seen: count(run.seen), total: count(run.total) })}
      did={t(wordsOf(run.act).done, { count: run.succeeded })}
      to={`/dashboard/users/runs/${run.id}`}
      results={t('Show the result of each user')}
      undo={undo}
      busy={busy}
      close={close}
    />
  )
}
