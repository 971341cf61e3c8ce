import type { Mapping } from '@claviger/contract/apps/applications'
import { sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

/** A stored application without its secrets. */
export interface StoredApplicationRow {
  id: string
  protocol: number
  name: string
  description: string
  preset: string | null
  preset_values: Record<string, string> | null
  client_id: string | null
  entity_id: string | null
  active: boolean
  own: boolean
  hidden: boolean
  everyone: boolean
  settings: unknown
  mapping: Mapping
  has_secret: boolean
  former_until: Date | null
  certificate_ends_at: Date | null
  version: number
  created_at: Date
  changed_at: Date
  changed_by: string
}
export type ApplicationListRow = StoredApplicationRow & {
  assigned: number
  uses: number
  last_used_at: Date | null
  picture: string | null
}

const columns = `a.id, a.protocol, a.name, a.description, a.preset, a.preset_values, a.client_id, a.entity_id, a.active, a.own, a.hidden,
  a.everyone, a.settings, a.mapping, a.secret_sealed is not null as has_secret, a.former_until, a.certificate_ends_at,
  a.version, a.created_at, a.changed_at, a.changed_by`
const counts = `(select count(*)::integer from application_assignments s
    where s.workspace_id = current_workspace() and s.application_id = a.id) as assigned,
  (select coalesce(sum(d.uses), 0)::integer from application_days d
    where d.workspace_id = current_workspace() and d.application_id = a.id and d.day > current_date - 30) as uses,
  (select max(d.last_at) from application_days d
    where d.workspace_id = current_workspace() and d.application_id = a.id) as last_used_at,
  (select p.digest from application_pictures p
    where p.workspace_id = current_workspace() and p.application_id = a.id) as picture`

export interface ApplicationFilter {
  protocol?: number | undefined
  active?: boolean | undefined
  everyone?: boolean | undefined
  secondFactor?: boolean | undefined
  openBy?: string | undefined
}

export const applicationList = ({
  protocol,
  active,
  everyone,
  secondFactor,
  openBy,
}: ApplicationFilter): Omit<ListQuery<ApplicationListRow>, 'item'> => ({
  from: sql`applications a`,
  here: sql`a.workspace_id = current_workspace()`,
  select: sql.raw(`${columns}, ${counts}`),
  where: [
    ...(protocol === undefined ? [] : [sql`a.protocol = ${protocol}`]),
    ...(active === undefined ? [] : [sql`a.active = ${active}`]),
    ...(everyone === undefined ? [] : [sql`a.everyone = ${everyone}`]),
    ...(secondFactor === undefined
      ? []
      : [sql`coalesce((a.settings ->> 'secondFactor')::boolean, false) = ${secondFactor}`]),
    ...(openBy === undefined
      ? []
      : [sql`a.active and not a.hidden and a.id in (select openable_applications(${openBy}::uuid))`]),
  ],
  search: { plain: [sql`a.search`] },
  sorts: {
    name: { by: sql`lower(a.name)`, type: 'text', unique: true },
    created: { by: sql`a.created_at`, type: 'timestamptz' },
  },
  id: sql`a.id`,
  defaultSort: 'name',
})

const by = { id: 'a.id = $1::uuid', client: 'a.client_id = $1', entity: 'a.entity_id = $1' } as const

export type ApplicationWithSecrets = StoredApplicationRow & {
  secret_sealed: Buffer | null
  former_sealed: Buffer | null
  /** Wrapped key of the workspace that decrypts the secrets. */
  sealed_key: Buffer
  stamp: string
}

/** One application by a unique key, with the key for its secret. */
export async function findBy(
  db: Db,
  name: keyof typeof by,
  value: string,
): Promise<ApplicationWithSecrets | undefined> {
  const { rows } = await run<ApplicationWithSecrets>(
    db,
    `select ${columns}, a.secret_sealed, a.former_sealed, w.sealed_key, a.xmin::text as stamp from applications a
     join workspaces w on w.id = current_workspace()
     where a.workspace_id = current_workspace() and ${by[name]}`,
    [value],
  )
  return rows[0]
}

/** Whether an authentication strength exists; it can't be deleted until the transaction ends. */
export async function holdStrength(db: Db, workspace: string, id: string): Promise<boolean> {
  // The deletion takes this lock alone, as every change of policies does, before it looks for uses
  await run(db, 'select pg_advisory_xact_lock_shared(hashtextextended($1, 14))', [workspace])
  const text = 'select from authentication_strengths where workspace_id = current_workspace() and id = $1::uuid'
  return (await run(db, text, [id])).rows.length > 0
}

export async function findWorkspaceOfDuo(db: Db, clientId: string): Promise<string | undefined> {
  const { rows } = await run<{ id: string | null }>(db, 'select workspace_of_duo($1) as id', [clientId])
  return rows[0]?.id ?? undefined
}

export async function findListed(db: Db, id: string): Promise<ApplicationListRow | undefined> {
  const { rows } = await run<ApplicationListRow>(
    db,
    `select ${columns}, ${counts} from applications a where a.workspace_id = current_workspace() and a.id = $1::uuid`,
    [id],
  )
  return rows[0]
}

/** Locks these applications until the transaction ends. */
export async function lockApplications(
  db: Db,
  ids: readonly string[],
  protocol: number | null,
): Promise<StoredApplicationRow[]> {
  const { rows } = await run<StoredApplicationRow>(
    db,
    `select ${columns} from applications a where a.workspace_id = current_workspace() and a.id = any($1::uuid[])
     and ($2::smallint is null or a.protocol = $2) order by a.id for update`,
    [ids, protocol],
  )
  return rows
}

/** Number of applications; serializes concurrent inserts to enforce the limit. */
export async function anySecondFactor(db: Db): Promise<boolean> {
  const { rows } = await run<{ any: boolean }>(
    db,
    `select exists (select from applications where workspace_id = current_workspace() and active
      and settings -> 'secondFactor' = 'true' and settings -> 'responseTypes' ? 'id_token') as any`,
    [],
  )
  return rows[0]?.any === true
}

export async function countHeld(db: Db): Promise<number> {
  await run(db, `select pg_advisory_xact_lock(hashtextextended('applications ' || current_workspace(), 0))`, [])
  const { rows } = await run<{ n: number }>(
    db,
    'select count(*)::integer as n from applications where workspace_id = current_workspace()',
    [],
  )
  return rows[0]?.n ?? 0
}

export interface ApplicationContent {
  id: string
  name: string
  description: string
  own: boolean
  hidden: boolean
  entityId: string | null
  settings: object
  mapping: Mapping
  certificateEndsAt: Date | null
  at: Date
  by: string
}

const written = (of: ApplicationContent) => [
  of.id,
  of.name,
  of.description,
  of.own,
  of.hidden,
  of.entityId,
  JSON.stringify(of.settings),
  JSON.stringify(of.mapping),
  of.certificateEndsAt,
  of.at,
  of.by.slice(0, 260),
]

export async function insertApplication(
  db: Db,
  of: ApplicationContent & {
    protocol: number
    preset: string | null
    presetValues: object | null
    clientId: string | null
    secret: Buffer | null
  },
): Promise<void> {
  await run(
    db,
    `insert into applications (workspace_id, id, name, description, own, hidden, entity_id, settings, mapping,
       certificate_ends_at, created_at, changed_at, changed_by, protocol, preset, client_id, secret_sealed, preset_values)
     values (current_workspace(), $1::uuid, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9::timestamptz, $10::timestamptz,
       $10::timestamptz, $11, $12::smallint, $13, $14, $15::bytea, $16::jsonb)`,
    [
      ...written(of),
      of.protocol,
      of.preset,
      of.clientId,
      of.secret,
      of.presetValues && JSON.stringify(of.presetValues),
    ],
  )
}

export async function updateApplication(db: Db, of: ApplicationContent): Promise<void> {
  await run(
    db,
    `update applications set name = $2, description = $3, own = $4, hidden = $5, entity_id = $6, settings = $7::jsonb,
       mapping = $8::jsonb, certificate_ends_at = $9::timestamptz,
       warned_days = case when certificate_ends_at is not distinct from $9::timestamptz then warned_days end, changed_at = $10::timestamptz, changed_by = $11,
       version = version + 1
     where workspace_id = current_workspace() and id = $1::uuid`,
    written(of),
  )
}

export async function keepPresetValues(db: Db, id: string, values: object): Promise<void> {
  await run(
    db,
    'update applications set preset_values = $2::jsonb where workspace_id = current_workspace() and id = $1::uuid',
    [id, JSON.stringify(values)],
  )
}

export async function switchApplications(db: Db, ids: readonly string[], active: boolean, at: Date, who: string) {
  await run(
    db,
    `update applications set active = $2, changed_at = $3::timestamptz, changed_by = $4, version = version + 1
     where workspace_id = current_workspace() and id = any($1::uuid[])`,
    [ids, active, at, who.slice(0, 260)],
  )
}

/** Replaces an application's secret; the current one stays valid until the given time. */
export async function replaceSecret(db: Db, id: string, secret: Buffer, until: Date): Promise<void> {
  await run(
    db,
    `update applications set former_sealed = secret_sealed,
       former_until = case when secret_sealed is not null then $3::timestamptz end, secret_sealed = $2::bytea
     where workspace_id = current_workspace() and id = $1::uuid`,
    [id, secret, until],
  )
}

/** Removes an application's previous secret; false if it had none. */
export async function dropFormer(db: Db, id: string): Promise<boolean> {
  const { changed } = await run(
    db,
    `update applications set former_sealed = null, former_until = null
     where workspace_id = current_workspace() and id = $1::uuid and former_sealed is not null`,
    [id],
  )
  return changed > 0
}

export async function deleteApplications(db: Db, ids: readonly string[]): Promise<void> {
  await run(db, 'delete from applications where workspace_id = current_workspace() and id = any($1::uuid[])', [ids])
}

export async function applicationNames(db: Db): Promise<{ id: string; name: string; protocol: number }[]> {
  const { rows } = await run<{ id: string; name: string; protocol: number }>(
    db,
    'select id, name, protocol from applications where workspace_id = current_workspace() order by lower(name)',
    [],
  )
  return rows
}

export interface EndingRow {
  workspace_id: string
  id: string
  name: string
  certificate_ends_at: Date
  warned_days: number | null
}

export async function certificatesEnding(db: Db, before: Date): Promise<EndingRow[]> {
  const { rows } = await run<EndingRow>(
    db,
    `select workspace_id, id, name, certificate_ends_at, warned_days from applications
     where active and certificate_ends_at < $1::timestamptz`,
    [before],
  )
  return rows
}

/** Records that owners were notified this many days before expiry; false if they already were. */
export async function noteWarned(db: Db, id: string, days: number): Promise<boolean> {
  const { changed } = await run(
    db,
    `update applications set warned_days = $2 where workspace_id = current_workspace() and id = $1::uuid
     and (warned_days is null or warned_days > $2)`,
    [id, days],
  )
  return changed > 0
}
