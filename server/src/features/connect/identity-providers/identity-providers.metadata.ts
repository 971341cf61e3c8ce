import { isDeepStrictEqual } from 'node:util'
import type { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import type { SamlProvider } from '@claviger/contract/connect/identity-providers'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustReachAll } from '#features/work/rank/rank.ts'
import { endOfCertificates, mustActForAll, trustedMetadataOf } from './provider-checks.ts'
import { differencesOf, storedMetadataOf } from './provider-differences.ts'
import { lockProvider, type SamlRow, updateProvider, withMetadata } from './identity-providers.store.ts'
import { getSaml, isSaml, providerById } from './identity-providers.ts'
import { linkedOfRank } from './links.store.ts'
import type { ProviderMetadata } from './metadata.parse.ts'

export { fetchProviderMetadata, readMetadata } from './metadata.ts'

export const providersWithMetadata = (ctx: TransactionContext) => withMetadata(ctx.db)

/** Metadata address and signing certificates of a provider; undefined if the refresh was disabled. */
export async function metadataOfProvider(
  ctx: TransactionContext,
  id: string,
): Promise<{ url: string; certificates: string[] } | undefined> {
  const row = await providerById(ctx, id)
  if (!row || !isSaml(row) || row.metadata_url === null) return undefined
  return { url: row.metadata_url, certificates: row.settings.certificates }
}

export interface MetadataUpdate {
  name: string
  waits: boolean
}

/**
 * Applies refreshed metadata if it is signed by a trusted certificate; otherwise it waits for approval, because
 * anyone could have written it. Never changes the entity ID.
 * @throws provider-wrong, invalid-input
 */
export async function followMetadata(
  ctx: TransactionContext,
  id: string,
  read: { url: string; says: ProviderMetadata; signed: (certificates: readonly string[]) => boolean },
): Promise<MetadataUpdate | undefined> {
  const row = await lockProvider(ctx.db, id)
  if (!row || !isSaml(row) || row.metadata_url !== read.url) return undefined
  const now = ctx.clock.now()
  const told = describedBy(ctx, row, read.says)
  endOfCertificates(told.certificates, now)
  const was = { metadata_read_at: now, metadata_fault: null }
  if (isDeepStrictEqual(told, storedMetadataOf(row))) {
    await updateProvider(ctx.db, id, { ...was, waiting: null, waiting_since: null })
    return { name: row.name, waits: false }
  }
  if (read.signed(row.settings.certificates)) {
    await updateProvider(ctx.db, id, was)
    await take(ctx, row, told)
    return { name: row.name, waits: false }
  }
  const known = isDeepStrictEqual(row.waiting, told)
  await updateProvider(ctx.db, id, {
    ...was,
    ...(!known && { waiting: JSON.stringify(told), waiting_since: now }),
  })
  if (known) return { name: row.name, waits: false }
  const fields = differencesOf(row, told).map(one => one.field)
  await record(ctx, { action: 'identity-provider.metadata-waits', object: objectOf(row), after: { fields } })
  return { name: row.name, waits: true }
}

export const noteMetadataFault = (ctx: TransactionContext, id: string, fault: string): Promise<void> =>
  updateProvider(ctx.db, id, { metadata_read_at: ctx.clock.now(), metadata_fault: fault.slice(0, 300) })

/** Approves changed metadata as displayed. @throws acts-for-all, above-you, not-found, changed-meanwhile */
export async function acceptProviderMetadata(
  ctx: TransactionContext,
  { id, since }: OutputOf<(typeof samlProviders)['calls']['takeMetadata']['input']>,
): Promise<SamlProvider> {
  mustActForAll(ctx)
  const row = await lockProvider(ctx.db, id)
  if (!row || !isSaml(row)) throw problem('not-found')
  if (row.waiting === null || row.waiting_since?.toISOString() !== since) throw problem('changed-meanwhile')
  // Otherwise, an administrator could redirect a higher administrator's account to their own provider
  await mustReachAll(ctx, await linkedOfRank(ctx.db, id))
  await take(ctx, row, row.waiting)
  return getSaml(ctx, { id })
}

/** Rejects changed metadata until it changes again. @throws acts-for-all, not-found */
export async function dropProviderMetadata(ctx: TransactionContext, { id }: { id: string }): Promise<SamlProvider> {
  mustActForAll(ctx)
  const row = await lockProvider(ctx.db, id)
  if (!row || !isSaml(row) || row.waiting_since === null) throw problem('not-found')
  await updateProvider(ctx.db, id, { waiting_since: null })
  await record(ctx, { action: 'identity-provider.metadata-left', object: objectOf(row) })
  return getSaml(ctx, { id })
}

async function take(ctx: TransactionContext, row: SamlRow, told: ProviderMetadata): Promise<void> {
  const { entityId: _same, ...says } = told
  await updateProvider(ctx.db, row.id, {
    settings: JSON.stringify({ ...row.settings, ...says }),
    certificate_ends_at: endOfCertificates(told.certificates, ctx.clock.now()),
    told_days: null,
    waiting: null,
    waiting_since: null,
    version: row.version + 1,
    changed_at: ctx.clock.now(),
    changed_by: shownAs(ctx).name.slice(0, 260),
  })
  const differences = differencesOf(row, told)
  await record(ctx, {
    action: 'identity-provider.metadata-taken',
    object: objectOf(row),
    before: Object.fromEntries(differences.map(one => [one.field, one.before])),
    after: Object.fromEntries(differences.map(one => [one.field, one.after])),
  })
}

function describedBy(ctx: TransactionContext, row: SamlRow, says: ProviderMetadata): ProviderMetadata {
  const before = storedMetadataOf(row)
  const form = { ...before, certificates: before.certificates.join('\n') }
  const told = trustedMetadataOf(form, says, ctx.config)
  if (told.entityId !== row.issuer)
    throw problem(
      'provider-wrong',
      deferText('The metadata belongs to a different provider: {entityId}', { entityId: told.entityId.slice(0, 150) }),
    )
  return told
}

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'identity-provider', id, name })
