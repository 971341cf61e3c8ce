import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { SamlSettings } from '@claviger/contract/apps/applications'
import { type DescribedField, describedFields, type MetadataPreview } from '@claviger/contract/sso/saml'
import { safeParse } from 'zod/mini'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { exchange } from '#integrations/exchange.ts'
import { isWebAddress } from '#integrations/private-addresses.ts'
import { DeliveryError } from '#integrations/target.ts'
import { updateOne } from '#features/apps/applications/applications.save.ts'
import { applicationById, type SamlApplication } from '#features/apps/applications/applications.ts'
import { keysOfApplication } from '../answer/saml-messages.ts'
import { dropWaiting, findWaiting } from './metadata.store.ts'
import { type SpMetadata, spMetadataOf } from '#features/sso/saml-documents/saml-documents.sp-metadata.ts'
import { metadataWords } from './metadata-texts.ts'
import type { SamlCallInput } from '../saml.ts'
import { SamlError } from '#features/sso/saml-documents/saml-documents.unacceptable.ts'

export async function samlApplication(ctx: TransactionContext, id: string): Promise<SamlApplication> {
  const application = await applicationById(ctx, id)
  if (application?.protocol !== protocols.saml) throw problem('not-found')
  return application
}

export async function previewMetadata(
  ctx: RequestContext,
  input: SamlCallInput<'previewMetadata'>,
): Promise<MetadataPreview> {
  const application = await ctx.transact(inner => samlApplication(inner, input.id))
  return previewOf(application, await readAs(ctx, application, await documentOf(ctx, input)))
}

/**
 * Applies given or pending metadata.
 * @throws not-found, metadata-refused, metadata-unreachable, entity-id-taken, certificate-unreadable
 */
export async function acceptMetadata(
  ctx: RequestContext,
  input: SamlCallInput<'takeMetadata'>,
): Promise<MetadataPreview> {
  const { id } = input
  const given = input.xml !== undefined || input.url !== undefined ? await documentOf(ctx, input) : undefined
  // Who signed it is only shown here, so keys that change meanwhile decide nothing
  const readNow = given && (await readAs(ctx, await ctx.transact(inner => samlApplication(inner, id)), given))
  return ctx.transact(async inner => {
    const application = await samlApplication(inner, id)
    const waits = readNow === undefined ? await findWaiting(inner.db, id) : undefined
    const read = readNow ?? waits?.waiting
    if (!read) throw problem('not-found')
    const preview = previewOf(application, read)
    await applyMetadata(inner, application, read)
    await dropWaiting(inner.db, id)
    return preview
  })
}

export async function applyMetadata(
  ctx: TransactionContext,
  application: SamlApplication,
  read: SpMetadata,
): Promise<void> {
  const parsed = safeParse(SamlSettings, { ...application.settings, ...wanted(application, read) })
  if (!parsed.success) throw problem('metadata-refused', parsed.error.issues[0]?.message)
  await updateOne(ctx, { id: application.id, name: application.name, saml: parsed.data })
}

/** Merges metadata with settings: local choices stay, and metadata can't weaken requirements. */
function wanted({ settings }: SamlApplication, { says }: SpMetadata): Pick<SamlSettings, DescribedField> {
  const { nameIdFormats = [], ...described } = says
  const chosen = settings.acs.find(one => one.isDefault)?.url
  const keeps = !says.acs.some(one => one.isDefault) && says.acs.some(one => one.url === chosen)
  return {
    ...described,
    nameIdFormat: nameIdFormats.includes(settings.nameIdFormat)
      ? settings.nameIdFormat
      : (nameIdFormats[0] ?? settings.nameIdFormat),
    acs: keeps ? says.acs.map(one => ({ ...one, isDefault: one.url === chosen })) : says.acs,
    requestsSigned: says.requestsSigned || (settings.requestsSigned && says.spCertificates.length > 0),
    encryptionCertificate: says.encryptionCertificate ?? (settings.encrypt ? settings.encryptionCertificate : null),
  }
}

export async function waitingMetadata(ctx: TransactionContext, { id }: SamlCallInput<'waitingMetadata'>) {
  const application = await samlApplication(ctx, id)
  const row = await findWaiting(ctx.db, id)
  return {
    waiting:
      row?.waiting && row.waiting_since
        ? { ...previewOf(application, row.waiting), since: row.waiting_since.toISOString() }
        : null,
    readAt: row?.read_at?.toISOString() ?? null,
    fault: row?.fault ?? null,
  }
}

export async function dropMetadata(ctx: TransactionContext, { id }: SamlCallInput<'dropMetadata'>) {
  await samlApplication(ctx, id)
  return { dropped: await dropWaiting(ctx.db, id) }
}

/** A readable diff; certificates are shown by fingerprint. */
export function previewOf(application: SamlApplication, read: SpMetadata): MetadataPreview {
  const [settings, says] = [application.settings, wanted(application, read)]
  const differences = describedFields.flatMap(field => {
    const [before, after] = [shown(field, settings[field]), shown(field, says[field])]
    return isDeepStrictEqual(before, after) ? [] : [{ field, before, after }]
  })
  return { differences, signedBy: read.signedBy }
}

function shown(field: DescribedField, value: SamlSettings[DescribedField]): string[] {
  if (value === null) return []
  if (field === 'spCertificates' || field === 'encryptionCertificate')
    return [value as string | string[]].flat().map(fingerprintOf)
  if (Array.isArray(value)) return value.map(one => (typeof one === 'string' ? one : shownAcs(one)))
  return [String(value)]
}

const shownAcs = ({ url, indexes = [] }: SamlSettings['acs'][number]): string =>
  indexes.length === 0 || indexes.join() === '0' ? url : `${url} (${indexes.join(', ')})`

function fingerprintOf(pem: string): string {
  try {
    return new X509Certificate(pem).fingerprint256
  } catch {
    return '?'
  }
}

async function documentOf(
  ctx: RequestContext,
  { xml, url }: { xml?: string | undefined; url?: string | undefined },
): Promise<Buffer> {
  if (xml !== undefined) return Buffer.from(xml)
  if (url === undefined) throw problem('metadata-refused')
  try {
    return await fetchMetadata(ctx, workspaceOf(ctx), url)
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    throw problem('metadata-unreachable', undefined, [{ field: 'url', message: error.says }])
  }
}

export async function fetchMetadata(world: AppContext, workspace: string, address: string): Promise<Buffer> {
  const url = URL.parse(address)
  if (!url || !isWebAddress(world.config, url)) throw new DeliveryError('The address must begin with https://')
  const accept = { accept: 'application/samlmetadata+xml, application/xml, text/xml' }
  const { status, body } = await exchange(
    world,
    { workspace, feature: 'applications' },
    { method: 'GET', url, headers: accept },
  )
  if (status !== 200) throw new DeliveryError(`The receiver answered ${status}`)
  return body
}

async function readAs(
  world: Pick<AppContext, 'clock'>,
  application: SamlApplication,
  bytes: Buffer,
): Promise<SpMetadata> {
  try {
    return await spMetadataOf(bytes, keysOfApplication(application), world.clock.now())
  } catch (error) {
    if (!(error instanceof SamlError)) throw error
    throw problem('metadata-refused', metadataWords(error))
  }
}
