import { connectionKinds } from '@claviger/contract/directories/connections'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { type ConnectedDirectory, connectionStateOf } from '../connections/connections.ts'
import { attributesOf } from '../scim-documents/scim-documents.ts'
import type { Source } from '../syncs/syncs.sources.ts'
import { countByKind } from './lists/lists.store.ts'
import { mappingOf } from './scim-presets.ts'
import { peopleAfter } from './resources.store.ts'

type Placed = ConnectedDirectory & { workspace: string }

const inside = <T>(
  world: AppContext,
  { workspace }: Placed,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> =>
  transact(
    world,
    { actor: { kind: 'operator', name: 'Claviger' }, request: { id: 'scim', ip: '', userAgent: '' }, workspace },
    work,
  )

async function* nothing(): AsyncGenerator<never> {}

/**
 * SCIM directories push their users. A run only handles users that no directory manages; mappings are previewed with
 * the data last sent.
 */
export const scimSource: Source = {
  kind: connectionKinds.scim,
  defaultMapping: mappingOf('other'),
  async read(world, connection) {
    const { user } = await inside(world, connection, ctx => countByKind(ctx.db, connection.id))
    return { whole: true, own: user, people: nothing, groups: nothing, members: nothing, cursor: () => null }
  },
  async check(world, connection) {
    const state = await inside(world, connection, ctx => connectionStateOf(ctx, connection.id))
    return { ok: state === 'successful', reason: null, missing: [] }
  },
  async sample(world, connection, count) {
    const rows = await inside(world, connection, ctx => peopleAfter(ctx.db, connection.id, null, count))
    return rows.map(row => ({ anchor: row.anchor, active: row.active, attributes: attributesOf(row.doc) }))
  },
}
