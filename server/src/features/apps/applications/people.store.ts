import { type Db, run } from '#platform/db/db.ts'

export interface OpenRow {
  id: string
  protocol: number
  name: string
  description: string
  preset: string | null
  settings: unknown
  favourite: boolean
  picture: string | null
  last_used_at: Date | null
}

export async function openBy(db: Db, user: string): Promise<OpenRow[]> {
  const { rows } = await run<OpenRow>(
    db,
    `select a.id, a.protocol, a.name, a.description, a.preset, a.settings, coalesce(p.favourite, false) as favourite,
       p.last_used_at, i.digest as picture
     from openable_applications($1::uuid) as o(id)
     join applications a on a.workspace_id = current_workspace() and a.id = o.id
     left join application_people p on p.workspace_id = current_workspace() and p.user_id = $1::uuid and p.application_id = a.id
     left join application_pictures i on i.workspace_id = current_workspace() and i.application_id = a.id
     where a.active and not a.hidden order by lower(a.name)`,
    [user],
  )
  return rows
}

export async function setFavourite(db: Db, application: string, user: string, favourite: boolean): Promise<void> {
  await run(
    db,
    `insert into application_people (workspace_id, user_id, application_id, favourite)
     values (current_workspace(), $2::uuid, $1::uuid, $3)
     on conflict (workspace_id, user_id, application_id) do update set favourite = excluded.favourite`,
    [application, user, favourite],
  )
}

/** Content digest of an application's icon; null if it has none. */
export async function pictureDigest(db: Db, application: string): Promise<string | null> {
  const { rows } = await run<{ digest: string }>(
    db,
    'select digest from application_pictures where workspace_id = current_workspace() and application_id = $1::uuid',
    [application],
  )
  return rows[0]?.digest ?? null
}
