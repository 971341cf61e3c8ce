import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

export interface ShareRow {
  id: string
  account_id: string
  account_name: string
  account_login: string
  person_id: string | null
  person_name: string | null
  person_login: string | null
  group_id: string | null
  group_name: string | null
  made_by_name: string
  created_at: Date
  opens: boolean
}

const all = sql`shares
  join users a on a.workspace_id = shares.workspace_id and a.id = shares.account_id and a.deleted_at is null
  left join users p on p.workspace_id = shares.workspace_id and p.id = shares.person_id
  left join groups g on g.workspace_id = shares.workspace_id and g.id = shares.group_id`

export const sharesPage: Omit<ListQuery<ShareRow>, 'item'> = {
  from: all,
  here: sql`shares.workspace_id = current_workspace()`,
  select: sql`shares.*, a.first_name || ' ' || a.last_name as account_name, a.user_id as account_login,
    p.first_name || ' ' || p.last_name as person_name, p.user_id as person_login, g.name as group_name,
    share_opens(shares.made_by, shares.account_id)
      and (shares.group_id is null or opens_by_group(shares.group_id, shares.account_id)) as opens`,
  where: [sql`(p.id is null or p.deleted_at is null)`],
  search: { in: [sql`g.name`], plain: [sql`a.search`, sql`p.search`] },
  sorts: { created: { by: sql`shares.created_at`, type: 'timestamptz' } },
  id: sql`shares.id`,
  defaultSort: 'created',
}

export async function peopleOfAccount(db: Db, id: string, now: Date) {
  const { rows } = await sql<{ shareId: string; id: string; name: string; userId: string; cards: number }>`
    select s.id as "shareId", u.id, u.first_name || ' ' || u.last_name as name, u.user_id as "userId", (
      select count(*)::integer from security_keys k
      where k.workspace_id = current_workspace() and k.user_id = u.id and k.kind = ${keyKinds.accessCard}::smallint and k.status = ${keyStatus.active}::smallint
        and (not k.proof_due or k.proof_counts_at <= ${now}::timestamptz)
    ) as cards
    from shares s join users u on u.workspace_id = s.workspace_id and u.id = s.person_id
    where s.workspace_id = current_workspace() and s.account_id = ${id}::uuid and u.deleted_at is null order by u.sort_name, u.id limit 5000`.execute(
    db,
  )
  return rows
}

export async function groupsOfAccount(db: Db, id: string) {
  const { rows } = await sql<{ shareId: string; id: string; name: string }>`
    select s.id as "shareId", g.id, g.name from shares s join groups g on g.workspace_id = s.workspace_id and g.id = s.group_id
    where s.workspace_id = current_workspace() and s.account_id = ${id}::uuid order by g.name, g.id limit 5000`.execute(
    db,
  )
  return rows
}

export async function sharesOfAccount(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from shares s
    left join users u on u.workspace_id = s.workspace_id and u.id = s.person_id
    where s.workspace_id = current_workspace() and s.account_id = ${id}::uuid
      and (s.group_id is not null or u.id is not null and u.deleted_at is null)`.execute(db)
  return rows[0]?.count ?? 0
}

interface PasskeyRow {
  id: string
  site: string
  user_name: string | null
  user_id: string
  last_used_at: Date | null
}

export async function passkeysHeldBy(db: Db, accounts: readonly string[], now: Date): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select c.id, c.rp_id as site, c.user_name, k.user_id, c.last_used_at
    from security_keys k join held_credentials c on c.security_key_id = k.id
    where k.user_id = any(${accounts}::uuid[]) and k.status = ${keyStatus.active}::smallint and k.blocked_at is null
      and (not k.proof_due or k.proof_counts_at <= ${now}::timestamptz)
    order by c.made_at, c.id limit 500`.execute(db)
  return rows
}
