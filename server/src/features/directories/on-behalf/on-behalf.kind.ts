import type { OnBehalfService } from '@claviger/contract/directories/on-behalf'
import { longWork, type WorkRowResult } from '#features/work/works/works.ts'
import { registerFor } from './passkey-registration.ts'

export interface OnBehalfParameters {
  service: OnBehalfService
  /** Started by an owner with a fresh passkey confirmation; otherwise the provider's administrators are excluded. */
  byCall: boolean
  /** Started as the automatic registration (R173). */
  auto: boolean
}

export const onBehalfWork = longWork<OnBehalfParameters>('on-behalf', {
  may: 'keys.write',
  object: 'on-behalf-run',
  lines: {
    begun: {
      action: 'on-behalf.run-started',
      says: ({ total, parameters: { service } }) => ({ users: total, service }),
    },
  },
  did: ['done'],
  act: ({ parameters }) => parameters.service,
  // Small batches, because each row needs several external calls
  size: () => 5,
  fresh: () => true,
  async ahead(world, { work, by, rows }) {
    const { service, byCall } = work.parameters
    const owner = byCall && by.holds?.includes('directories.grant') === true
    const results = await Promise.all(
      rows.map(async ({ row, subject }): Promise<WorkRowResult | undefined> => {
        const order = { service, user: subject as string, by, owner, work: work.id }
        const { reason, name, key } = await registerFor(world, order)
        if (reason === 'busy') return undefined
        return { row, outcome: reason === null ? 'done' : 'refused', reason, named: name, facts: { key } }
      }),
    )
    const known = results.filter(one => one !== undefined)
    return known.length === results.length ? known : undefined
  },
  write: (_ctx, { ahead = [] }) => Promise.resolve(ahead),
})
