import {
  type Mapping,
  type OidcSettings,
  type Protocol,
  type ProxySettings,
  protocols,
  type SamlSettings,
} from '@claviger/contract/apps/applications'
import { type Parts, runParts } from '../../../ground/db/parts.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { About } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { sealerOfKey } from '../../tenancy/workspaces/workspaces.key.ts'
import { opens } from './assignments.store.ts'
import { type ApplicationRow, findBy, findWorkspaceOfDuo, type Found } from './applications.store.ts'
import { countingUse } from './uses.store.ts'

// The face of the room: what the protocols ask of an application

interface Shared {
  id: string
  name: string
  active: boolean
  /** The workspace's own: nobody is asked for consent. */
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
/** An application that people sign in to from here. */
export type Application = OidcApplication | SamlApplication | ProxyApplication

/** A secret and, for a day after it was renewed, the one before. */
export interface Secrets {
  secret: string | null
  formerSecret: string | null
}

/** Does a client of these settings prove itself, or hold its tokens, by a certificate that it shows to the proxy? */
export const showsCertificate = ({ tokenEndpointAuthMethod: by, certificateBoundTokens }: OidcSettings): boolean =>
  by === 'self_signed_tls_client_auth' || by === 'tls_client_auth' || certificateBoundTokens

/** An application as its protocol knows it. */
export function applicationOf(row: ApplicationRow): Application {
  const { id, name, active, own, hidden, everyone, mapping, version } = row
  const shared = { id, name, active, own, hidden, everyone, mapping, version }
  const protocol = row.protocol as Protocol
  if (protocol === protocols.oidc)
    return { ...shared, protocol, clientId: row.client_id ?? '', settings: row.settings as OidcSettings }
  return protocol === protocols.saml
    ? { ...shared, protocol, settings: row.settings as SamlSettings }
    : { ...shared, protocol, settings: row.settings as ProxySettings }
}

/** What is said of a secret when it is sealed; the one before it was sealed as the same. */
export const aboutSecret = (id: string, workspace: string): About => `applications:secret:${id} of ${workspace}`

function secretsOf(ctx: Ctx, row: Found): Secrets {
  const workspace = workspaceOf(ctx)
  const open = (sealed: Buffer | null) =>
    sealed && sealerOfKey(ctx, workspace, row.sealed_key).open(sealed, aboutSecret(row.id, workspace)).toString()
  const over = row.former_until === null || row.former_until <= ctx.clock.now()
  return { secret: open(row.secret_sealed), formerSecret: over ? null : open(row.former_sealed) }
}

/** The OpenID Connect application of a client id, on or off, with its secrets opened. */
export const applicationByClientId = async (
  ctx: Ctx,
  clientId: string,
): Promise<(OidcApplication & Secrets) | undefined> => (await readByClientId(ctx, clientId))?.application

/** An OpenID Connect application as it was read: by which stamp of its row, and how long it stays so without a change. */
export async function readByClientId(ctx: Ctx, clientId: string) {
  const row = await findBy(ctx.db, 'client', clientId)
  if (!row) return undefined
  const application = { ...(applicationOf(row) as OidcApplication), ...secretsOf(ctx, row) }
  const until = application.formerSecret === null ? null : row.former_until
  return { application, stamp: row.stamp, until }
}

/** The workspace whose application, of those that speak Duo, has a client id: they all ask at one address. */
export const workspaceOfDuo = (ctx: Ctx, clientId: string): Promise<string | undefined> =>
  findWorkspaceOfDuo(ctx.db, clientId)

/** The SAML application of an entity id, on or off. */
export async function applicationByEntityId(ctx: Ctx, entityId: string): Promise<SamlApplication | undefined> {
  const row = await findBy(ctx.db, 'entity', entityId)
  return row && (applicationOf(row) as SamlApplication)
}

/** An application, on or off. */
export async function applicationById(ctx: Ctx, id: string): Promise<Application | undefined> {
  const row = await findBy(ctx.db, 'id', id)
  return row && applicationOf(row)
}

/** Is an application assigned to a user: to everyone, to them, or to a group or unit of theirs? Nobody who is suspended or gone may. */
export const mayOpen = (ctx: Ctx, application: Pick<Application, 'id'>, user: string): Promise<boolean> =>
  opens(ctx.db, application.id, user)

/** Counts that a user signed in to an application, for the list, My Apps and the bill. */
export const noteUse = (ctx: Ctx, application: Pick<Application, 'id'>, user: string): Promise<void> =>
  runParts(ctx.db, usesOf(ctx, application, user))

/** That a user signed in to an application, as parts of the statement that lets them in. */
export const usesOf = (ctx: Pick<Ctx, 'clock'>, application: Pick<Application, 'id'>, user: string): Parts =>
  countingUse(application.id, user, ctx.clock.now())
