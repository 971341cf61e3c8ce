import { days, later } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { type ApiApplicationRow, applicationsEndingBefore, noteApplicationNotified } from './api-applications.store.ts'
import { logObjectOfApiApplication } from './api-application-replies.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'api-applications', ip: '', userAgent: '' },
} as const

const warnAt = [30, 7, 1]

/** Notifies owners 30, 7, and 1 days before a connection's credential expires. */
export const warnOfApplications: JobKind = {
  name: 'api-applications-end',
  cron: '47 5 * * *',
  silent: { tables: ['api_applications'], because: 'Notes who was told; that they were is recorded' },
  async work(world) {
    const now = world.clock.now()
    const ending = await transact(world, { ...from, everywhere: true }, ctx =>
      applicationsEndingBefore(ctx.db, later(now, days(30))),
    )
    for (const row of ending) await transact(world, { ...from, workspace: row.workspace_id }, ctx => warn(ctx, row))
  },
}

async function warn(ctx: TransactionContext, row: ApiApplicationRow): Promise<void> {
  if (row.ends_at === null) return
  const left = Math.max(0, Math.ceil((row.ends_at.getTime() - ctx.clock.now().getTime()) / days(1)))
  const step = warnAt.filter(one => left <= one).at(-1)
  if (step === undefined || (row.told_days !== null && row.told_days <= step)) return
  await noteApplicationNotified(ctx.db, row.id, step)
  await record(ctx, { action: 'api-application.ends', object: logObjectOfApiApplication(row), after: { days: left } })
  for (const { name, email } of await ownersOf(ctx))
    if (email !== null)
      await mail(ctx, email, say => ({
        subject: say('The credential of “{application}” expires in {days, plural, one {# day} other {# days}}', {
          application: row.name,
          days: left,
        }),
        greeting: say('Hello {name},', { name }),
        paragraphs: [
          say('After that, Claviger can no longer connect there. Create a new credential and enter it here.'),
        ],
        button: { label: say('Open API applications'), href: `${ctx.config.publicUrl}/dashboard/api/applications` },
        footer: say('You receive this email because you are an owner of this workspace.'),
      }))
}
