import { randomBytes } from 'node:crypto'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { buildMetadata } from '../saml-documents/saml-documents.metadata.ts'
import { certificateText, signerOf } from './signing-keys.ts'
import { keysOf } from './saml.store.ts'

/** Workspace addresses for SAML, by ID: applications keep them for years, but the short name may change. */
export const addressesOf = (publicUrl: string, workspace: string) => {
  const base = `${publicUrl}/saml/${workspace}`
  return { entityId: `${base}/metadata`, metadataUrl: `${base}/metadata`, ssoUrl: `${base}/sso`, sloUrl: `${base}/slo` }
}

interface Document {
  readonly of: string
  readonly xml: string
}
const documents = new Map<string, Document>()
const mostDocuments = 2000

/** Signed metadata; undefined without a key. Cached for a day. */
export async function metadataDocument(ctx: TransactionContext): Promise<string | undefined> {
  const rows = await keysOf(ctx.db)
  const [first] = rows
  if (!first) return undefined
  const workspace = workspaceOf(ctx)
  const now = ctx.clock.now()
  const of = [ctx.config.publicUrl, now.toISOString().slice(0, 10), ...rows.map(row => row.id)].join(' ')
  const known = documents.get(workspace)
  if (known?.of === of) return known.xml
  const certificates = rows.map(certificateText)
  const entity = { ...addressesOf(ctx.config.publicUrl, workspace), certificates, validUntil: later(now, days(14)) }
  const xml = await buildMetadata(entity, newXmlId(), await signerOf(ctx, first))
  if (documents.size >= mostDocuments) documents.clear()
  documents.set(workspace, { of, xml })
  return xml
}

/** An unguessable ID that is valid in XML. */
export const newXmlId = (): string => `_${randomBytes(20).toString('hex')}`
