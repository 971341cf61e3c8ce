import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type applications,
  identifyingSources,
  isIdentifying,
  type Mapping,
  mostApplications,
  type OidcSettings,
  type Protocol,
  protocols,
  type SamlSettings,
  speaksDuo,
} from '@claviger/contract/apps/applications'
import { demands } from '@claviger/contract/apps/applications/application-settings'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustIdentify } from '#features/people/addresses/addresses.identifiers.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { aboutSecret, showsCertificate } from './applications.ts'
import * as store from './applications.store.ts'
import type { StoredApplicationRow, ApplicationContent } from './applications.store.ts'
import { endOfCertificates } from './written/certificates.ts'
import { duoClientId, duoSecret, refuseOwnNames } from './written/duo.ts'
import { loggedSettings } from './written/logged-settings.ts'
import { getApplication } from './application-queries.ts'

type InputFor<Call extends keyof typeof applications.calls> = OutputOf<(typeof applications.calls)[Call]['input']>
type New = InputFor<'oidcCreate'> | InputFor<'samlCreate'> | InputFor<'proxyCreate'> | InputFor<'bookmarkCreate'>
type Changed = InputFor<'oidcUpdate'> | InputFor<'samlUpdate'> | InputFor<'proxyUpdate'> | InputFor<'bookmarkUpdate'>

export interface FromPreset {
  preset: string
  values: Readonly<Record<string, string>>
}

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'application', id, name })

export const newSecretText = (of?: OidcSettings): string =>
  of && speaksDuo(of) ? duoSecret() : randomBytes(32).toString('base64url')

export const sharesSecret = ({ tokenEndpointAuthMethod: by }: OidcSettings): boolean => by.startsWith('client_secret_')

function protocolIn(input: New | Changed): Protocol {
  if ('oidc' in input) return protocols.oidc
  if ('saml' in input) return protocols.saml
  return 'proxy' in input ? protocols.proxy : protocols.bookmark
}

/** Converts input to stored form. @throws certificate-unreadable, certificates-not-taken */
function writtenOf(
  ctx: TransactionContext,
  id: string,
  input: New | Changed,
  was?: StoredApplicationRow,
): ApplicationContent {
  const by = { at: ctx.clock.now(), by: askerOf(ctx).name }
  const shared = {
    id,
    name: input.name,
    description: input.description ?? was?.description ?? '',
    own: input.own ?? was?.own ?? true,
    hidden: input.hidden ?? was?.hidden ?? false,
    mapping: markedIn(input.mapping ?? was?.mapping ?? []),
    ...by,
  }
  if ('oidc' in input && showsCertificate(input.oidc) && ctx.config.clientCertificateHeader === undefined)
    throw problem('certificates-not-taken')
  if ('oidc' in input)
    return { ...shared, entityId: null, settings: input.oidc, certificateEndsAt: endOfCertificates(input.oidc) }
  if ('proxy' in input) return { ...shared, entityId: null, settings: input.proxy, certificateEndsAt: null }
  if ('bookmark' in input) return { ...shared, entityId: null, settings: input.bookmark, certificateEndsAt: null }
  return {
    ...shared,
    entityId: input.saml.entityId,
    settings: input.saml,
    certificateEndsAt: endOfCertificates(input.saml),
  }
}

// Marked on save, so that the database does not need to know the names
const markedIn = (mapping: Mapping): Mapping =>
  mapping.map(row =>
    isIdentifying(row) && identifyingSources.includes(row.source) ? { ...row, identifies: true } : row,
  )

function namedBy({ nameIdFormat, nameIdSource, persistentSource }: SamlSettings): string[] {
  if (nameIdFormat === 'persistent') return [persistentSource]
  return nameIdFormat === 'transient' ? [] : [nameIdSource]
}

/** The attributes by which an application identifies users. */
function identifyingIn({ mapping }: Pick<ApplicationContent, 'mapping'>, input: New | Changed): string[] {
  const named = 'saml' in input ? namedBy(input.saml) : []
  const marked = mapping.filter(row => row.identifies === true).map(row => row.source)
  return [...new Set([...named, ...marked])].filter(source => source.startsWith('attribute'))
}

/** @throws strength-unknown */
async function mustKnowStrength(ctx: TransactionContext, input: New | Changed): Promise<void> {
  if ('bookmark' in input) return
  const { demand } = 'oidc' in input ? input.oidc : 'saml' in input ? input.saml : input.proxy
  if (demands.some(one => one === demand) || (await store.holdStrength(ctx.db, workspaceOf(ctx), demand))) return
  throw problem('strength-unknown')
}

const loggedOf = (of: Omit<ApplicationContent, 'id' | 'at' | 'by'>) => ({
  name: of.name,
  ...(of.description !== '' && { description: of.description }),
  own: of.own,
  hidden: of.hidden,
  ...loggedSettings(of.settings as Parameters<typeof loggedSettings>[0]),
  mapping: of.mapping.map(row => `${row.name}: ${row.source === 'fixed' ? row.value : row.source}`),
})

/**
 * Creates an application without assignments; its secret is returned only once.
 * @throws application-name-taken, client-id-taken, entity-id-taken, certificate-unreadable, certificates-not-taken,
 * too-many-applications
 */
export async function createApplication(ctx: TransactionContext, input: New, from?: FromPreset) {
  if ((await store.countHeld(ctx.db)) >= mostApplications) throw problem('too-many-applications')
  const id = newId()
  const of = writtenOf(ctx, id, input)
  if ('oidc' in input) refuseOwnNames(input)
  await mustIdentify(ctx, identifyingIn(of, input))
  await mustKnowStrength(ctx, input)
  const shares = 'oidc' in input && sharesSecret(input.oidc)
  const clientSecret = shares ? (input.clientSecret ?? newSecretText(input.oidc)) : null
  const newClientId = 'oidc' in input && speaksDuo(input.oidc) ? duoClientId() : newId()
  const sealed = clientSecret === null ? null : await sealSecret(ctx, id, clientSecret)
  await store.insertApplication(ctx.db, {
    ...of,
    protocol: protocolIn(input),
    preset: from?.preset ?? null,
    presetValues: from?.values ?? null,
    clientId: 'oidc' in input ? (input.clientId ?? newClientId) : null,
    secret: sealed,
  })
  await record(ctx, { action: 'application.created', object: objectOf(of), after: loggedOf(of) })
  return { ...(await getApplication(ctx, { id })), clientSecret }
}

/** Encrypts a secret for storage. */
export const sealSecret = async (ctx: TransactionContext, id: string, secret: string): Promise<Buffer> =>
  (await sealerOfWorkspace(ctx)).seal(secret, aboutSecret(id, workspaceOf(ctx)))

/**
 * Changes an application; idempotent.
 * @throws not-found, changed-meanwhile, application-name-taken, entity-id-taken, certificate-unreadable,
 * certificates-not-taken
 */
export async function updateOne(ctx: TransactionContext, input: Changed) {
  const protocol = protocolIn(input)
  const [row] = await store.lockApplications(ctx.db, [input.id], protocol)
  if (!row) throw problem('not-found')
  if (input.version !== undefined && input.version !== row.version)
    throw problem(
      'changed-meanwhile',
      deferText('{who} changed this application while you were editing', { who: row.changed_by }),
    )
  const of = writtenOf(ctx, row.id, input, row)
  if ('oidc' in input && speaksDuo(input.oidc) !== speaksDuo(row.settings as OidcSettings))
    throw problem('invalid-input', undefined, [
      {
        field: 'oidc.secondFactorBy',
        message:
          'To use Duo, add the application again. Duo-compatible applications need a client ID in a different format',
      },
    ])
  await mustIdentify(ctx, identifyingIn(of, input))
  await mustKnowStrength(ctx, input)
  const before = loggedOf({
    ...row,
    settings: row.settings as object,
    entityId: row.entity_id,
    certificateEndsAt: null,
  })
  const after = loggedOf(of)
  if (!isDeepStrictEqual(before, after)) {
    await store.updateApplication(ctx.db, of)
    await record(ctx, { action: 'application.updated', object: objectOf(of), before, after })
  }
  return getApplication(ctx, input)
}

/** Enables or disables applications of one or all protocols, ignoring those already in that state. */
export const switchThose =
  (protocol: number | null) =>
  async (ctx: TransactionContext, { ids, active }: InputFor<'setActive'>) => {
    const rows = (await store.lockApplications(ctx.db, ids, protocol)).filter(row => row.active !== active)
    const by = askerOf(ctx)
    if (rows.length > 0)
      await store.switchApplications(
        ctx.db,
        rows.map(row => row.id),
        active,
        ctx.clock.now(),
        by.name,
      )
    await recordMany(
      ctx,
      by,
      rows.map(row => ({
        action: 'application.updated',
        object: objectOf(row),
        before: { active: row.active },
        after: { active },
      })),
    )
    return { changed: rows.length }
  }

/** Deletes applications of one or all protocols, ignoring missing ones. */
export const removeThose =
  (protocol: number | null) =>
  async (ctx: TransactionContext, { ids }: InputFor<'removeMany'>) => {
    const rows = await store.lockApplications(ctx.db, ids, protocol)
    if (rows.length === 0) return { removed: 0 }
    await store.deleteApplications(
      ctx.db,
      rows.map(row => row.id),
    )
    await recordMany(
      ctx,
      askerOf(ctx),
      rows.map(row => ({
        action: 'application.deleted',
        object: objectOf(row),
        before: { name: row.name, ...(row.client_id ? { clientId: row.client_id } : { entityId: row.entity_id }) },
      })),
    )
    return { removed: rows.length }
  }

/** Deletes one application of a protocol. @throws not-found */
export const removeOne =
  (protocol: number) =>
  async (ctx: TransactionContext, { id }: InputFor<'samlRemove'>) => {
    const { removed } = await removeThose(protocol)(ctx, { ids: [id] })
    if (removed === 0) throw problem('not-found')
    return { removed }
  }
