import { logActions } from '@claviger/contract/oversight/log-actions'
import { days, later } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { refreshFigures } from '#features/tenancy/workspaces/workspaces.figures.ts'
import { writeDay } from './installation.store.ts'

const signInActions = Object.keys(logActions).filter(action => action.startsWith('sign-in.'))
const everywhere = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'installation-figures', ip: '', userAgent: '' },
  everywhere: true,
} as const

/** Every five minutes: refreshes the figures of workspaces, and those of today and yesterday for the installation. */
export const countInstallation: JobKind = {
  name: 'count-installation',
  cron: '*/5 * * * *',
  silent: { tables: ['workspaces', 'installation_days'], because: 'It only counts' },
  async work(world) {
    const now = world.clock.now()
    await transact(world, everywhere, ctx => refreshFigures(ctx.db))
    for (const back of [1, 0]) {
      const day = later(now, -days(back)).toISOString().slice(0, 10)
      await transact(world, everywhere, ctx => writeDay(ctx.db, day, signInActions, back === 0))
    }
  },
}
