// learn.microsoft.com/graph/api/device-list and device-get; aad-advanced-queries for $search and $count
import type { Mount } from './mounting.ts'
import { filterOf, refuseOthers, selectFields } from './odata.ts'
import { badRequest, notFound } from './refusal.ts'

const reads = ['Device.Read.All', 'Device.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All']
const properties = [
  'id',
  'deviceId',
  'displayName',
  'operatingSystem',
  'operatingSystemVersion',
  'trustType',
  'isCompliant',
  'accountEnabled',
  'approximateLastSignInDateTime',
]

export const devices: Mount = (on, emulator) => {
  const { directory } = emulator
  on('GET', '/v1.0/devices', { any: reads }, ({ query, headers }) => {
    refuseOthers(query, '$select', '$filter', '$top', '$skiptoken', '$count', '$search')
    const isAdvanced = headers['consistencylevel'] === 'eventual'
    if ('$search' in query && !isAdvanced)
      throw badRequest("Request with $search query parameter only works with header 'ConsistencyLevel: eventual'.")
    const words = /^"displayName:([^"]+)"$/.exec(query['$search'] ?? '')?.[1]
    if ('$search' in query && words === undefined) throw badRequest('Syntax error in $search.')
    const wanted = filterOf(query, ['id', 'deviceId', 'displayName', 'operatingSystem'])
    const rows = directory
      .ofType('device')
      .map(one => one.thing)
      .filter(wanted)
      .filter(thing =>
        String(thing['displayName'])
          .toLowerCase()
          .includes((words ?? '').toLowerCase()),
      )
    return emulator.page('/v1.0/devices', query, rows.map(selectFields(query, properties)))
  })
  on('GET', '/v1.0/devices/:id', { any: reads }, ({ params, query }) => {
    refuseOthers(query, '$select')
    const found = directory.find('device', params['id'] ?? '')
    if (!found) throw notFound(params['id'] ?? '')
    return selectFields(query, properties)(found.thing)
  })
}
