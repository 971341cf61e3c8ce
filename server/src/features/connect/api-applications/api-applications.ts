import { doneReply } from '@claviger/contract/platform/fields'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type {
  ApiApplication,
  ApiApplicationInput,
  apiApplications,
  ApiApplicationType,
} from '@claviger/contract/connect/api-applications'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { mustBringSecrets } from '#platform/secrets/secret-stays.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import * as store from './api-applications.store.ts'
import type { ApiApplicationRow } from './api-applications.store.ts'
import { tenantAddress, endOfCertificate, mustBeKeyOfOkta, mustBeWholeApplication } from './api-application-content.ts'
import {
  apiApplicationOf,
  loggedApiApplication,
  mostApplications,
  logObjectOfApiApplication,
} from './api-application-replies.ts'
import { openSecrets, type ApiApplicationSecrets, sealApiApplicationSecrets } from './api-application-secrets.ts'

type Change = OutputOf<(typeof apiApplications)['calls']['update']['input']>
type OfType = OutputOf<(typeof apiApplications)['calls']['updateOfType']['input']>

export async function listApiApplications(ctx: TransactionContext, { type }: { type?: ApiApplicationType } = {}) {
  const items = (await store.allApplications(ctx.db, type)).map(row => apiApplicationOf(row, ctx.clock.now()))
  return { items, total: items.length }
}

/** One connection, optionally of one type. @throws not-found */
export async function getApiApplication(
  ctx: TransactionContext,
  { id }: { id: string },
  type?: ApiApplicationType,
): Promise<ApiApplication> {
  const row = await store.findApplication(ctx.db, id)
  if (!row || (type !== undefined && row.type !== type)) throw problem('not-found')
  return apiApplicationOf(row, ctx.clock.now())
}

const nameTaken = () =>
  problem('api-application-name-taken', undefined, [
    { field: 'name', message: problem('api-application-name-taken').says },
  ])

interface Credentials {
  certificate: string | null
  secrets: ApiApplicationSecrets
  endsAt: Date | null
}

/** Credentials in the input; undefined if none, so that the stored ones stay. @throws invalid-input */
function brought(is: Omit<ApiApplicationInput, 'name'>): Credentials | undefined {
  const { certificate, privateKey, secret } = is
  if (is.type === 'okta' && privateKey) {
    mustBeKeyOfOkta(privateKey)
    return { certificate: null, secrets: { privateKey }, endsAt: is.secretEndsAt ? new Date(is.secretEndsAt) : null }
  }
  if (certificate || privateKey) {
    const endsAt = endOfCertificate(certificate ?? '', privateKey ?? '')
    return { certificate: certificate ?? '', secrets: { privateKey: privateKey ?? '' }, endsAt }
  }
  if (!secret) return undefined
  return { certificate: null, secrets: { secret }, endsAt: is.secretEndsAt ? new Date(is.secretEndsAt) : null }
}

/** Creates a connection. @throws api-application-name-taken, api-applications-full, secret-needed, invalid-input */
export async function createApiApplication(
  ctx: TransactionContext,
  input: ApiApplicationInput,
): Promise<ApiApplication> {
  mustBeWholeApplication(input)
  const address = tenantAddress(ctx, input)
  const given = brought(input)
  if (!given) throw problem('secret-needed', undefined, [{ field: 'secret', message: 'Enter the secret' }])
  const rows = await store.allApplications(ctx.db)
  if (rows.length >= mostApplications) throw problem('api-applications-full')
  if (rows.some(row => row.name.toLowerCase() === input.name.toLowerCase())) throw nameTaken()
  const id = newId()
  const now = ctx.clock.now()
  const row = {
    workspace_id: workspaceOf(ctx),
    id,
    name: input.name,
    type: input.type,
    tenant_id: input.type === 'azure' ? (input.tenantId ?? null) : null,
    client_id: clientOf(input, given.secrets),
    address,
    certificate: given.certificate,
    sealed: await sealApiApplicationSecrets(ctx, id, given.secrets),
    ends_at: given.endsAt,
    created_at: now,
    changed_at: now,
    changed_by: shownAs(ctx).name.slice(0, 260),
  }
  await store.insertApiApplication(ctx.db, row)
  await record(ctx, {
    action: 'api-application.created',
    object: logObjectOfApiApplication(row),
    after: loggedApiApplication(row),
  })
  return getApiApplication(ctx, { id })
}

const clientOf = (
  { type, clientId }: Pick<ApiApplicationInput, 'type' | 'clientId'>,
  { privateKey }: ApiApplicationSecrets,
) => (type === 'azure' || privateKey !== undefined ? clientId || null : null)

const placeOf = (row: Pick<ApiApplicationRow, 'address' | 'tenant_id' | 'client_id'>) =>
  `${row.address} ${row.tenant_id ?? ''} ${row.client_id ?? ''}`.toLowerCase()

/**
 * Changes a connection; requires the secret again if it would be sent to another target.
 * @throws not-found, changed-meanwhile, api-application-name-taken, operators-application, secret-needed,
 * invalid-input
 */
export async function updateApiApplication(
  ctx: TransactionContext,
  input: Change,
  type?: ApiApplicationType,
): Promise<ApiApplication> {
  const row = await store.lockApplication(ctx.db, input.id)
  if (!row || (type !== undefined && row.type !== type)) throw problem('not-found')
  if (input.version !== undefined && input.version !== row.version)
    throw problem('changed-meanwhile', deferText('{who} changed this while you were editing', { who: row.changed_by }))
  const is = { ...input, type: row.type as ApiApplicationType }
  const others = (await store.allApplications(ctx.db)).filter(one => one.id !== row.id)
  if (others.some(one => one.name.toLowerCase() === input.name.toLowerCase())) throw nameTaken()
  if (row.operators) return rename(ctx, row, input)
  mustBeWholeApplication(is)
  const given = brought(is)
  const kept = await openSecrets(ctx, row)
  if (!given) mustBeWholeApplication({ ...is, privateKey: kept.privateKey })
  const to = {
    name: input.name,
    tenant_id: is.type === 'azure' ? (input.tenantId ?? null) : null,
    client_id: clientOf(is, given?.secrets ?? kept),
    address: tenantAddress(ctx, is),
  }
  mustBringSecrets(placeOf(row), placeOf(to), [{ field: 'secret', kept: true, brought: given !== undefined }])
  const stays = { certificate: row.certificate, secrets: kept, endsAt: endOf(row, input) }
  const { certificate, secrets, endsAt } = given ?? stays
  const after = { ...to, certificate, ends_at: endsAt }
  await store.writeApiApplication(ctx.db, row.id, {
    ...after,
    sealed: await sealApiApplicationSecrets(ctx, row.id, secrets),
    told_days: null,
    // The last check's result doesn't apply to new credentials
    ...(given && { checked_at: null, check_reason: null, check_missing: [] }),
    changed_at: ctx.clock.now(),
    changed_by: shownAs(ctx).name.slice(0, 260),
  })
  await record(ctx, {
    action: 'api-application.updated',
    object: logObjectOfApiApplication({ id: row.id, name: to.name }),
    before: loggedApiApplication(row),
    after: { ...loggedApiApplication({ ...row, ...after }), ...(given && { credential: 'replaced' }) },
  })
  return getApiApplication(ctx, { id: row.id })
}

/** A consent can only be renamed; everything else belongs to its tenant. @throws operators-application */
async function rename(
  ctx: TransactionContext,
  row: ApiApplicationRow,
  { name, ...input }: Change,
): Promise<ApiApplication> {
  const { tenantId, clientId, address, secret, certificate, privateKey } = input
  const stays = (said: string | undefined, is: string | null) => !said || said.toLowerCase() === is?.toLowerCase()
  const same = stays(tenantId, row.tenant_id) && stays(clientId, row.client_id) && stays(address, row.address)
  if (!same || secret || certificate || privateKey) throw problem('operators-application')
  await store.writeApiApplication(ctx.db, row.id, {
    name,
    changed_at: ctx.clock.now(),
    changed_by: shownAs(ctx).name.slice(0, 260),
  })
  await record(ctx, {
    action: 'api-application.updated',
    object: logObjectOfApiApplication({ id: row.id, name }),
    before: loggedApiApplication(row),
    after: loggedApiApplication({ ...row, name }),
  })
  return getApiApplication(ctx, { id: row.id })
}

const endOf = (row: ApiApplicationRow, { secretEndsAt }: Change): Date | null => {
  if (row.certificate !== null || secretEndsAt === undefined) return row.ends_at
  return secretEndsAt === null ? null : new Date(secretEndsAt)
}

async function theOnly(ctx: TransactionContext, type: ApiApplicationType, id: string | undefined): Promise<string> {
  const [first, another] = (await store.allApplications(ctx.db, type)).filter(row => id === undefined || row.id === id)
  if (!first || another) throw problem('not-found')
  return first.id
}

/** Changes the only connection of a type. @throws like updateOne, and not-found if ambiguous */
export const updateOfType = async (ctx: TransactionContext, { type, id, ...input }: OfType) =>
  updateApiApplication(ctx, { ...input, id: await theOnly(ctx, type, id) })

/** Deletes connections, optionally of one type, ignoring missing ones. */
export async function removeApplications(
  ctx: TransactionContext,
  { ids }: { ids: readonly string[] },
  type?: ApiApplicationType,
) {
  const gone = (await store.allApplications(ctx.db, type)).filter(row => ids.includes(row.id))
  if (gone.length === 0) return { removed: 0 }
  await store.deleteApiApplications(
    ctx.db,
    gone.map(row => row.id),
  )
  for (const row of gone)
    await record(ctx, {
      action: 'api-application.deleted',
      object: logObjectOfApiApplication(row),
      before: loggedApiApplication(row),
    })
  return { removed: gone.length }
}

/** Deletes one connection. @throws not-found */
export async function removeApplication(ctx: TransactionContext, { id }: { id: string }, type?: ApiApplicationType) {
  const { removed } = await removeApplications(ctx, { ids: [id] }, type)
  if (removed === 0) throw problem('not-found')
  return doneReply
}

/** Deletes the only connection of a type. @throws not-found, including if ambiguous */
export const removeOfType = async (
  ctx: TransactionContext,
  { type, id }: { type: ApiApplicationType; id?: string | undefined },
) => removeApplication(ctx, { id: await theOnly(ctx, type, id) })
