import { userImport } from '@claviger/contract/people/user-import'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshAfter } from '../../../ground/data/query.ts'
import { useRead } from '../../../ground/data/useRead.ts'
import { useAgain } from '../../work/runs/useAgain.ts'

/** The import of the address, asked for again while the server works on it. */
export function useImport(id: string | undefined) {
  const client = useQueryClient()
  const read = useRead(userImport.get, { id: id ?? '' }, { when: id !== undefined, quiet: true })
  const { refetch } = read
  const state = read.data?.state
  const undoing = read.data?.undo?.finishedAt === null
  const busy = state === 'reviewing' || state === 'running' || undoing
  useAgain(busy, refetch)
  useEffect(() => {
    if ((state === 'done' || state === 'stopped') && !undoing) refreshAfter(client, userImport.start)
  }, [state, undoing, client])
  const undone = typeof read.data?.undo?.finishedAt === 'string'
  useEffect(() => {
    // Each row says now what became of it
    if (undone) void client.invalidateQueries({ queryKey: [userImport.rows.feature, userImport.rows.call] })
  }, [undone, client])
  return read
}
