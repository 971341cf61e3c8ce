import { days, later } from '#platform/clock.ts'
import { sayIn } from '#platform/languages.ts'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { DeliveryError } from '#integrations/target.ts'
import { keysOfApplication } from './answer/saml-messages.ts'
import { type SpMetadata, spMetadataOf } from '../saml-documents/saml-documents.sp-metadata.ts'
import { metadataWords } from './metadata/metadata-texts.ts'
import { findWaiting, noteRead, withMetadataAddress } from './metadata/metadata.store.ts'
import { fetchMetadata, previewOf, samlApplication, applyMetadata } from './metadata/metadata.ts'
import { keysEnding, keysOf, noteWarned } from './saml.store.ts'
import { mailOwners } from './owner-mails.ts'
import { SamlError } from '../saml-documents/saml-documents.unacceptable.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'saml', ip: '', userAgent: '' },
} as const

const warnAt = [60, 30, 7, 1]

/** Notifies owners 60, 30, 7, and 1 days before the workspace's signing certificate expires. */
export const warnOfSamlKeys: JobKind = {
  name: 'saml-keys',
  cron: '37 5 * * *',
  silent: { tables: ['saml_keys'], because: 'Notes who was told; that they were is recorded' },
  async work(world) {
    const before = later(world.clock.now(), days(60))
    const ending = await transact(world, { ...from, everywhere: true }, ctx => keysEnding(ctx.db, before))
    for (const { workspace_id: workspace } of ending) await transact(world, { ...from, workspace }, warn)
  },
}

async function warn(ctx: TransactionContext): Promise<void> {
  const [row] = await keysOf(ctx.db)
  if (!row) return
  const left = Math.ceil((row.ends_at.getTime() - ctx.clock.now().getTime()) / days(1))
  const step = warnAt.filter(one => left <= one).at(-1)
  if (step === undefined || (row.warned_days !== null && row.warned_days <= step)) return
  await noteWarned(ctx.db, row.id, step)
  await record(ctx, { action: 'saml-key.ends', after: { days: Math.max(0, left) } })
  await mailOwners(ctx, (say, name) => ({
    subject: say('The certificate for SAML applications expires in {days, plural, one {# day} other {# days}}', {
      days: Math.max(0, left),
    }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('After it expires, applications might refuse sign-ins from here.'),
      say('Publish a new certificate, import it into the applications, then switch to it.'),
    ],
    button: { label: say('Open applications'), href: `${ctx.config.publicUrl}/dashboard/sso/apps` },
    footer: say('You receive this email because you are an owner of this workspace.'),
  }))
}

export const readSamlMetadata: JobKind = {
  name: 'saml-metadata',
  cron: '11 4 * * *',
  silent: { tables: ['saml_applications'], because: 'Notes when it was read; what changed by it is recorded' },
  async work(world) {
    const all = await transact(world, { ...from, everywhere: true }, ctx => withMetadataAddress(ctx.db))
    for (const { workspace_id: workspace, id } of all) await readAnew(world, workspace, id)
  },
}

async function readAnew(world: AppContext, workspace: string, id: string): Promise<void> {
  const inside = { ...from, workspace }
  const application = await transact(world, inside, ctx => samlApplication(ctx, id))
  const { metadataUrl } = application.settings
  if (metadataUrl === null) return
  try {
    const bytes = await fetchMetadata(world, workspace, metadataUrl)
    const { says, signedBy } = await spMetadataOf(bytes, keysOfApplication(application), world.clock.now())
    // Another format would give each user another name at the application, so only administrators change it
    const read = { signedBy, says: { ...says, nameIdFormats: [] } }
    await transact(world, inside, ctx => takeOrKeep(ctx, id, read))
  } catch (error) {
    const fault =
      error instanceof SamlError
        ? sayIn('en')(metadataWords(error))
        : error instanceof DeliveryError
          ? error.message
          : undefined
    if (fault === undefined) throw error
    await transact(world, inside, async ctx => {
      // Pending metadata stays pending
      const before = await findWaiting(ctx.db, id)
      await noteRead(ctx.db, id, ctx.clock.now(), before?.waiting ?? null, fault)
    })
  }
}

/**
 * Metadata signed by a known key is applied; otherwise it waits for approval, because anyone could have
 * written it.
 */
async function takeOrKeep(ctx: TransactionContext, id: string, read: SpMetadata): Promise<void> {
  const application = await samlApplication(ctx, id)
  const { differences } = previewOf(application, read)
  const same = differences.length === 0
  const known = read.signedBy === 'known' && read.says.entityId === application.settings.entityId
  if (!same && known) await applyMetadata(ctx, application, read)
  const before = await findWaiting(ctx.db, id)
  await noteRead(ctx.db, id, ctx.clock.now(), same || known ? null : read, null)
  if (same || known || before?.waiting) return
  const fields = differences.map(one => one.field)
  const object = { type: 'application', id, name: application.name }
  await record(ctx, { action: 'saml-metadata.waits', object, after: { fields } })
  await mailOwners(ctx, (say, name) => ({
    subject: say('The metadata of “{application}” changed', { application: application.name }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('The metadata is not signed with a certificate that is known here. Approve the changes to apply them.'),
    ],
    button: {
      label: say('Open application'),
      href: `${ctx.config.publicUrl}/dashboard/sso/apps/${id}`,
    },
    footer: say('You receive this email because you are an owner of this workspace.'),
  }))
}
