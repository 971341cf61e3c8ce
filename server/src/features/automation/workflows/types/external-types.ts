import { Problem } from '#platform/problem.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { importDevices } from '#features/directories/cloud-devices/cloud-devices.ts'
import { onBehalfWork } from '#features/directories/on-behalf/on-behalf.kind.ts'
import { beginOnBehalf } from '#features/directories/on-behalf/on-behalf.ts'
import { beginSync } from '#features/directories/syncs/syncs.ts'
import { workOriginOf } from '#features/work/rank/rank.ts'
import { type TransactionWorld, beginOn, longWork, workById } from '#features/work/works/works.ts'
import { asResponsibleUser, holdsAll } from '../needs.ts'
import { devicesBrought, oneRow, syncStanding } from '../runs.store.ts'
import { withoutPasskey } from './keys.store.ts'
import { activationResult, type Type } from './type.ts'

export const peopleType: Type = {
  async handOver(ctx, { groups, settings }, connection) {
    const only = groups.length > 0 ? { groups } : undefined
    const ask = { mode: settings.mode, dry: false, by: 'workflow', only } as const
    return { kind: 'sync', id: await beginSync(ctx, connection, ask) }
  },
  async outcome(ctx, { id }) {
    const run = await syncStanding(ctx.db, id)
    if (!run) return { done: 0, skipped: 0, failed: 0, reason: 'stopped' }
    const { done = 0, skipped = 0, refused: failed = 0 } = run.counts ?? {}
    if (run.state === 'braked') return { done, skipped, failed, reason: null, waits: true }
    if (run.state === 'reading' || (run.state === 'applying' && run.goes_on)) return undefined
    if (run.state === 'failed') return { done, skipped, failed, reason: 'directory-failed' }
    if (run.state !== 'done') return { done, skipped, failed, reason: 'stopped' }
    return { done, skipped, failed, reason: failed > 0 ? 'rows-failed' : null }
  },
}

/** Registers passkeys at a provider for users with a card, except for that provider's administrators. */
export const passkeysType = (service: 'entra' | 'okta'): Type => ({
  due: withoutPasskey(service),
  handOver: async (ctx, _workflow, _connection, users) => ({
    kind: onBehalfWork.name,
    id: await beginOnBehalf(ctx, { service, users: { ids: [...(users ?? [])] }, begun: workOriginOf(ctx) }),
  }),
  async outcome(ctx, { id }) {
    const { state, counts } = await workById(ctx, [onBehalfWork], id)
    if (state === 'running') return undefined
    const { done = 0, refused: failed = 0 } = counts
    return { done, skipped: 0, failed, reason: state === 'stopped' ? 'stopped' : failed > 0 ? 'rows-failed' : null }
  },
})

/** Imports a tenant's computers as a job with one row, so that it runs in the background with retries. */
export const workflowDevices = longWork<{ connection: string; type: number }>('workflow-devices', {
  entrance: 'workflow',
  may: 'workflows.write',
  object: 'workflow-run',
  lines: { begun: { action: 'workflow.started', says: () => ({ devices: true }) } },
  did: ['done'],
  size: () => 1,
  async ahead(world, { work, by, rows }) {
    const { connection, type } = work.parameters
    const { id } = by
    if (id === null || !holdsAll(by, type)) return rows.map(row => activationResult(row, 'refused', 'no-rights'))
    const inside: TransactionWorld = Object.assign(Object.create(world) as AppContext, {
      transact: <T>(act: (ctx: TransactionContext) => Promise<T>) =>
        world.transact(ctx => act(asResponsibleUser(ctx, { ...by, id }))),
    })
    try {
      const facts = await importDevices(inside, { connection })
      return rows.map(row => activationResult(row, 'done', null, { facts }))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return rows.map(row => activationResult(row, 'refused', error.code.slice(0, 40)))
    }
  },
  write: (_ctx, { ahead = [] }) => Promise.resolve(ahead),
})

export const devicesType: Type = {
  async handOver(ctx, { name, type }, connection) {
    const what = { parameters: { connection: connection.id, type }, name }
    const work = await beginOn(ctx, workflowDevices, what, oneRow(connection.id))
    return { kind: workflowDevices.name, id: work.id }
  },
  async outcome(ctx, { id }) {
    const work = await workById(ctx, [workflowDevices], id)
    if (work.state === 'running') return undefined
    const { added = 0, renamed = 0, same = 0 } = await devicesBrought(ctx.db, work)
    const failed = work.counts['refused'] ?? 0
    const reason = work.state === 'stopped' ? 'stopped' : failed > 0 ? 'directory-failed' : null
    return { done: added + renamed, skipped: same, failed, reason }
  },
}
