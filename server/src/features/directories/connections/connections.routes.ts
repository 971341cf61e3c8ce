import { connections } from '@claviger/contract/directories/connections'
import { bind } from '#http/bind.ts'
import { disconnectDirectory, listConnections, setPrecedence } from '../links/links.calls.ts'
import { previewLosses } from '../links/precedence/losses.ts'
import { approveWithTokens } from '../scim/scim.ts'
import { updateSyncedConnection } from '../syncs/syncs.update.ts'
import { getConnection } from './connections.calls.ts'

export default bind(connections, {
  list: listConnections,
  get: getConnection,
  update: updateSyncedConnection,
  approve: approveWithTokens,
  losses: previewLosses,
  remove: disconnectDirectory,
  precedence: setPrecedence,
})
