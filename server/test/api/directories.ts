import { connections } from '@claviger/contract/directories/connections'
import { firstOf, type Mapping } from '@claviger/contract/directories/connections/mapping'
import {
  addConnection,
  type ConnectedDirectory,
  connectionById,
  type NewConnection,
} from '../../src/features/directories/connections/connections.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import type { TransactionContext } from '../../src/platform/app-context.ts'
import type { TestApp } from '../app/test-app.ts'

export const plainMapping: Mapping = [
  firstOf('userId', 'userName'),
  firstOf('firstName', 'firstName'),
  firstOf('lastName', 'lastName'),
  firstOf('email', 'mail'),
  firstOf('employeeId', 'number'),
]

export function directories({ world, as, given }: Pick<TestApp, 'world' | 'as' | 'given'>) {
  const { workspace } = given.owner
  const inside = <T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
    transact(
      world,
      { actor: { kind: 'operator', name: 'Test' }, request: { id: 'test', ip: '', userAgent: '' }, workspace },
      work,
    )
  return {
    inside,
    async add(
      made: Partial<NewConnection> & Pick<NewConnection, 'kind' | 'name'>,
      reach: { roles?: number[]; touchesRank?: boolean; privateHosts?: string[] } | null = {},
    ): Promise<ConnectedDirectory> {
      const { id } = await inside(ctx => addConnection(ctx, { settings: {}, mapping: plainMapping, ...made }))
      if (reach) {
        const owner = as((await given.session(given.owner)).accessToken)
        await owner.tell(connections.approve, { id, roles: [], touchesRank: false, privateHosts: [], ...reach })
      }
      return (await inside(ctx => connectionById(ctx, id))) as ConnectedDirectory
    },
    again: async (id: string) => (await inside(ctx => connectionById(ctx, id))) as ConnectedDirectory,
  }
}
