import { X509Certificate } from 'node:crypto'
import { days, later } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import {
  endingBefore,
  markOwnExpiryNotified,
  markProviderExpiryNotified,
  ownEndingBefore,
  type SamlRow,
} from './identity-providers.store.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'identity-providers', ip: '', userAgent: '' },
} as const

const warnAt = [30, 7, 1]
const warnOfOwnAt = [60, 30, 7, 1]

/**
 * Notifies owners 30, 7, and 1 days before a provider's certificate expires, and 60, 30, 7, and 1 days before our own
 * certificate for it expires.
 */
export const warnOfProviders: JobKind = {
  name: 'identity-providers-end',
  cron: '53 5 * * *',
  silent: { tables: ['identity_providers'], because: 'Notes who was told; that they were is recorded' },
  async work(world) {
    const before = later(world.clock.now(), days(30))
    const ending = await transact(world, { ...from, everywhere: true }, ctx => endingBefore(ctx.db, before))
    for (const row of ending) await transact(world, { ...from, workspace: row.workspace_id }, ctx => warn(ctx, row))
    const soon = later(world.clock.now(), days(60))
    const own = await transact(world, { ...from, everywhere: true }, ctx => ownEndingBefore(ctx.db, soon))
    for (const row of own) await transact(world, { ...from, workspace: row.workspace_id }, ctx => warnOfOwn(ctx, row))
  },
}

async function warn(ctx: TransactionContext, row: SamlRow): Promise<void> {
  // The latest expiry counts, because the provider may already have announced its next certificate
  const end = Math.max(...row.settings.certificates.map(pem => new X509Certificate(pem).validToDate.getTime()))
  const left = Math.max(0, Math.ceil((end - ctx.clock.now().getTime()) / days(1)))
  const step = warnAt.filter(one => left <= one).at(-1)
  if (step === undefined || (row.told_days !== null && row.told_days <= step)) return
  await markProviderExpiryNotified(ctx.db, row.id, step)
  const object = { type: 'identity-provider', id: row.id, name: row.name }
  await record(ctx, { action: 'identity-provider.ends', object, after: { days: left } })
  await tellOwners(ctx, row, (say, name) => ({
    subject: say('The certificate of “{provider}” expires in {days, plural, one {# day} other {# days}}', {
      provider: row.name,
      days: left,
    }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say("After that, users can't sign in here with this provider. Enter the new certificate from the provider."),
    ],
  }))
}

async function warnOfOwn(ctx: TransactionContext, row: SamlRow): Promise<void> {
  if (row.own_ends_at === null) return
  const left = Math.max(0, Math.ceil((row.own_ends_at.getTime() - ctx.clock.now().getTime()) / days(1)))
  const step = warnOfOwnAt.filter(one => left <= one).at(-1)
  if (step === undefined || (row.own_told_days !== null && row.own_told_days <= step)) return
  await markOwnExpiryNotified(ctx.db, row.id, step)
  const object = { type: 'identity-provider', id: row.id, name: row.name }
  await record(ctx, { action: 'identity-provider.own-ends', object, after: { days: left } })
  const announced = row.settings.nextCertificate !== null
  await tellOwners(ctx, row, (say, name) => ({
    subject: say('The Claviger certificate for “{provider}” expires in {days, plural, one {# day} other {# days}}', {
      provider: row.name,
      days: left,
    }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('After it expires, the provider might refuse sign-in requests from here.'),
      announced
        ? say(
            'A new certificate is already published. Make sure the provider has imported it, then choose “Switch to new certificate”.',
          )
        : say(
            'Choose “Publish new certificate”. Make sure the provider has imported it, then choose “Switch to new certificate”.',
          ),
    ],
  }))
}

type Letter = ReturnType<Parameters<typeof mail>[2]>

async function tellOwners(
  ctx: TransactionContext,
  { id }: SamlRow,
  write: (say: Parameters<Parameters<typeof mail>[2]>[0], name: string) => Omit<Letter, 'button' | 'footer'>,
): Promise<void> {
  for (const { name, email } of await ownersOf(ctx))
    if (email !== null)
      await mail(ctx, email, say => ({
        ...write(say, name),
        button: {
          label: say('Open identity provider'),
          href: `${ctx.config.publicUrl}/dashboard/external-identity-providers/saml/${id}`,
        },
        footer: say('You receive this email because you are an owner of this workspace.'),
      }))
}
