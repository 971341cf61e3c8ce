import {
  type BookmarkSettings,
  type Mapping,
  type OidcSettings,
  type Protocol,
  type ProxySettings,
  protocols,
  type SamlSettings,
} from '@claviger/contract/apps/applications'
import { type StatementParts, runParts } from '#platform/db/parts.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfKey } from '#features/tenancy/workspaces/workspaces.key.ts'
import { canOpenApplication } from './assignments.store.ts'
import {
  type StoredApplicationRow,
  findBy,
  findWorkspaceOfDuo,
  type ApplicationWithSecrets,
} from './applications.store.ts'
import { countingUse } from './uses.store.ts'

// Public API of the module: what the protocols need from an application

interface Shared {
  id: string
  name: string
  active: boolean
  own: boolean
  hidden: boolean
  everyone: boolean
  mapping: Mapping
  version: number
}
export interface OidcApplication extends Shared {
  protocol: 1
  clientId: string
  settings: OidcSettings
}
export interface SamlApplication extends Shared {
  protocol: 2
  settings: SamlSettings
}
export interface ProxyApplication extends Shared {
  protocol: 3
  settings: ProxySettings
}
export interface Bookmark extends Shared {
  protocol: 4
  settings: BookmarkSettings
}
export type Application = OidcApplication | SamlApplication | ProxyApplication | Bookmark

/** The secret and, for a day after a rotation, the previous one. */
export interface ApplicationSecrets {
  secret: string | null
  formerSecret: string | null
}

/**
 * Does a client with these settings authenticate, or bind its tokens, with a certificate shown to the reverse proxy?
 */
export const showsCertificate = ({ tokenEndpointAuthMethod: by, certificateBoundTokens }: OidcSettings): boolean =>
  by === 'self_signed_tls_client_auth' || by === 'tls_client_auth' || certificateBoundTokens

/** Converts a row to the form that its protocol needs. */
export function applicationOf(row: StoredApplicationRow): Application {
  const { id, name, active, own, hidden, everyone, mapping, version } = row
  const shared = { id, name, active, own, hidden, everyone, mapping, version }
  const protocol = row.protocol as Protocol
  if (protocol === protocols.oidc)
    return { ...shared, protocol, clientId: row.client_id ?? '', settings: row.settings as OidcSettings }
  if (protocol === protocols.saml) return { ...shared, protocol, settings: row.settings as SamlSettings }
  return protocol === protocols.proxy
    ? { ...shared, protocol, settings: row.settings as ProxySettings }
    : { ...shared, protocol, settings: row.settings as BookmarkSettings }
}

/** Associated data for encrypting a secret; the previous secret uses the same. */
export const aboutSecret = (id: string, workspace: string): SealedSubject => `applications:secret:${id} of ${workspace}`

function secretsOf(ctx: TransactionContext, row: ApplicationWithSecrets): ApplicationSecrets {
  const workspace = workspaceOf(ctx)
  const open = (sealed: Buffer | null) =>
    sealed && sealerOfKey(ctx, workspace, row.sealed_key).open(sealed, aboutSecret(row.id, workspace)).toString()
  const over = row.former_until === null || row.former_until <= ctx.clock.now()
  return { secret: open(row.secret_sealed), formerSecret: over ? null : open(row.former_sealed) }
}

/** OpenID Connect application by client ID, active or not, with decrypted secrets. */
export const applicationByClientId = async (
  ctx: TransactionContext,
  clientId: string,
): Promise<(OidcApplication & ApplicationSecrets) | undefined> => (await readByClientId(ctx, clientId))?.application

/** Loads an OpenID Connect application for the cache, with its row's version and the time it stays valid. */
export async function readByClientId(ctx: TransactionContext, clientId: string) {
  const row = await findBy(ctx.db, 'client', clientId)
  if (!row) return undefined
  const application = { ...(applicationOf(row) as OidcApplication), ...secretsOf(ctx, row) }
  const until = application.formerSecret === null ? null : row.former_until
  return { application, stamp: row.stamp, until }
}

export const workspaceOfDuo = (ctx: TransactionContext, clientId: string): Promise<string | undefined> =>
  findWorkspaceOfDuo(ctx.db, clientId)

export async function applicationByEntityId(
  ctx: TransactionContext,
  entityId: string,
): Promise<SamlApplication | undefined> {
  const row = await findBy(ctx.db, 'entity', entityId)
  return row && (applicationOf(row) as SamlApplication)
}

export async function applicationById(ctx: TransactionContext, id: string): Promise<Application | undefined> {
  const row = await findBy(ctx.db, 'id', id)
  return row && applicationOf(row)
}

/**
 * Is the application assigned to the user, directly or through a group, unit, or everyone? False for inactive users.
 */
export const mayOpen = (
  ctx: TransactionContext,
  application: Pick<Application, 'id'>,
  user: string,
): Promise<boolean> => canOpenApplication(ctx.db, application.id, user)

/** Records a user's sign-in to an application, for the list, My Apps, and billing. */
export const noteUse = (ctx: TransactionContext, application: Pick<Application, 'id'>, user: string): Promise<void> =>
  runParts(ctx.db, usesOf(ctx, application, user))

export const usesOf = (
  ctx: Pick<TransactionContext, 'clock'>,
  application: Pick<Application, 'id'>,
  user: string,
): StatementParts => countingUse(application.id, user, ctx.clock.now())
