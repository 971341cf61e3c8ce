import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { problems } from '@claviger/contract/platform/problems'
import type { workspaces } from '@claviger/contract/tenancy/workspaces'
import { FileReply } from '#http/bind.ts'
import { newId } from '#platform/ids.ts'
import { msg, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { forgetLog } from '#platform/record/record-forget.ts'
import { enterWorkspace, workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Picture } from './workspaces.image.ts'
import { slugFrom, slugFaultOf } from './slugs.ts'
import { sealedKeys } from './workspaces.key.ts'
import * as store from './workspaces.store.ts'
import type { OwnRow } from './workspaces.store.ts'

export { workspaceNamePart } from './workspaces.store.ts'

export interface Address {
  country: string
  province: string
  city: string
  address: string
  postalCode: string
}

export interface NewWorkspace {
  id?: string
  name: string
  slug: string
  type: number
  address?: Address | undefined
  icon?: Picture | undefined
  referrer?: string | undefined
  /** Workspace of the partner who looks after it. */
  partner?: string | undefined
  /** The only workspace with super administrators. */
  installation?: boolean
  demo?: boolean
  /** UTC if omitted. */
  timeZone?: string | undefined
  /** Last day of the trial as YYYY-MM-DD. */
  trialEnds?: string | undefined
}

/** Creates and enters a workspace; the caller logs who created it. @throws workspace-url-taken */
export async function createWorkspace(ctx: TransactionContext, given: NewWorkspace): Promise<string> {
  const id = given.id ?? newId()
  const now = ctx.clock.now()
  await enterWorkspace(ctx, id)
  await store.insertWorkspace(ctx.db, {
    id,
    slug: given.slug,
    name: given.name,
    type: given.type,
    installation: given.installation ?? false,
    demo: given.demo ?? false,
    country: given.address?.country ?? null,
    province: given.address?.province || null,
    city: given.address?.city || null,
    address: given.address?.address || null,
    postal_code: given.address?.postalCode || null,
    referrer: given.referrer ?? null,
    partner_id: given.partner ?? null,
    trial_end_date: given.trialEnds ?? null,
    language: ctx.request.language ?? 'en',
    ...(given.timeZone !== undefined && { time_zone: given.timeZone }),
    sealed_key: sealedKeys(ctx.sealer, id, [randomBytes(32)]),
    created_at: now,
    updated_at: now,
  })
  if (given.icon) await store.putIcon(ctx.db, id, given.icon)
  return id
}

/** The icon's URL; the digest allows browsers to cache it forever. */
export const iconAddress = (id: string, digest: string | null): string | null =>
  digest === null ? null : `/api/workspace-icon/${id}?v=${digest}`

export async function faceOf(ctx: TransactionContext, idOrSlug: string) {
  const row = await store.findPublicWorkspace(ctx.db, idOrSlug)
  return (
    row && {
      id: row.id,
      name: row.name,
      slug: row.slug,
      status: row.status,
      type: row.type,
      icon: iconAddress(row.id, row.icon_digest),
    }
  )
}

export const ownWorkspaceRow = (ctx: TransactionContext): Promise<OwnRow> => store.findOwn(ctx.db, workspaceOf(ctx))

export async function setStatus(ctx: TransactionContext, status: number): Promise<OwnRow> {
  const workspace = workspaceOf(ctx)
  const row = await store.lockWorkspace(ctx.db, workspace)
  await store.writeWorkspace(ctx.db, workspace, { status, updated_at: ctx.clock.now() })
  return row
}

/** Sets the last day of the trial, as YYYY-MM-DD; null for a workspace without a trial. */
export async function setTrialEnd(ctx: TransactionContext, day: string | null): Promise<void> {
  await store.writeWorkspace(ctx.db, workspaceOf(ctx), { trial_end_date: day, updated_at: ctx.clock.now() })
}

export async function purgeWorkspace(ctx: TransactionContext, workspace: string): Promise<void> {
  const { id, name, slug } = await store.findOwn(ctx.db, workspace)
  await store.deleteWorkspace(ctx.db, workspace)
  await forgetLog(ctx, workspace)
  ctx.workspace = await store.findInstallation(ctx.db)
  if (ctx.workspace === undefined) return
  await record(ctx, { action: 'workspace.deleted', object: { type: 'workspace', id, name }, before: { name, slug } })
}

const takenText = problems['workspace-url-taken'].says
const reservedText = msg(
  'Another workspace had this address within the last year, so it is reserved. Choose another one',
)

/** Why an address cannot be had: another workspace has it, or had it within the last year; undefined where it is free. */
async function whyTaken(ctx: TransactionContext, slug: string): Promise<string | undefined> {
  if (await store.findPublicWorkspace(ctx.db, slug)) return takenText
  return (await store.isSlugReserved(ctx.db, slug, ctx.workspace ?? null)) ? reservedText : undefined
}

/** Refuses an address that is reserved, badly formed, taken, or freed by another workspace within the last year. Throws workspace-url-taken and invalid-input. */
export async function mustBeAvailable(ctx: TransactionContext, slug: string): Promise<void> {
  const reason = slugFaultOf(slug)
  if (reason !== undefined) throw problem('invalid-input', reason, [{ field: 'url', message: reason }])
  const taken = await whyTaken(ctx, slug)
  if (taken !== undefined) throw problem('workspace-url-taken', taken, [{ field: 'url', message: taken }])
}

export async function freeSlug(ctx: TransactionContext, name: string): Promise<string> {
  const first = slugFrom(name)
  if ((await whyTaken(ctx, first)) === undefined) return first
  // Random instead of counted, so that it doesn't reveal how many workspaces share the name
  return `${first}-${randomBytes(4).toString('hex')}`
}

export async function endOnboarding(ctx: TransactionContext): Promise<void> {
  const first = await store.markOnboarded(ctx.db, workspaceOf(ctx), ctx.clock.now())
  if (first) await record(ctx, { action: 'workspace.updated', after: { onboarded: true } })
}

export async function checkId(
  ctx: TransactionContext,
  input: { workspaceId: string },
): Promise<OutputOf<typeof workspaces.checkId.reply>> {
  const wanted = input.workspaceId.trim().toLowerCase()
  const reason = slugFaultOf(wanted) ?? (await whyTaken(ctx, wanted)) ?? null
  return { available: reason === null, reason: reason && sayTo(ctx)(reason) }
}

export async function icon(ctx: TransactionContext, input: { id: string; v?: string | undefined }): Promise<FileReply> {
  await enterWorkspace(ctx, input.id.toLowerCase())
  const row = await store.iconOf(ctx.db, workspaceOf(ctx))
  if (!row) throw problem('not-found')
  return new FileReply(row.bytes, row.media_type, {
    'cache-control': input.v === row.digest ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${row.digest}"`,
    'content-security-policy': "default-src 'none'",
    'content-disposition': 'inline',
  })
}
