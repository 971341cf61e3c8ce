import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { BulkRun } from '@claviger/contract/people/bulk-runs'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { many } from '../../../ground/ui/bits/moments.ts'
import { toast } from '../../../ground/ui/over/toast.ts'
import { touched } from '../users/useRestore.ts'

/** Takes a run back. */
export function useUndo(after: (undone: BulkRun) => void): { undo: (run: BulkRun) => void; busy: boolean } {
  const write = useWrite(bulkRuns.undo, {
    alsoRefresh: touched,
    done(run) {
      if (run.finishedAt !== null) toast('success', `Taken back for ${many(run.succeeded, 'user')}`)
      else toast('success', `Taking it back for ${many(run.total, 'user')}`)
      after(run)
    },
  })
  return { undo: run => write.mutate({ id: run.id }), busy: write.isPending }
}
