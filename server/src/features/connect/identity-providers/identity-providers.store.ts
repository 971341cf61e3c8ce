import { type AssuranceRules, protocols, type PeopleRules } from '@claviger/contract/connect/identity-providers'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'
import type { ProviderMetadata } from './metadata.parse.ts'

/** Stored settings of an OpenID Connect provider, besides issuer and secret. */
export interface OidcSettings {
  clientId: string
  tokenAuth: 'client_secret_basic' | 'client_secret_post' | 'none'
  scopes: string[]
  signOutThere: boolean
  people: PeopleRules
  rolesBy: string | null
  /** Missing in rows that were stored before presets existed. */
  assurance?: AssuranceRules
}

export interface SamlSettings {
  ssoUrl: string
  ssoBinding: 'redirect' | 'post'
  sloUrl: string
  certificates: string[]
  signRequests: boolean
  forceAuthn: boolean
  unsolicited: boolean
  nameIdFormat: 'persistent' | 'email' | 'unspecified'
  ownCertificate: string
  nextCertificate: string | null
  signOutThere: boolean
  people: PeopleRules
  rolesBy: string | null
}

type Columns = Omit<Selectable<Tables['identity_providers']>, 'settings' | 'search' | 'waiting'> & {
  waiting: ProviderMetadata | null
}
export type OidcRow = Columns & { settings: OidcSettings }
export type SamlRow = Columns & { settings: SamlSettings }
export type ProviderRow = OidcRow | SamlRow
export type ProviderListRow = ProviderRow & { linked: number }

export const providerList = (protocol: number): Omit<ListQuery<ProviderListRow>, 'item'> => ({
  from: sql`identity_providers p`,
  here: sql`p.workspace_id = current_workspace()`,
  select: sql`p.id, p.protocol, p.preset, p.name, p.active, p.issuer, p.certificate_ends_at, p.last_used_at, p.version,
    p.changed_at, p.changed_by, (select count(*)::integer from external_links l
      where l.workspace_id = current_workspace() and l.provider_id = p.id) as linked`,
  where: [sql`p.protocol = ${protocol}`],
  search: { plain: [sql`p.search`] },
  sorts: {
    name: { by: sql`lower(p.name)`, type: 'text', unique: true },
    changed: { by: sql`p.changed_at`, type: 'timestamptz' },
  },
  id: sql`p.id`,
  defaultSort: 'name',
})

export const findProvider = async (db: Db, id: string): Promise<ProviderRow | undefined> =>
  (await db.selectFrom('identity_providers').selectAll().where('id', '=', id).executeTakeFirst()) as
    | ProviderRow
    | undefined

/** Locks a provider until the transaction ends. */
export const lockProvider = async (db: Db, id: string): Promise<ProviderRow | undefined> =>
  (await db.selectFrom('identity_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | ProviderRow
    | undefined

export const activeProviders = async (db: Db): Promise<ProviderRow[]> =>
  (await db
    .selectFrom('identity_providers')
    .selectAll()
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()) as unknown as ProviderRow[]

/** Number of providers; serializes concurrent inserts to enforce the limit. */
export async function countProviders(db: Db, workspace: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity-providers ${workspace}`}, 0))`.execute(db)
  return (await db.selectFrom('identity_providers').select('id').execute()).length
}

export async function insertProvider(db: Db, row: Insertable<Tables['identity_providers']>): Promise<void> {
  await db.insertInto('identity_providers').values(row).execute()
}

export async function updateProvider(db: Db, id: string, to: Updateable<Tables['identity_providers']>): Promise<void> {
  await db.updateTable('identity_providers').set(to).where('id', '=', id).execute()
}

export const deleteProviders = (db: Db, protocol: number, ids: readonly string[]) =>
  db
    .deleteFrom('identity_providers')
    .where('id', 'in', [...ids])
    .where('protocol', '=', protocol)
    .returning(['id', 'name', 'issuer'])
    .execute()

export const switchProviders = (db: Db, protocol: number, ids: readonly string[], active: boolean) =>
  db
    .updateTable('identity_providers')
    .set({ active })
    .where('id', 'in', [...ids])
    .where('protocol', '=', protocol)
    .where('active', '!=', active)
    .returning(['id', 'name', 'issuer'])
    .execute()

/** Records a use, at most once per minute to avoid contention on the row. */
export async function markUsed(db: Db, id: string, now: Date): Promise<void> {
  await sql`update identity_providers set last_used_at = ${now}
    where workspace_id = current_workspace() and id = ${id}::uuid
      and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`.execute(db)
}

/** Is the provider unchanged and enabled? Locks it in that state until the transaction ends. */
export async function isUnchanged(db: Db, { id, version }: Pick<ProviderRow, 'id' | 'version'>): Promise<boolean> {
  const { rows } = await sql`select from identity_providers
    where workspace_id = current_workspace() and id = ${id}::uuid and version = ${version} and active for share`.execute(
    db,
  )
  return rows.length > 0
}

export async function findWorkspaceOf(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`select workspace_of_provider(${id}::uuid) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

export const endingBefore = async (db: Db, before: Date): Promise<(SamlRow & { workspace_id: string })[]> =>
  (await db
    .selectFrom('identity_providers')
    .selectAll()
    .where('active', '=', true)
    .where('protocol', '=', protocols.saml)
    .where('certificate_ends_at', '<', before)
    .execute()) as unknown as (SamlRow & { workspace_id: string })[]

export async function markProviderExpiryNotified(db: Db, id: string, days: number): Promise<void> {
  await db.updateTable('identity_providers').set({ told_days: days }).where('id', '=', id).execute()
}

export const ownEndingBefore = async (db: Db, before: Date): Promise<SamlRow[]> =>
  (await db
    .selectFrom('identity_providers')
    .selectAll()
    .where('active', '=', true)
    .where('own_ends_at', '<', before)
    .execute()) as unknown as SamlRow[]

export async function markOwnExpiryNotified(db: Db, id: string, days: number): Promise<void> {
  await db.updateTable('identity_providers').set({ own_told_days: days }).where('id', '=', id).execute()
}

export const withMetadata = (db: Db) =>
  db
    .selectFrom('identity_providers')
    .select(['workspace_id', 'id'])
    .where('active', '=', true)
    .where('protocol', '=', protocols.saml)
    .where('metadata_url', 'is not', null)
    .orderBy('workspace_id')
    .orderBy('id')
    .execute()
