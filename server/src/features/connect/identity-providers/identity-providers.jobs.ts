import { X509Certificate } from 'node:crypto'
import { days, later } from '../../../ground/clock.ts'
import { transact } from '../../../ground/db/transaction.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'
import { ownersOf } from '../../tenancy/administrators/administrators.ts'
import { endingBefore, noteTold, type SamlRow } from './identity-providers.store.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'identity-providers', ip: '', userAgent: '' },
} as const

const warnAt = [30, 7, 1]

/** Tells owners 30, 7 and 1 days before the certificate ends by which a provider that signs people in proves itself. */
export const warnOfProviders: JobKind = {
  name: 'identity-providers-end',
  cron: '53 5 * * *',
  silent: { tables: ['identity_providers'], because: 'Notes who was told; that they were is recorded' },
  async work(world) {
    const before = later(world.clock.now(), days(30))
    const ending = await transact(world, { ...from, everywhere: true }, ctx => endingBefore(ctx.db, before))
    for (const row of ending) await transact(world, { ...from, workspace: row.workspace_id }, ctx => warn(ctx, row))
  },
}

async function warn(ctx: Ctx, row: SamlRow): Promise<void> {
  // While another of its certificates is good for longer, the provider is about to change to that one
  const end = Math.max(...row.settings.certificates.map(pem => new X509Certificate(pem).validToDate.getTime()))
  const left = Math.max(0, Math.ceil((end - ctx.clock.now().getTime()) / days(1)))
  const step = warnAt.filter(one => left <= one).at(-1)
  if (step === undefined || (row.told_days !== null && row.told_days <= step)) return
  await noteTold(ctx.db, row.id, step)
  const object = { type: 'identity-provider', id: row.id, name: row.name }
  await record(ctx, { action: 'identity-provider.ends', object, after: { days: left } })
  for (const { name, email } of await ownersOf(ctx))
    if (email !== null)
      await mail(ctx, email, say => ({
        subject: say('The certificate of “{provider}” ends in {days, plural, one {# day} other {# days}}', {
          provider: row.name,
          days: left,
        }),
        greeting: say('Hello {name},', { name }),
        paragraphs: [
          say('After that nobody can sign in here by it. Enter the new certificate that the provider announces.'),
        ],
        button: {
          label: say('Open the identity provider'),
          href: `${ctx.config.publicUrl}/dashboard/external-identity-providers/saml/${row.id}`,
        },
        footer: say('You get this mail because you are an owner of this workspace.'),
      }))
}
