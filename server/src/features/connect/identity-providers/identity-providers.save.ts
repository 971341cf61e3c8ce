import { isDeepStrictEqual } from 'node:util'
import { doneReply } from '@claviger/contract/platform/fields'
import {
  assurancePreset,
  type AssuranceRules,
  type OidcInput,
  type OidcProvider,
  PeopleRules,
  protocols,
  type SamlInput,
  type SamlProvider,
} from '@claviger/contract/connect/identity-providers'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { mustBringSecrets } from '#platform/secrets/secret-stays.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { mustReachAll } from '#features/work/rank/rank.ts'
import {
  checkPreset,
  checkUserRules,
  endOfCertificates,
  mustActForAll,
  refuse,
  trustedMetadataOf,
} from './provider-checks.ts'
import { discover } from './discovery.ts'
import * as store from './identity-providers.store.ts'
import type { OidcSettings, ProviderRow, SamlRow, SamlSettings } from './identity-providers.store.ts'
import { endOf, newPair } from './identity-providers.keys.ts'
import {
  getOidc,
  getSaml,
  isOidc,
  isSaml,
  type ProviderProtocol,
  providerById,
  sealSecret,
} from './identity-providers.ts'
import { dropLinks, linkedOfRank } from './links.store.ts'
import { fetchProviderMetadata, readMetadata } from './metadata.ts'
import type { ProviderMetadata } from './metadata.parse.ts'

const most = 50

type Change<Input> = Input & { id: string; version?: number | undefined }

/** Adds an OpenID Connect provider. @throws the refusals of its checks, too-many-providers */
export async function createOidc(ctx: RequestContext, input: OidcInput): Promise<OidcProvider> {
  await discover(ctx, workspaceOf(ctx), input.issuer)
  if (input.tokenAuth !== 'none' && !input.clientSecret) refuse('clientSecret', msg('Client secret is required'))
  return ctx.transact(async inner => {
    const id = newId()
    await add(inner, id, protocols.oidc, input, {
      issuer: input.issuer,
      settings: oidcSettings(inner, input),
      sealed: input.clientSecret ? await sealSecret(inner, id, input.clientSecret) : null,
      certificate_ends_at: null,
    })
    return getOidc(inner, { id })
  })
}

/** Adds a SAML provider. @throws the refusals of its checks, too-many-providers */
export async function createSaml(ctx: RequestContext, input: SamlInput): Promise<SamlProvider> {
  const told = await toldFor(ctx, input, input.metadataUrl)
  const now = ctx.clock.now()
  const id = newId()
  const own = await newPair(ctx, id)
  return ctx.transact(async inner => {
    await add(inner, id, protocols.saml, input, {
      issuer: told.entityId,
      settings: samlSettings(inner, input, told, { ownCertificate: own.certificate, nextCertificate: null }),
      sealed: await sealSecret(inner, id, own.privateKey),
      certificate_ends_at: endOfCertificates(told.certificates, now),
      own_ends_at: endOf(own.certificate),
      metadata_url: input.metadataUrl || null,
      ...(input.metadataUrl && !input.metadata && { metadata_read_at: now }),
    })
    return getSaml(inner, { id })
  })
}

/**
 * Changes an OpenID Connect provider. Changing the issuer removes all connections, because its subjects are different
 * people.
 * @throws the refusals of its checks, not-found, changed-meanwhile, secret-needed, above-you
 */
export async function updateOidc(ctx: RequestContext, input: Change<OidcInput>): Promise<OidcProvider> {
  const known = await ctx.transact(inner => providerById(inner, input.id))
  if (known?.issuer !== input.issuer) await discover(ctx, workspaceOf(ctx), input.issuer)
  return ctx.transact(async inner => {
    const row = await toChange(inner, input, protocols.oidc)
    if (!isOidc(row)) throw problem('not-found')
    const secret = { field: 'clientSecret', kept: row.sealed !== null, brought: !!input.clientSecret }
    mustBringSecrets(row.issuer, input.issuer, [secret])
    if (input.tokenAuth !== 'none' && !input.clientSecret && row.sealed === null)
      refuse('clientSecret', msg('Client secret is required'))
    const settings = keepingWriter(row.settings, oidcSettings(inner, input))
    const same = row.issuer === input.issuer && row.preset === input.preset && row.settings.clientId === input.clientId
    await save(
      inner,
      row,
      input,
      { same, moved: row.issuer !== input.issuer },
      {
        issuer: input.issuer,
        settings,
        ...(input.clientSecret && { sealed: await sealSecret(inner, row.id, input.clientSecret) }),
      },
    )
    return getOidc(inner, input)
  })
}

/** Changes a SAML provider. @throws like updateOidc */
export async function updateSaml(ctx: RequestContext, input: Change<SamlInput>): Promise<SamlProvider> {
  // The scheduled refresh reads the stored address; a change of other fields must not apply unseen metadata
  const known = await ctx.transact(inner => providerById(inner, input.id))
  const another = known?.metadata_url !== input.metadataUrl
  const told = await toldFor(ctx, input, another ? input.metadataUrl : undefined)
  return ctx.transact(async inner => {
    const row = await toChange(inner, input, protocols.saml)
    if (!isSaml(row)) throw problem('not-found')
    const before = row.settings
    const settings = keepingWriter(before, samlSettings(inner, input, told, before))
    const same =
      row.issuer === told.entityId &&
      isDeepStrictEqual(before.certificates, told.certificates) &&
      before.ssoUrl === told.ssoUrl
    await save(
      inner,
      row,
      input,
      { same, moved: row.issuer !== told.entityId },
      {
        issuer: told.entityId,
        settings,
        certificate_ends_at: endOfCertificates(told.certificates, inner.clock.now()),
        ...metadataColumns(inner, row, input),
        ...(!isDeepStrictEqual(before.certificates, told.certificates) && { told_days: null }),
      },
    )
    return getSaml(inner, input)
  })
}

function metadataColumns(ctx: TransactionContext, row: SamlRow, { metadata, metadataUrl }: SamlInput) {
  if (metadataUrl === undefined && !metadata) return {}
  const url = metadataUrl === undefined ? row.metadata_url : metadataUrl || null
  const same = url === row.metadata_url && !metadata
  if (same) return {}
  const read = url !== null && url !== row.metadata_url && !metadata
  return {
    metadata_url: url,
    metadata_read_at: read ? ctx.clock.now() : null,
    metadata_fault: null,
    waiting: null,
    waiting_since: null,
  }
}

async function toldFor(ctx: RequestContext, input: SamlInput, url: string | undefined): Promise<ProviderMetadata> {
  const metadata = input.metadata || (url ? await fetchProviderMetadata(ctx, workspaceOf(ctx), url) : undefined)
  const says = metadata ? await readMetadata(metadata, ctx.clock.now()) : undefined
  return trustedMetadataOf(input, says, ctx.config)
}

const writerOf = (ctx: TransactionContext, people: PeopleRules) =>
  people.roles.length === 0 ? null : administratorOf(ctx).id

const oidcSettings = (
  ctx: TransactionContext,
  { clientId, tokenAuth, signOutThere, scopes, people, preset, assurance }: OidcInput,
): OidcSettings =>
  preset === assurancePreset
    ? { clientId, tokenAuth, signOutThere: false, scopes, people: PeopleRules.parse({}), rolesBy: null, assurance }
    : { clientId, tokenAuth, signOutThere, scopes, people, rolesBy: writerOf(ctx, people) }

const samlSettings = (
  ctx: TransactionContext,
  input: SamlInput,
  told: ProviderMetadata,
  { ownCertificate, nextCertificate }: Pick<SamlSettings, 'ownCertificate' | 'nextCertificate'>,
): SamlSettings => ({
  ssoUrl: told.ssoUrl,
  ssoBinding: told.ssoBinding,
  sloUrl: told.sloUrl,
  certificates: told.certificates,
  signRequests: input.signRequests,
  forceAuthn: input.forceAuthn,
  unsolicited: input.unsolicited,
  nameIdFormat: input.nameIdFormat,
  signOutThere: input.signOutThere,
  ownCertificate,
  nextCertificate,
  people: input.people,
  rolesBy: writerOf(ctx, input.people),
})

const keepingWriter = <S extends OidcSettings | SamlSettings>(before: S, after: S): S =>
  isDeepStrictEqual(before.people.roles, after.people.roles) ? { ...after, rolesBy: before.rolesBy } : after

type Common = Pick<OidcInput, 'name' | 'preset' | 'people'> & Partial<Pick<OidcInput, 'assurance'>>
type Columns = Pick<ProviderRow, 'issuer' | 'settings'> &
  Partial<
    Pick<
      ProviderRow,
      'sealed' | 'certificate_ends_at' | 'own_ends_at' | 'told_days' | 'metadata_url' | 'metadata_read_at'
    > & {
      waiting: null
    }
  >

async function add(
  ctx: TransactionContext,
  id: string,
  protocol: ProviderProtocol,
  input: Common,
  columns: Columns,
): Promise<void> {
  mustActForAll(ctx)
  checkPreset(protocol, input)
  await checkUserRules(ctx, input.preset, input.people)
  const workspace = workspaceOf(ctx)
  if ((await store.countProviders(ctx.db, workspace)) >= most) throw problem('too-many-providers')
  const now = ctx.clock.now()
  await store.insertProvider(ctx.db, {
    workspace_id: workspace,
    id,
    protocol,
    preset: input.preset,
    name: input.name,
    ...columns,
    settings: JSON.stringify(columns.settings),
    created_at: now,
    changed_at: now,
    changed_by: shownAs(ctx).name.slice(0, 260),
  })
  await record(ctx, {
    action: 'identity-provider.created',
    object: objectOf({ id, name: input.name }),
    after: { issuer: columns.issuer, preset: input.preset, ...rulesInLog(columns.settings) },
  })
}

/** Locks a provider, in the version that was edited. @throws not-found, changed-meanwhile */
async function toChange(
  ctx: TransactionContext,
  input: Change<Common>,
  protocol: ProviderProtocol,
): Promise<ProviderRow> {
  mustActForAll(ctx)
  const row = await store.lockProvider(ctx.db, input.id)
  if (row?.protocol !== protocol) throw problem('not-found')
  if (input.version !== undefined && input.version !== row.version) throw problem('changed-meanwhile')
  checkPreset(protocol, input, row.preset)
  await checkUserRules(ctx, input.preset, input.people)
  return row
}

async function save(
  ctx: TransactionContext,
  row: ProviderRow,
  input: Common,
  { same, moved }: { same: boolean; moved: boolean },
  columns: Columns,
): Promise<void> {
  // Otherwise, an administrator could redirect a higher administrator's account to their own provider
  if (!same) await mustReachAll(ctx, await linkedOfRank(ctx.db, row.id))
  await store.updateProvider(ctx.db, row.id, {
    name: input.name,
    preset: input.preset,
    ...columns,
    settings: JSON.stringify(columns.settings),
    version: row.version + 1,
    changed_at: ctx.clock.now(),
    changed_by: shownAs(ctx).name.slice(0, 260),
  })
  const ended = moved ? await dropLinks(ctx.db, row.id) : 0
  await record(ctx, {
    action: 'identity-provider.updated',
    object: objectOf({ id: row.id, name: input.name }),
    before: { name: row.name, issuer: row.issuer, ...rulesInLog(row.settings) },
    after: {
      name: input.name,
      issuer: columns.issuer,
      ...rulesInLog(columns.settings),
      ...(ended > 0 && { connectionsEnded: ended }),
    },
  })
}

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'identity-provider', id, name })

type LoggedRules = { people: PeopleRules; assurance?: AssuranceRules }

function rulesInLog({ people, assurance }: LoggedRules) {
  if (assurance) return { matchedFields: assurance.match, trustFrameworks: assurance.frameworks }
  const { domains, link, create, update, roles, groups, atOnce } = people
  return {
    domains,
    link,
    create,
    update,
    atOnce,
    roles: roles.map(one => `${one.value}: ${one.role}`),
    groups: groups.map(one => `${one.value}: ${one.group}`),
  }
}

/** Enables or disables providers. @throws acts-for-all */
export const switchMany =
  (protocol: ProviderProtocol) => async (ctx: TransactionContext, input: { ids: string[]; active: boolean }) => {
    mustActForAll(ctx)
    const changed = input.ids.length === 0 ? [] : await store.switchProviders(ctx.db, protocol, input.ids, input.active)
    const action = input.active ? 'identity-provider.on' : 'identity-provider.off'
    for (const one of changed) await record(ctx, { action, object: objectOf(one) })
    return { changed: changed.length }
  }

/** Deletes providers. @throws acts-for-all */
export const removeMany = (protocol: ProviderProtocol) => async (ctx: TransactionContext, input: { ids: string[] }) => {
  mustActForAll(ctx)
  const gone = input.ids.length === 0 ? [] : await store.deleteProviders(ctx.db, protocol, input.ids)
  for (const one of gone)
    await record(ctx, { action: 'identity-provider.deleted', object: objectOf(one), before: { issuer: one.issuer } })
  return { removed: gone.length }
}

/** Deletes a provider. @throws acts-for-all, not-found */
export const removeProvider =
  (protocol: ProviderProtocol) =>
  async (ctx: TransactionContext, { id }: { id: string }) => {
    const { removed } = await removeMany(protocol)(ctx, { ids: [id] })
    if (removed === 0) throw problem('not-found')
    return doneReply
  }
