import type { connections } from '@claviger/contract/directories/connections'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { getConnection } from '../connections/connections.calls.ts'
import { changeConnection } from '../connections/connections.ts'
import { mappingWrong } from '../links/links.mapping.ts'

/** Changes what a directory fills here and how it runs. Throws not-found, connection-name-taken, changed-meanwhile and mapping-wrong. */
export async function updateOne(ctx: Ctx, { id, ...to }: OutputOf<(typeof connections)['calls']['update']['input']>) {
  const wrong = to.mapping && mappingWrong(to.mapping)
  if (wrong) throw problem('mapping-wrong', undefined, [{ field: wrong.field, message: wrong.reason }])
  await changeConnection(ctx, id, to)
  return getConnection(ctx, { id })
}
