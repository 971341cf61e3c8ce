import { connectionKinds } from '@claviger/contract/directories/connections'
import { type EntraPermission, EntraSettings } from '@claviger/contract/directories/entra'
import { firstOf } from '@claviger/contract/directories/connections/mapping'
import { rolesOf } from '#features/connect/api-applications/api-applications.entra.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import { graphWith } from '../cloud/cloud.graph.ts'
import { asSourceFailure, openFor } from '../cloud/cloud.reading.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { type Source, SourceFailure } from '../syncs/syncs.sources.ts'
import type { AppContext } from '#platform/app-context.ts'
import { permissionsIn } from './entra.permissions.ts'
import { readEntra } from './entra-reading.ts'
import { entraPerson, selectedFields, sourcePerson } from './entra-resources.ts'

type Where = ConnectedDirectory & { workspace: string }

const open = async (world: AppContext, connection: Where) => {
  const access = await openFor(world, connection, (ctx, id) => accessTo(ctx, id, 'azure'))
  return { access, graph: graphWith(world, access), settings: EntraSettings.parse(connection.settings) }
}

/** The directory type Entra ID (R194: 1). */
export const entraSource: Source = {
  kind: connectionKinds.entra,
  async read(world, connection, ask) {
    const { access, graph, settings } = await open(world, connection)
    try {
      return await readEntra(graph, access.tenant, settings, ask)
    } catch (error) {
      throw asSourceFailure(error)
    }
  },
  async check(world, connection) {
    try {
      const { access, graph, settings } = await open(world, connection)
      const roles = rolesOf(await graph.token())
      const lacking = permissionsIn(roles, settings.scope.by === 'unit').filter(one => one.needed && !one.given)
      const missing: EntraPermission[] = lacking.map(one => one.name)
      if (missing.length > 0)
        return { ok: false, reason: `Not granted in ${access.tenant}: ${missing.join(', ')}`, missing }
      await graph.get('/users?$select=id&$top=1')
      return { ok: true, reason: null, missing }
    } catch (error) {
      if (error instanceof CloudFailure || error instanceof SourceFailure)
        return { ok: false, reason: error.message, missing: [] }
      throw error
    }
  },
  async sample(world, connection, count) {
    const { graph } = await open(world, connection)
    try {
      for await (const rows of graph.pages(`/users?$select=${selectedFields}&$top=${String(Math.min(count, 100))}`))
        return rows.map(row => sourcePerson(entraPerson(row)))
      return []
    } catch (error) {
      throw asSourceFailure(error)
    }
  },
  defaultMapping: [
    firstOf('userId', 'userPrincipalName'),
    firstOf('firstName', 'givenName', 'displayName'),
    firstOf('lastName', 'surname'),
    firstOf('email', 'mail'),
    firstOf('employeeId', 'employeeId'),
    firstOf('phone', 'mobilePhone', 'businessPhones'),
  ],
}
