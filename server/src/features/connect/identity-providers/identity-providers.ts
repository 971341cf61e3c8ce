import { X509Certificate } from 'node:crypto'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import {
  assurancePreset,
  AssuranceRules,
  type OfferedProvider,
  type OidcProvider,
  type OwnProviderAddresses,
  PeopleRules,
  type Provider,
  protocols,
  type SamlProvider,
} from '@claviger/contract/connect/identity-providers'
import type { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { paginate } from '#platform/db/page.ts'
import { enterWorkspace, workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { ownDomains } from '#features/tenancy/trust-domains/trust-domains.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import * as store from './identity-providers.store.ts'
import type { ProviderListRow, OidcRow, ProviderRow, SamlRow } from './identity-providers.store.ts'
import { differencesOf } from './provider-differences.ts'
import { countLinks } from './links.store.ts'

export type { OidcRow, ProviderRow, SamlRow } from './identity-providers.store.ts'

export type ProviderProtocol = (typeof protocols)[keyof typeof protocols]
type ListAsked = OutputOf<(typeof oidcProviders)['calls']['list']['input']>

export const isOidc = (row: ProviderRow): row is OidcRow => row.protocol === protocols.oidc
export const isSaml = (row: ProviderRow): row is SamlRow => row.protocol === protocols.saml

export function ownAddressesOf(world: Pick<AppContext, 'config'>, id: string): OwnProviderAddresses {
  const base = `${world.config.publicUrl}/api/sso`
  return {
    redirectUri: `${base}/oidc/sp/callback`,
    entityId: `${base}/saml/idp/${id}/metadata`,
    acsUrl: `${base}/saml/idp/${id}/acs`,
    sloUrl: `${base}/saml/idp/${id}/slo`,
    metadataUrl: `${base}/saml/idp/${id}/metadata`,
    backchannelLogoutUrl: `${base}/oidc/idp/${id}/backchannel-logout`,
    signedOutUrl: `${world.config.publicUrl}/auth/sign-in`,
  }
}

const providerOfRow = (row: ProviderListRow): Provider => ({
  id: row.id,
  protocol: row.protocol,
  preset: row.preset,
  name: row.name,
  active: row.active,
  issuer: row.issuer,
  certificateEndsAt: row.certificate_ends_at?.toISOString() ?? null,
  linked: row.linked,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
})

export const listProviders = (protocol: ProviderProtocol) => (ctx: TransactionContext, ask: ListAsked) =>
  paginate<Provider>(ctx, ask, { ...store.providerList(protocol), item: (row: ProviderListRow) => providerOfRow(row) })

function certificateOf(pem: string) {
  const read = new X509Certificate(pem)
  return {
    pem,
    subject: read.subject.replaceAll('\n', ', ').slice(0, 300),
    fingerprint: read.fingerprint256,
    endsAt: new Date(read.validTo).toISOString(),
  }
}

/** The rules about users of a provider; those that were stored before a setting existed get its default. */
export const rulesFor = ({ settings }: Pick<ProviderRow, 'settings'>): PeopleRules => PeopleRules.parse(settings.people)

/** What a provider must verify; the default for providers stored before the setting existed. */
export const assuranceOf = ({ settings }: Pick<OidcRow, 'settings'>): AssuranceRules =>
  AssuranceRules.parse(settings.assurance ?? {})

/** One OpenID Connect provider. @throws not-found */
export async function getOidc(ctx: TransactionContext, { id }: { id: string }): Promise<OidcProvider> {
  const row = await providerOf(ctx, id, protocols.oidc)
  if (!isOidc(row)) throw problem('not-found')
  const { clientId, tokenAuth, signOutThere, scopes } = row.settings
  return {
    ...providerOfRow({ ...row, linked: await countLinks(ctx.db, id) }),
    ours: ownAddressesOf(ctx, id),
    people: rulesFor(row),
    clientId,
    tokenAuth,
    signOutThere,
    scopes,
    assurance: assuranceOf(row),
    hasSecret: row.sealed !== null,
  }
}

/** One SAML provider. @throws not-found */
export async function getSaml(ctx: TransactionContext, { id }: { id: string }): Promise<SamlProvider> {
  const row = await providerOf(ctx, id, protocols.saml)
  if (!isSaml(row)) throw problem('not-found')
  const { rolesBy: _by, certificates, ...settings } = row.settings
  return {
    ...providerOfRow({ ...row, linked: await countLinks(ctx.db, id) }),
    ...settings,
    people: rulesFor(row),
    ours: ownAddressesOf(ctx, id),
    certificates: certificates.map(certificateOf),
    metadata: {
      url: row.metadata_url,
      readAt: row.metadata_read_at?.toISOString() ?? null,
      fault: row.metadata_fault,
      waiting:
        row.waiting && row.waiting_since
          ? { since: row.waiting_since.toISOString(), differences: differencesOf(row, row.waiting) }
          : null,
    },
  }
}

/** One provider of a protocol. @throws not-found */
export async function providerOf(
  ctx: TransactionContext,
  id: string,
  protocol: ProviderProtocol,
): Promise<ProviderRow> {
  const row = await store.findProvider(ctx.db, id)
  if (row?.protocol !== protocol) throw problem('not-found')
  return row
}

export const providerById = (ctx: TransactionContext, id: string): Promise<ProviderRow | undefined> =>
  store.findProvider(ctx.db, id)

export async function providerAnywhere(ctx: TransactionContext, id: string): Promise<ProviderRow | undefined> {
  const workspace = await store.findWorkspaceOf(ctx.db, id)
  if (workspace === undefined) return undefined
  await enterWorkspace(ctx, workspace)
  return store.findProvider(ctx.db, id)
}

/** Address that starts a sign-in at a provider (R25). */
export const startAddress = (workspace: string, provider: string): string =>
  `/login/sso?${new URLSearchParams({ workspace, provider, response_type: 'code', scope: 'openid' }).toString()}`

/** Active providers that sign users in; one that only verifies identities doesn't. */
const signInProviders = async (ctx: TransactionContext): Promise<ProviderRow[]> =>
  (await store.activeProviders(ctx.db)).filter(row => row.preset !== assurancePreset)

const offeredOf = (slug: string, row: ProviderRow): OfferedProvider => ({
  id: row.id,
  kind: row.preset,
  name: row.name,
  url: startAddress(slug, row.id),
})

/** Providers on a workspace's sign-in page (R195); enters the workspace for the rest of the transaction. */
export async function providersOffered(
  ctx: TransactionContext,
  workspace: { id: string; slug: string },
): Promise<OfferedProvider[]> {
  if (ctx.workspace !== workspace.id) await enterWorkspace(ctx, workspace.id)
  return (await signInProviders(ctx)).map(row => offeredOf(workspace.slug, row))
}

export const providersOn = async (ctx: TransactionContext): Promise<Omit<OfferedProvider, 'url'>[]> =>
  (await store.activeProviders(ctx.db)).map(({ id, name, preset }) => ({ id, name, kind: preset }))

/** Enabled providers of a protocol in a workspace, given by ID or short address; none if unknown. */
export const offeredAt =
  (protocol: ProviderProtocol) =>
  async (ctx: TransactionContext, { id }: { id: string }) => {
    const face = await faceOf(ctx, id)
    if (!face) return { items: [] }
    await enterWorkspace(ctx, face.id)
    const rows = await signInProviders(ctx)
    return { items: rows.filter(row => row.protocol === protocol).map(row => offeredOf(face.slug, row)) }
  }

/** Email domains for which a provider is trusted now: in its rules, and verified by the workspace. */
export async function authorityOf(ctx: TransactionContext, row: ProviderRow): Promise<string[]> {
  const proven = await ownDomains(ctx)
  return row.settings.people.domains.filter(domain => proven.includes(domain))
}

/** Provider to which users of a domain are redirected immediately, in the workspace that verified the domain. */
export async function providerForDomain(ctx: TransactionContext, domain: string): Promise<ProviderRow | undefined> {
  for (const row of await signInProviders(ctx))
    if (row.settings.people.atOnce && (await authorityOf(ctx, row)).includes(domain)) return row
  return undefined
}

/** Records a sign-in with the provider; false if it was changed or disabled since it was read. */
export async function noteProviderUse(ctx: TransactionContext, row: ProviderRow): Promise<boolean> {
  await store.markUsed(ctx.db, row.id, ctx.clock.now())
  return store.isUnchanged(ctx.db, row)
}

const about = (ctx: TransactionContext, id: string): SealedSubject =>
  `identity_providers:sealed:${id} of ${workspaceOf(ctx)}`

/** Encrypts a client secret or our private key with the workspace's key. */
export const sealSecret = async (ctx: TransactionContext, id: string, secret: string): Promise<Buffer> =>
  (await sealerOfWorkspace(ctx)).seal(secret, about(ctx, id))

/** The decrypted client secret or private key. */
export const secretOf = async (ctx: TransactionContext, row: ProviderRow): Promise<string | null> =>
  row.sealed === null ? null : (await sealerOfWorkspace(ctx)).open(row.sealed, about(ctx, row.id)).toString()

export async function keysOf(ctx: TransactionContext, row: SamlRow): Promise<string[]> {
  const sealer = await sealerOfWorkspace(ctx)
  return [row.sealed, row.next_sealed].flatMap(one =>
    one === null ? [] : [sealer.open(one, about(ctx, row.id)).toString()],
  )
}

/** A SAML provider without secrets, for our metadata; finds its workspace by ID. @throws not-found */
export async function samlProviderAnywhere(ctx: TransactionContext, id: string): Promise<SamlRow> {
  const row = await providerAnywhere(ctx, id)
  if (row === undefined || !isSaml(row)) throw problem('not-found')
  return row
}
