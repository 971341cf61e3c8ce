// learn.microsoft.com/graph/api/group-list, group-list-transitivemembers, group-list-transitivememberof,
// group-delta, administrativeunit-list-members, directory-list-administrativeunits (api-reference/v1.0/api of
// microsoftgraph/microsoft-graph-docs-contrib)
import type { EmulatorRequest, EntraEmulator, Mount } from './mounting.ts'
import type { DirectoryStore } from './directory.ts'
import { delta } from './delta.ts'
import { filterOf, refuseOthers, selectFields } from './odata.ts'
import { badRequest, notFound } from './refusal.ts'
import { userProperties } from './users.ts'

const groupProperties = [
  'id',
  'displayName',
  'description',
  'securityEnabled',
  'mailEnabled',
  'mail',
  'groupTypes',
  'isAssignableToRole',
]
const unitProperties = ['id', 'displayName', 'description']
const whole = ['Directory.Read.All', 'Directory.ReadWrite.All']
const readers = ['GroupMember.Read.All', 'GroupMember.ReadWrite.All', 'Group.Read.All', 'Group.ReadWrite.All', ...whole]
const ofUnits = ['AdministrativeUnit.Read.All', 'AdministrativeUnit.ReadWrite.All', ...whole]

/** Mixed objects with their type; casting to one type is an advanced query. */
function members(
  emulator: EntraEmulator,
  { query, headers, params }: EmulatorRequest,
  path: string,
  all: readonly DirectoryStore[],
) {
  refuseOthers(query, '$select', '$top', '$skiptoken', '$count')
  const cast = /\/microsoft\.graph\.(\w+)$/.exec(path)?.[1]
  if (cast !== undefined && (headers['consistencylevel'] !== 'eventual' || query['$count'] !== 'true'))
    throw badRequest("This query needs the header 'ConsistencyLevel: eventual' and $count=true.")
  const rows = all
    .filter(({ type }) => cast === undefined || type === cast)
    .map(({ type, thing }) => {
      const known = type === 'user' ? userProperties : groupProperties
      const every = [...new Set<string>([...userProperties, ...groupProperties])]
      const asked = selectFields(query, every, known)(thing)
      return { ...(cast === undefined && { '@odata.type': `#microsoft.graph.${type}` }), ...asked }
    })
  return emulator.page(path.replace(':id', params['id'] ?? ''), query, rows)
}

export const groups: Mount = (on, emulator) => {
  const { directory } = emulator
  on('GET', '/v1.0/groups', { any: readers }, ({ query }) => {
    refuseOthers(query, '$select', '$filter', '$top', '$skiptoken', '$count')
    const wanted = filterOf(query, ['id', 'displayName', 'securityEnabled', 'mailEnabled', 'isAssignableToRole'])
    const rows = directory.ofType('group').filter(({ thing }) => wanted(thing))
    return emulator.page('/v1.0/groups', query, rows.map(one => one.thing).map(selectFields(query, groupProperties)))
  })
  on('GET', '/v1.0/groups/delta', { any: readers }, ({ query, headers }) =>
    delta(emulator, { type: 'group', path: '/v1.0/groups/delta', known: groupProperties }, query, headers['prefer']),
  )
  const memberOf = '/v1.0/groups/:id/transitiveMemberOf/microsoft.graph.group'
  on('GET', memberOf, { any: readers }, asked => {
    const id = asked.params['id'] ?? ''
    if (!directory.find('group', id)) throw notFound(id)
    return members(emulator, asked, memberOf, directory.holders(id))
  })
  const ofUser = '/v1.0/users/:id/transitiveMemberOf/microsoft.graph.group'
  on('GET', ofUser, { any: readers }, asked => {
    const found = directory.find('user', asked.params['id'] ?? '')
    if (!found) throw notFound(asked.params['id'] ?? '')
    return members(emulator, asked, ofUser, directory.holders(found.thing.id))
  })
  on('GET', '/v1.0/groups/:id', { any: readers }, ({ params, query }) => {
    refuseOthers(query, '$select')
    const one = directory.find('group', params['id'] ?? '')
    if (!one) throw notFound(params['id'] ?? '')
    return selectFields(query, groupProperties)(one.thing)
  })
  for (const cast of ['', '/microsoft.graph.user', '/microsoft.graph.group']) {
    const transitive = `/v1.0/groups/:id/transitiveMembers${cast}`
    on('GET', transitive, { any: readers }, asked => {
      const id = asked.params['id'] ?? ''
      if (!directory.find('group', id)) throw notFound(id)
      return members(emulator, asked, transitive, directory.transitive(id))
    })
    const ofUnit = `/v1.0/directory/administrativeUnits/:id/members${cast}`
    on('GET', ofUnit, { any: ofUnits }, asked => {
      const id = asked.params['id'] ?? ''
      if (!directory.find('administrativeUnit', id)) throw notFound(id)
      return members(emulator, asked, ofUnit, directory.direct(id))
    })
  }
  on('GET', '/v1.0/directory/administrativeUnits', { any: ofUnits }, ({ query }) => {
    refuseOthers(query, '$select', '$filter', '$top', '$skiptoken', '$count')
    const wanted = filterOf(query, ['id', 'displayName'])
    const rows = directory.ofType('administrativeUnit').filter(({ thing }) => wanted(thing))
    return emulator.page(
      '/v1.0/directory/administrativeUnits',
      query,
      rows.map(one => one.thing).map(selectFields(query, unitProperties)),
    )
  })
}
