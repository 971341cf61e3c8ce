import type { Run } from '@claviger/contract/work/runs'
import { count } from '../../../../ground/text/formats.ts'
import { t } from '../../../../ground/text/text.ts'
import { RunDialog } from '../../../people/bulk-runs/run/RunDialog.tsx'
import { useKeyRun, useKeyUndo } from './useKeyRun.ts'
import { keyRunTitle, keyWordsOf } from './words.ts'

/** How far a run on keys has come, and how it ended. */
export function KeyRunning({ run: begun, close }: { run: Run; close: () => void }) {
  const run = useKeyRun(begun.id, begun).run ?? begun
  const { undo, busy } = useKeyUndo(close)
  return (
    <RunDialog
      run={run}
      title={keyRunTitle(run)}
      far={t('{seen} of {total} keys', { seen: count(run.seen), total: count(run.total) })}
      did={t(keyWordsOf(run.act).done, { count: run.succeeded })}
      to={`/dashboard/security-keys/runs/${run.id}`}
      results={t('Show the result of each key')}
      undo={undo}
      busy={busy}
      close={close}
    />
  )
}
