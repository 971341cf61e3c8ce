import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { Run } from '@claviger/contract/work/runs'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Takes a run back. */
export function useUndo(after: (undone: Run) => void): { undo: (run: Run) => void; busy: boolean } {
  const write = useWrite(bulkRuns.undo, {
    done(run) {
      if (run.finishedAt !== null)
        toast('success', t('Taken back for {count, plural, one {# user} other {# users}}', { count: run.succeeded }))
      else toast('success', t('Taking it back for {count, plural, one {# user} other {# users}}', { count: run.total }))
      after(run)
    },
  })
  return { undo: run => write.mutate({ id: run.id }), busy: write.isPending }
}
