import { connectionKinds } from '@claviger/contract/directories/connections'
import type { entra, EntraCheckResult } from '@claviger/contract/directories/entra'
import { EntraSettings } from '@claviger/contract/directories/entra'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { withoutTransaction } from '#http/bind.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import { listApiApplications } from '#features/connect/api-applications/api-applications.ts'
import { rolesOf } from '#features/connect/api-applications/api-applications.entra.ts'
import { operatorsApplication } from '#features/connect/api-applications/api-applications.operators.ts'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import { graphWith } from '../cloud/cloud.graph.ts'
import { changeCloud, type CloudKind, connectCloud, connectionOfKind } from '../cloud/cloud.settled.ts'
import { connectionsOf } from '../connections/connections.ts'
import { permissionsIn } from './entra.permissions.ts'
import { entraSource } from './entra.source.ts'

type InputFor<C extends keyof (typeof entra)['calls']> = OutputOf<(typeof entra)['calls'][C]['input']>

export const entraKind: CloudKind = { kind: connectionKinds.entra, type: 'azure', mapping: entraSource.defaultMapping }

/** Tenants with their API application and, if any, the connection that syncs their users. */
export async function listTenants(ctx: TransactionContext) {
  const { items } = await listApiApplications(ctx, { type: 'azure' })
  const connections = await connectionsOf(ctx, 1)
  return {
    offered: operatorsApplication(ctx.config) !== undefined,
    items: items.map(({ id, name, tenantId }) => ({
      id: tenantId ?? '',
      application: id,
      name,
      connection: connections.find(one => one.apiApplication === id)?.id ?? null,
    })),
  }
}

/** Gets a token and reports each permission as granted or missing. @throws not-found */
export const checkTenant = withoutTransaction(
  async (ctx: RequestContext, { application }: InputFor<'check'>): Promise<EntraCheckResult> => {
    const access = await ctx.transact(inner => accessTo(inner, application, 'azure'))
    const is = { application: access.id, tenant: access.tenant }
    try {
      const graph = graphWith(ctx, access)
      // Newly granted permissions appear only in a new token
      const permissions = permissionsIn(rolesOf(await graph.token(true)), false)
      const missing = permissions.filter(one => one.needed && !one.given).map(one => one.name)
      if (missing.length > 0) return { ...is, ok: false, reason: `Not granted: ${missing.join(', ')}`, permissions }
      await graph.get('/users?$select=id&$top=1')
      return { ...is, ok: true, reason: null, permissions }
    } catch (error) {
      if (!(error instanceof CloudFailure)) throw error
      return { ...is, ok: false, reason: error.message, permissions: permissionsIn(new Set(), false) }
    }
  },
)

/** Connects a tenant. @throws not-found, connection-name-taken, connections-full */
export const createEntra = (ctx: TransactionContext, input: InputFor<'create'>) => connectCloud(ctx, entraKind, input)

/** Changes a tenant's scope. @throws like changeCloud */
export const updateEntra = (ctx: TransactionContext, input: InputFor<'update'>) => changeCloud(ctx, entraKind, input)

/** Settings specific to Entra ID. @throws not-found */
export async function getEntra(ctx: TransactionContext, { id }: { id: string }) {
  const { apiApplication, settings } = await connectionOfKind(ctx, entraKind, id)
  return { application: apiApplication, settings: EntraSettings.parse(settings) }
}
