import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { Problem } from '#platform/problem.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import {
  fetchProviderMetadata,
  followMetadata,
  metadataOfProvider,
  noteMetadataFault,
  providersWithMetadata,
  readMetadata,
} from '#features/connect/identity-providers/identity-providers.metadata.ts'
import { isMetadataSigned } from '../saml-documents/saml-documents.sp-metadata.ts'
import { SamlError } from '../saml-documents/saml-documents.unacceptable.ts'
import { mailOwners } from './owner-mails.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'provider-metadata', ip: '', userAgent: '' },
} as const

export const readProviderMetadata: JobKind = {
  name: 'provider-metadata',
  cron: '29 4 * * *',
  silent: { tables: ['identity_providers'], because: 'Notes when it was read; what changed by it is recorded' },
  async work(world) {
    const all = await transact(world, { ...from, everywhere: true }, providersWithMetadata)
    for (const { workspace_id: workspace, id } of all) await readAnew(world, workspace, id)
  },
}

async function readAnew(world: AppContext, workspace: string, id: string): Promise<void> {
  const inside = { ...from, workspace }
  const known = await transact(world, inside, ctx => metadataOfProvider(ctx, id))
  if (!known) return
  try {
    const text = await fetchProviderMetadata(world, workspace, known.url)
    const says = await readMetadata(text, world.clock.now())
    const isSigned = await isSignedBy(text, known.certificates)
    // Of other certificates than it was checked by nothing is known
    const signed = (certificates: readonly string[]) => isSigned && isDeepStrictEqual(certificates, known.certificates)
    await transact(world, inside, async ctx => {
      const found = await followMetadata(ctx, id, { url: known.url, says, signed })
      if (found?.waits) await tell(ctx, id, found.name)
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await transact(world, inside, ctx => noteMetadataFault(ctx, id, error.message))
  }
}

async function isSignedBy(text: string, certificates: readonly string[]): Promise<boolean> {
  try {
    const keys = certificates.map(pem => new X509Certificate(pem).publicKey)
    return await isMetadataSigned({ bytes: Buffer.from(text), keys })
  } catch (error) {
    if (error instanceof SamlError) return false
    throw error
  }
}

const tell = (ctx: TransactionContext, id: string, provider: string): Promise<void> =>
  mailOwners(ctx, (say, name) => ({
    subject: say('The metadata of “{provider}” changed', { provider }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('The metadata is not signed with a certificate that is known here. Approve the changes to apply them.'),
      say("If the provider changes its certificate before that, users can't sign in here with this provider."),
    ],
    button: {
      label: say('Open identity provider'),
      href: `${ctx.config.publicUrl}/dashboard/external-identity-providers/saml/${id}`,
    },
    footer: say('You receive this email because you are an owner of this workspace.'),
  }))
