import type { Run } from '@claviger/contract/work/runs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import type { RunKind } from './run-kind.ts'
import { refreshRun } from './run-follower.ts'
import { useAgain } from './useAgain.ts'

/** Polls a run until it ends, then refreshes the lists. */
export function useRun(of: RunKind, id: string, earlier?: Run) {
  const client = useQueryClient()
  const { calls } = of
  const read = useRead(calls.get, { id }, { quiet: true })
  const run = read.data ?? earlier
  const ended = run?.finishedAt !== null
  useAgain(!ended, read.refetch)
  useEffect(() => {
    if (ended) refreshRun(client, of)
  }, [ended, client, of])
  return { run, read }
}

/** Undo, stop, and retry of a run; `after` receives the run that was started. */
export function useRunActs({ calls }: RunKind, after: (begun: Run) => void) {
  const undo = useWrite(calls.undo, { done: after })
  const stop = useWrite(calls.stop, { done: () => toast('success', t('Run stopped')) })
  const retry = useWrite(calls.retry, { done: after })
  return { undo, stop, retry }
}
