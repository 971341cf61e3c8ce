import { connectionKinds } from '@claviger/contract/directories/connections'
import { type okta, OktaSettings } from '@claviger/contract/directories/okta'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { withoutTransaction } from '#http/bind.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import { oktaWith } from '../cloud/cloud.okta.ts'
import { withCloudProblems } from '../cloud/cloud.problems.ts'
import { changeCloud, type CloudKind, connectCloud, connectionOfKind } from '../cloud/cloud.settled.ts'
import { oktaSource } from './okta.source.ts'
import { oktaGroup } from './okta-reading.ts'

type InputFor<C extends keyof (typeof okta)['calls']> = OutputOf<(typeof okta)['calls'][C]['input']>
const oktaKind: CloudKind = { kind: connectionKinds.okta, type: 'okta', mapping: oktaSource.defaultMapping }

/** Groups of an organization with a name prefix. @throws not-found, cloud-refuses, cloud-away */
export const oktaGroups = withoutTransaction(
  async (ctx: RequestContext, { application, search }: InputFor<'groups'>) => {
    const access = await ctx.transact(inner => accessTo(inner, application, 'okta'))
    const query = new URLSearchParams({ limit: '50', ...(search && { q: search }) })
    const said = await withCloudProblems(() => oktaWith(ctx, access).get(`/groups?${query.toString()}`))
    return {
      items: (Array.isArray(said) ? said : []).map(row => {
        const { anchor: id, name, description } = oktaGroup(row)
        return { id, name, description }
      }),
    }
  },
)

/** Connects an organization. @throws not-found, connection-name-taken, connections-full */
export const createOkta = (ctx: TransactionContext, input: InputFor<'create'>) => connectCloud(ctx, oktaKind, input)

/** Changes an organization's scope. @throws like changeCloud */
export const updateOkta = (ctx: TransactionContext, input: InputFor<'update'>) => changeCloud(ctx, oktaKind, input)

/** Settings specific to Okta. @throws not-found */
export async function getOkta(ctx: TransactionContext, { id }: { id: string }) {
  const { apiApplication, settings } = await connectionOfKind(ctx, oktaKind, id)
  return { application: apiApplication, settings: OktaSettings.parse(settings) }
}
