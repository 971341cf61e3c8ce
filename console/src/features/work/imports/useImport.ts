import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshAfter } from '#platform/data/query.ts'
import { useRead } from '#platform/data/useRead.ts'
import { useAgain } from '../runs/useAgain.ts'
import { type ImportKind, isOver } from './import-kind.ts'

/** Polls an import while the server processes it; refetches affected data when it ends. */
export function useImport(kind: ImportKind, id: string | undefined) {
  const { calls, outcome } = kind
  const client = useQueryClient()
  const read = useRead(calls.get, { id: id ?? '' }, { when: id !== undefined, quiet: true })
  const of = id === undefined ? undefined : read.data
  const works = of?.state === 'reviewing' || of?.state === 'running'
  const goesOn = of !== undefined && (of.undo?.finishedAt === null || outcome.goesOn?.(of) === true)
  const over = of !== undefined && isOver(of.state) && !goesOn
  useAgain(works || goesOn, read.refetch)
  useEffect(() => {
    if (over) refreshAfter(client, calls.start)
  }, [over, client, calls])
  return { read, of }
}
