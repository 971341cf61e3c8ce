import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { X509Certificate } from 'node:crypto'
import type { saml, SamlKeys } from '@claviger/contract/sso/saml'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { applicationById } from '#features/apps/applications/applications.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { addressesOf } from './saml.entity.ts'
import { ensureKey, keepKey, newKey } from './signing-keys.ts'
import * as store from './saml.store.ts'
import type { SamlKeyRow } from './saml.store.ts'

export type SamlCallInput<Call extends keyof typeof saml.calls> = OutputOf<(typeof saml.calls)[Call]['input']>

const soon = days(60)

function certificateOf(row: SamlKeyRow, now: Date) {
  const certificate = new X509Certificate(row.certificate)
  return {
    pem: certificate.toString(),
    fingerprint: certificate.fingerprint256,
    endsAt: row.ends_at.toISOString(),
    endsSoon: later(now, soon) > row.ends_at,
  }
}

const fingerprintOf = (row: SamlKeyRow) => new X509Certificate(row.certificate).fingerprint256

export async function samlKeys(ctx: RequestContext): Promise<SamlKeys> {
  await ensureKey(ctx, ctx)
  return ctx.transact(look)
}

async function look(ctx: TransactionContext): Promise<SamlKeys> {
  const [signs, announced] = await store.keysOf(ctx.db)
  if (!signs) throw new Error('a workspace has no key for SAML')
  const now = ctx.clock.now()
  return {
    ...addressesOf(ctx.config.publicUrl, workspaceOf(ctx)),
    signs: certificateOf(signs, now),
    announced: announced ? certificateOf(announced, now) : null,
    moved: await store.withNewKey(ctx.db),
    waiting: await store.countUnmigratedProviders(ctx.db),
  }
}

export async function announceSamlKey(ctx: RequestContext): Promise<SamlKeys> {
  await ensureKey(ctx, ctx)
  const name = await ctx.transact(async inner => (await ownWorkspaceRow(inner)).name)
  const made = await newKey(ctx, name)
  return ctx.transact(async inner => {
    if (!(await keepKey(inner, made, 2))) throw problem('saml-key-announced')
    const { fingerprint256 } = new X509Certificate(made.certificate)
    await record(inner, { action: 'saml-key.announced', after: { fingerprint: fingerprint256 } })
    return look(inner)
  })
}

/** Switches applications to the announced key, or back. @throws saml-key-missing, not-found */
export async function moveApplications(
  ctx: TransactionContext,
  { ids, announced }: SamlCallInput<'move'>,
): Promise<SamlKeys> {
  await announcedKey(ctx)
  const names: string[] = []
  for (const id of ids) {
    const application = await applicationById(ctx, id)
    if (application?.protocol !== protocols.saml) throw problem('not-found')
    await store.setNewKey(ctx.db, id, announced)
    names.push(application.name)
  }
  if (names.length > 0) await record(ctx, { action: 'saml-key.moved', after: { applications: names, announced } })
  return look(ctx)
}

/** Switches all applications to the announced key and deletes the old one. @throws saml-key-missing */
export async function changeSamlKey(ctx: TransactionContext): Promise<SamlKeys> {
  const { before, announced } = await announcedKey(ctx)
  await store.deleteSamlKey(ctx.db, before.id)
  await store.setSamlKeyState(ctx.db, announced.id, 1)
  await store.forgetNewKeys(ctx.db)
  await record(ctx, {
    action: 'saml-key.changed',
    before: { fingerprint: fingerprintOf(before) },
    after: { fingerprint: fingerprintOf(announced) },
  })
  return look(ctx)
}

export async function cancelSamlKey(ctx: TransactionContext): Promise<SamlKeys> {
  const { announced } = await announcedKey(ctx)
  await store.deleteSamlKey(ctx.db, announced.id)
  await store.forgetNewKeys(ctx.db)
  await record(ctx, { action: 'saml-key.cancelled', before: { fingerprint: fingerprintOf(announced) } })
  return look(ctx)
}

async function announcedKey(ctx: TransactionContext) {
  const [before, announced] = await store.lockSamlKeys(ctx.db)
  if (!before || !announced) throw problem('saml-key-missing')
  return { before, announced }
}
