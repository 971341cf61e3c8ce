import { securityKeys } from '@claviger/contract/keys/security-keys'
import { cardImport } from '@claviger/contract/keys/card-import'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshAfter } from '../../../ground/data/query.ts'
import { useRead } from '../../../ground/data/useRead.ts'
import { useAgain } from '../../work/runs/useAgain.ts'

/** The import of the address, asked for again while the server works on it. */
export function useCardImport(id: string | undefined) {
  const client = useQueryClient()
  const read = useRead(cardImport.get, { id: id ?? '' }, { when: id !== undefined, quiet: true })
  const { refetch } = read
  const state = read.data?.state
  const mailing = read.data?.notified?.finished === false
  const undoing = read.data?.undo?.finishedAt === null
  const busy = state === 'reviewing' || state === 'running' || mailing || undoing
  useAgain(busy, refetch)
  useEffect(() => {
    if ((state !== 'done' && state !== 'stopped') || mailing || undoing) return
    refreshAfter(client, securityKeys.list)
    void client.invalidateQueries({ queryKey: [cardImport.rows.feature, cardImport.rows.call] })
  }, [state, mailing, undoing, client])
  return read
}
