import { days, later } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { certificatesEnding, type EndingRow, noteWarned } from './applications.store.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'applications', ip: '', userAgent: '' },
} as const

const warnAt = [60, 30, 7, 1]

/** Notifies owners 60, 30, 7, and 1 days before an application's certificate expires. */
export const warnOfCertificates: JobKind = {
  name: 'application-certificates',
  cron: '29 5 * * *',
  silent: { tables: ['applications'], because: 'Notes who was told; that they were is recorded' },
  async work(world) {
    const before = later(world.clock.now(), days(60))
    const ending = await transact(world, { ...from, everywhere: true }, ctx => certificatesEnding(ctx.db, before))
    for (const row of ending) await transact(world, { ...from, workspace: row.workspace_id }, ctx => warn(ctx, row))
  },
}

async function warn(ctx: TransactionContext, row: EndingRow): Promise<void> {
  const left = Math.max(0, Math.ceil((row.certificate_ends_at.getTime() - ctx.clock.now().getTime()) / days(1)))
  const step = warnAt.filter(one => left <= one).at(-1)
  if (step === undefined || !(await noteWarned(ctx.db, row.id, step))) return
  const object = { type: 'application', id: row.id, name: row.name }
  await record(ctx, { action: 'application.certificate-ends', object, after: { days: left } })
  for (const { name, email } of await ownersOf(ctx))
    if (email !== null)
      await mail(ctx, email, say => ({
        subject: say('A certificate of “{application}” expires in {days, plural, one {# day} other {# days}}', {
          application: row.name,
          days: left,
        }),
        greeting: say('Hello {name},', { name }),
        paragraphs: [
          say(
            'Claviger uses it to verify messages from the application or to encrypt messages to it. The application should publish a new certificate.',
          ),
          say('Import its metadata again, or enter the new certificate in its settings.'),
        ],
        button: {
          label: say('Open application'),
          href: `${ctx.config.publicUrl}/dashboard/sso/apps/${row.id}?tab=saml`,
        },
        footer: say('You receive this email because you are an owner of this workspace.'),
      }))
}
