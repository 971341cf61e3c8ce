import { userImport } from '@claviger/contract/people/user-import'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { touched } from '../users/useRestore.ts'

/** The import of the address, asked for again while the server works on it. */
export function useImport(id: string | undefined) {
  const client = useQueryClient()
  const read = useRead(userImport.get, { id: id ?? '' }, { when: id !== undefined, quiet: true })
  const { refetch } = read
  const state = read.data?.state
  const busy = state === 'reviewing' || state === 'running'
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(() => void refetch(), 700)
    return () => clearInterval(timer)
  }, [busy, refetch])
  useEffect(() => {
    if (state === 'done') for (const noun of touched) void client.invalidateQueries({ queryKey: [noun] })
  }, [state, client])
  return read
}
