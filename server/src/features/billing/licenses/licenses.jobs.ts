import type { JobKind } from '#platform/jobs.ts'
import { transact } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { refreshLimit } from '../plans/plans.limits.ts'
import { findBilled, payersOf } from '../plans/plans.ts'
import { warningOf } from './licenses.ts'
import { deletePools, findPool, findUncounted, findUnwarned, noteLicenseWarning } from './licenses.store.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'licenses', ip: '', userAgent: '' },
} as const

async function refreshEach(world: AppContext, workspaces: readonly string[]): Promise<void> {
  for (const workspace of workspaces) await transact(world, { ...from, workspace }, refreshLimit)
}

/** Applies the limits of today to all workspaces: trials and promo codes end overnight. */
export async function refreshLimits(world: AppContext): Promise<void> {
  if (!world.config.billing) return stopCounting(world)
  await refreshEach(world, await transact(world, { ...from, everywhere: true }, ctx => findBilled(ctx.db)))
}

/** With `BILLING=off` nothing is limited, and users who waited for a license have one. */
export const stopCounting = (world: AppContext): Promise<void> =>
  transact(world, { ...from, everywhere: true }, ctx => deletePools(ctx.db))

const silent = {
  tables: ['license_pools', 'license_waits', 'key_ledger', 'users'],
  because: 'It follows from the plan and the keys, whose changes are recorded',
}

export const limitsNightly: JobKind = { name: 'billing-limits', cron: '5 0 * * *', silent, work: refreshLimits }

async function warn(ctx: TransactionContext): Promise<void> {
  const pool = await findPool(ctx.db)
  if (!pool) return
  const level = warningOf(pool) ?? 0
  await noteLicenseWarning(ctx.db, level)
  const { used, key_limit: limit } = pool
  if (level <= pool.warned || limit === null) return
  await record(ctx, { action: 'licenses.warned', after: { used, limit, percent: level } })
  for (const address of await payersOf(ctx))
    await mail(ctx, address, say => ({
      subject: say('{percent} % of your security keys are in use', { percent: level }),
      greeting: say('Hello,'),
      paragraphs: [
        say('{used} of {limit} security keys are in use.', { used, limit }),
        level === 100
          ? say('No more security keys can be activated until keys are deleted or the limit is raised.')
          : say('When the limit is reached, no more security keys can be activated.'),
      ],
      button: { label: say('View licenses'), href: `${ctx.config.publicUrl}/dashboard/licenses` },
      footer: say('You receive this email because you manage the billing of this workspace.'),
    }))
}

/** Begins to count in new workspaces, and warns of licenses that run out. */
export async function warnOfLicenses(world: AppContext): Promise<void> {
  if (!world.config.billing) return
  const [uncounted, all] = await transact(world, { ...from, everywhere: true }, async ctx => [
    await findUncounted(ctx.db),
    await findUnwarned(ctx.db),
  ])
  await refreshEach(world, uncounted)
  for (const workspace of all) await transact(world, { ...from, workspace }, warn)
}

export const licenseTask: ScheduledTask = { name: 'license warnings', everySeconds: 60, work: warnOfLicenses }
