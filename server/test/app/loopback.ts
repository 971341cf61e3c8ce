import { outgoingFeatures } from '@claviger/contract/tenancy/private-targets'
import { newId } from '../../src/platform/ids.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import type { AppContext } from '../../src/platform/app-context.ts'
import { allowsLoopback } from '../../src/integrations/private-addresses.ts'

/** Settings with which owners can allow calls to this machine, where tests fake the services of strangers. */
export const loopback = { PRIVATE_NETWORKS: '127.0.0.0/8,::1', PUSH_SERVICES: '127.0.0.1,localhost' }

/** For tests without a database: every call to this machine is allowed. */
export const everyCall = { mayReach: () => Promise.resolve('allowed' as const) }

const hosts = ['127.0.0.1', 'localhost', '::1']

/** Allows a workspace to call this machine, as its owner can if the operator permits it. */
export async function allowLoopback(world: AppContext, workspace: string): Promise<void> {
  if (!allowsLoopback(world.config)) return
  const from = { actor: { kind: 'nobody' }, request: { id: 'loopback', ip: '127.0.0.1', userAgent: 'test' } } as const
  const rows = outgoingFeatures.flatMap(feature =>
    hosts.map(host => ({
      workspace_id: workspace,
      id: newId(),
      feature,
      host,
      port: null,
      created_at: world.clock.now(),
      approved_by: null,
      approved_name: 'Given',
      approved_at: world.clock.now(),
    })),
  )
  await transact(world, { ...from, workspace }, ctx => ctx.db.insertInto('private_targets').values(rows).execute())
}
