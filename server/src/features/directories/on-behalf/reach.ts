import type { OnBehalfService } from '@claviger/contract/directories/on-behalf'
import { Problem } from '../../../ground/problem.ts'
import { accessTo } from '../../connect/api-applications/api-applications.access.ts'
import type { Briefly } from '../../work/works/works.ts'
import { graphOf } from '../cloud/cloud.graph.ts'
import { oktaOf } from '../cloud/cloud.okta.ts'
import { atEntra } from './entra.ts'
import { atOkta } from './okta.ts'
import { NotTaken, type There } from './there.ts'

/** The account of a person at the other side, by the credentials of their connection. Throws NotTaken where those are gone. */
export async function reach(
  world: Briefly,
  service: OnBehalfService,
  { application, anchor }: { application: string; anchor: string },
  signal: AbortSignal,
): Promise<There> {
  try {
    if (service === 'entra') {
      const graph = await world.transact(ctx => graphOf(world, ctx, application))
      return atEntra(graph, anchor, signal)
    }
    const { okta, access } = await world.transact(async ctx => ({
      okta: await oktaOf(world, ctx, application),
      access: await accessTo(ctx, application, 'okta'),
    }))
    return atOkta(okta, new URL(access.address).hostname, anchor, signal)
  } catch (error) {
    if (error instanceof Problem) throw new NotTaken('not-permitted-there', 'The API application is gone')
    throw error
  }
}
