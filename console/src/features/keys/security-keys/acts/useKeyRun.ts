import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/security-keys/key-acts'
import type { Run } from '@claviger/contract/work/runs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshAfter } from '../../../../ground/data/query.ts'
import { useRead } from '../../../../ground/data/useRead.ts'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { t } from '../../../../ground/text/text.ts'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { useAgain } from '../../../people/bulk-runs/run/useAgain.ts'

/** A run on keys, asked for again until it ends; lists are refreshed when it has. */
export function useKeyRun(id: string, earlier?: Run) {
  const client = useQueryClient()
  const running = useRead(keyActCalls.get, { id }, { quiet: true })
  const run = running.data ?? earlier
  const ended = run?.finishedAt !== null
  useAgain(!ended, running.refetch)
  useEffect(() => {
    if (ended) refreshAfter(client, securityKeys.list)
  }, [ended, client])
  return { run, read: running }
}

/** Takes a run on keys back. */
export function useKeyUndo(after: (undone: Run) => void) {
  const write = useWrite(keyActCalls.undo, {
    done(run) {
      toast('success', t('Taken back for {count, plural, one {# key} other {# keys}}', { count: run.total }))
      after(run)
    },
  })
  return { undo: (run: Run) => write.mutate({ id: run.id }), busy: write.isPending }
}
