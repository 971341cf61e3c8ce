import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type ProviderLinkRow = Selectable<Tables['external_links']>

export const findLink = (db: Db, provider: string, subject: string): Promise<ProviderLinkRow | undefined> =>
  db
    .selectFrom('external_links')
    .selectAll()
    .where('provider_id', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

export async function putLink(db: Db, row: Insertable<Tables['external_links']>): Promise<void> {
  await db
    .deleteFrom('external_links')
    .where('provider_id', '=', row.provider_id)
    .where(eb => eb.or([eb('user_id', '=', row.user_id), eb('subject', '=', row.subject)]))
    .execute()
  await db.insertInto('external_links').values(row).execute()
}

export const isLinked = async (db: Db, provider: string, user: string): Promise<boolean> =>
  (await db
    .selectFrom('external_links')
    .select('subject')
    .where('provider_id', '=', provider)
    .where('user_id', '=', user)
    .executeTakeFirst()) !== undefined

export async function touchLink(
  db: Db,
  link: Pick<ProviderLinkRow, 'provider_id' | 'subject'>,
  to: { last_used_at: Date; role_given: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('external_links')
    .set(to)
    .where('provider_id', '=', link.provider_id)
    .where('subject', '=', link.subject)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function linkedOfRank(db: Db, provider: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.user_id as id from external_links l
    where l.workspace_id = current_workspace() and l.provider_id = ${provider}::uuid
      and l.user_id in (select user_id from may_become(current_workspace()))`.execute(db)
  return rows.map(row => row.id)
}

export async function dropLinks(db: Db, provider: string): Promise<number> {
  const gone = await db.deleteFrom('external_links').where('provider_id', '=', provider).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

export const countLinks = async (db: Db, provider: string): Promise<number> =>
  (await db.selectFrom('external_links').select('subject').where('provider_id', '=', provider).execute()).length

export const linksOfProvider = (db: Db, user: string) =>
  db
    .selectFrom('external_links as l')
    .innerJoin('identity_providers as p', join =>
      join.onRef('p.workspace_id', '=', 'l.workspace_id').onRef('p.id', '=', 'l.provider_id'),
    )
    .select(['l.provider_id', 'p.name', 'p.preset', 'l.linked_at', 'l.last_used_at'])
    .where('l.user_id', '=', user)
    .orderBy('p.name')
    .execute()

export async function deleteLinkOf(db: Db, user: string, provider: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('external_links')
    .where('user_id', '=', user)
    .where('provider_id', '=', provider)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
