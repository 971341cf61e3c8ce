import { type okta, OktaSettings } from '@claviger/contract/directories/okta'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { withoutTransaction } from '../../../http/bind.ts'
import type { Ctx, RequestCtx } from '../../../ground/world.ts'
import { accessTo } from '../../connect/api-applications/api-applications.access.ts'
import { oktaWith } from '../cloud/cloud.okta.ts'
import { answered } from '../cloud/cloud.problems.ts'
import { changeCloud, type CloudKind, connectCloud, connectionOfKind } from '../cloud/cloud.settled.ts'
import { oktaSource } from './okta.source.ts'
import { oktaGroup } from './reading.ts'

type InputFor<C extends keyof (typeof okta)['calls']> = OutputOf<(typeof okta)['calls'][C]['input']>
const oktaKind: CloudKind = { kind: 2, type: 'okta', mapping: oktaSource.defaultMapping }

/** Groups of an organization whose names begin so. Throws not-found, cloud-refuses and cloud-away. */
export const oktaGroups = withoutTransaction(async (ctx: RequestCtx, { application, search }: InputFor<'groups'>) => {
  const access = await ctx.transact(inner => accessTo(inner, application, 'okta'))
  const query = new URLSearchParams({ limit: '50', ...(search && { q: search }) })
  const said = await answered(() => oktaWith(ctx, access).get(`/groups?${query.toString()}`))
  return {
    items: (Array.isArray(said) ? said : []).map(row => {
      const { anchor: id, name, description } = oktaGroup(row)
      return { id, name, description }
    }),
  }
})

/** Connects an organization. Throws not-found, connection-name-taken and connections-full. */
export const createOkta = (ctx: Ctx, input: InputFor<'create'>) => connectCloud(ctx, oktaKind, input)

/** Changes whom an organization tells of. Throws what changeCloud throws. */
export const updateOkta = (ctx: Ctx, input: InputFor<'update'>) => changeCloud(ctx, oktaKind, input)

/** What is of a directory of Okta alone. Throws not-found. */
export async function getOkta(ctx: Ctx, { id }: { id: string }) {
  const { apiApplication, settings } = await connectionOfKind(ctx, oktaKind, id)
  return { application: apiApplication, settings: OktaSettings.parse(settings) }
}
