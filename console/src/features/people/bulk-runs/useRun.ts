import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { Run } from '@claviger/contract/work/runs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshAfter } from '../../../ground/data/query.ts'
import { useRead } from '../../../ground/data/useRead.ts'
import { useAgain } from './run/useAgain.ts'

/** A run, asked for again until it ends; lists are refreshed when it has. */
export function useRun(id: string | null, earlier?: Run): Run | undefined {
  const client = useQueryClient()
  const running = useRead(bulkRuns.get, { id: id ?? '' }, { when: id !== null, quiet: true })
  const run = running.data ?? earlier
  const ended = run?.finishedAt !== null
  useAgain(id !== null && !ended, running.refetch)
  useEffect(() => {
    if (id !== null && ended) refreshAfter(client, bulkRuns.undo)
  }, [id, ended, client])
  return run
}
