import type { installation } from '@claviger/contract/governance/installation'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { alarmsOf } from '#platform/alarms.ts'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { setMaintenance } from '#platform/entrance/installation-state.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { version } from '#platform/version.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { deliverMail } from '#integrations/mail.ts'
import { findMaintenance, readAttention, readDays } from './installation.store.ts'

type InputFor<Call extends keyof typeof installation.calls> = OutputOf<(typeof installation.calls)[Call]['input']>

const soonDays = 14

export async function dailyData(
  ctx: TransactionContext,
  ask: InputFor<'days'>,
): Promise<OutputOf<typeof installation.days.reply>> {
  const since = later(ctx.clock.now(), -days(ask.days - 1))
    .toISOString()
    .slice(0, 10)
  const rows = await readDays(ctx.db, since)
  return { days: rows.map(({ sign_ins: signIns, ...row }) => ({ ...row, signIns })) }
}

export async function health(ctx: TransactionContext): Promise<OutputOf<typeof installation.health.reply>> {
  const now = ctx.clock.now()
  const row = await readAttention(ctx.db, now, later(now, days(soonDays)))
  const maintenance = await findMaintenance(ctx.db)
  const counts = await ctx.jobs.counts()
  const sum = (of: 'waiting' | 'running' | 'failed') => counts.reduce((all, one) => all + one[of], 0)
  return {
    version,
    jobs: { waiting: sum('waiting'), running: sum('running'), failed: sum('failed') },
    emailsWaiting: counts.find(({ name }) => name === deliverMail.name)?.waiting ?? 0,
    trialsEnding: row.trials_ending,
    trialsEnded: row.trials_ended,
    domainsVerifying: row.domains_verifying,
    licenseRequests: row.license_requests,
    endings: row.endings,
    certificatesExpiring: row.certificates_expiring,
    alarms: [...alarmsOf(ctx)].map(([name, says]) => ({ name, says })),
    maintenance: maintenance
      ? {
          message: maintenance.message,
          startedBy: maintenance.started_by,
          startedAt: maintenance.started_at.toISOString(),
        }
      : null,
  }
}

export async function maintain(ctx: TransactionContext, { mode, message }: InputFor<'maintain'>) {
  const on = mode === 'on'
  const was = await setMaintenance(ctx, on ? { message, by: shownAs(ctx).name } : null)
  if (!on && !was) return doneReply
  const id = workspaceOf(ctx)
  await record(ctx, {
    action: on ? 'maintenance.started' : 'maintenance.ended',
    object: { type: 'workspace', id, name: 'Installation' },
    after: on ? { message } : {},
  })
  return doneReply
}
