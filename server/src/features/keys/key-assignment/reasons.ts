import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { KeyReason } from '@claviger/contract/keys/key-acts'
import { activations } from '@claviger/contract/keys/key-assignment'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import { type Asker, standsAbove } from '../../work/rank/rank.ts'
import type { One } from './key-assignment.ts'

/** Who assigns what. */
export interface AskedForMany {
  by: Asker
  wish: Pick<One, 'type' | 'activation' | 'ifOneExists'>
  /** How many keys the workspace lets a user have. */
  most: number | null
}

const standing = sql`left join users u on u.id = list.id and u.deleted_at is null`

/** In SQL: why a user cannot be assigned the key, null when it can be. As the assignment to one user refuses it. */
function reasonSql({ by, wish, most }: AskedForMany): RawBuilder<KeyReason | null> {
  const same = sql`exists (select from security_keys k where k.user_id = u.id and k.kind = ${wish.type}::smallint)`
  const kept = wish.ifOneExists === 'replace' ? sql`and k.kind <> ${wish.type}::smallint` : sql``
  return sql`case
    when u.id is null then 'unknown'
    when ${standsAbove(by, sql`u.id`)} then 'above-you'
    when u.suspended_at is not null or u.deactivated_at is not null then 'shut-out'
    when ${wish.activation === activations.byUser} and u.email is null then 'no-email'
    when ${wish.ifOneExists === 'block'} and ${same} then 'kind-taken'
    when ${wish.type === keyKinds.fingerprint && wish.ifOneExists !== 'replace'} and ${same} then 'fingerprint-taken'
    when (select count(*) from security_keys k where k.user_id = u.id ${kept}) >= ${most}::integer then 'limits-exceeded'
  end`
}

/** How many users of a list can be assigned the key, and the others by reason, each with a few names. */
export async function weighUsers(db: Db, asked: AskedForMany, list: RawBuilder<unknown>) {
  const { rows } = await sql<{ reason: KeyReason | null; count: number; names: string[] }>`
    select reason, count(*)::integer as count,
      coalesce((array_agg(name order by place) filter (where name is not null and place <= 5)), '{}') as names
    from (
      select reason, name, row_number() over (partition by reason order by sort_name) as place from (
        select ${reasonSql(asked)} as reason, u.sort_name, u.first_name || ' ' || u.last_name as name
        from (${list}) as list(id) ${standing}
      ) judged
    ) placed
    group by reason order by count(*) desc`.execute(db)
  return rows
}

/** Users, held until the transaction ends, each with the reason against it. */
export async function heldUsers(db: Db, asked: AskedForMany, ids: readonly string[]) {
  await sql`select from users where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
  const { rows } = await sql<{ id: string; name: string | null; reason: KeyReason | null }>`
    select list.id, u.first_name || ' ' || u.last_name as name, ${reasonSql(asked)} as reason
    from unnest(${ids}::uuid[]) as list(id) ${standing}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
