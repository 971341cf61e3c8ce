import { keyStatus, keyKinds } from '@claviger/contract/keys/security-keys'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { inGroups, inUse, nameOf } from './due.store.ts'
import type { WorkflowDraft } from './type.ts'

const attributeOf = (n: number) => sql.ref(`u.scim_attribute_${n}`)

/** Users without a key of the kind; for card numbers from an attribute, users with that attribute and no card yet. */
export function withoutKind({ groups, settings }: WorkflowDraft): RawBuilder<unknown> {
  const { kind = keyKinds.accessCard, by = 'mail', attribute = 1 } = settings
  const has =
    by === 'mail'
      ? sql`exists (select from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id and k.kind = ${kind}::smallint)`
      : sql`exists (select from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id
          and k.kind = ${keyKinds.accessCard}::smallint and k.card_hash is not null)`
  const number =
    by === 'attribute'
      ? sql`coalesce(trim(${attributeOf(attribute)}), '') <> ''`
      : by === 'scim'
        ? sql`exists (select from scim_cards c where c.workspace_id = current_workspace() and c.id = u.id)`
        : sql`true`
  return sql`
    select u.id, ${nameOf} as name, null::text as detail, ${by === 'mail' ? 'link' : 'card'} as step, u.sort_name from users u
    where ${inUse} and ${inGroups(groups)} and not ${has}
      and ${number}`
}

export interface CardToMake {
  id: string
  number: string
  pin: string | null
  pin_sealed: Buffer | null
  waiting: string | null
  keys: number
}

export async function cardsToMake(
  db: Db,
  ids: readonly string[],
  { attribute = 1, pinAttribute = null }: WorkflowDraft['settings'],
): Promise<Map<string, CardToMake>> {
  const { rows } = await sql<CardToMake>`
    select u.id, trim(coalesce(${attributeOf(attribute)}, '')) as number,
      ${pinAttribute === null ? sql`null::text` : sql`secret_of(u.id, ${`attribute${pinAttribute}`})`} as pin,
      ${pinAttribute === null ? sql`null::bytea` : sql`sealed_secret_of(u.id, ${`attribute${pinAttribute}`})`} as pin_sealed,
      (select k.id from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id and k.kind = ${keyKinds.accessCard}::smallint
        and k.status = ${sql.lit(keyStatus.pending)} and k.card_hash is null order by k.created_at, k.id limit 1) as waiting,
      (select count(*)::integer from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id) as keys
    from users u where u.workspace_id = current_workspace() and u.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Directory users with a card that could store a passkey for that provider, but without one yet. */
export const withoutPasskey =
  (service: 'entra' | 'okta') =>
  ({ groups, connection_id }: WorkflowDraft): RawBuilder<unknown> =>
    sql`
      select u.id, ${nameOf} as name, null::text as detail, 'passkey' as step, u.sort_name
      from users u join directory_links l on l.workspace_id = current_workspace() and l.what = 'user' and l.local_id = u.id
        and l.left_at is null and l.connection_id = ${connection_id}::uuid
      where ${inUse} and ${inGroups(groups)}
        and exists (select from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id
          and k.kind = ${keyKinds.accessCard}::smallint and k.status = ${sql.lit(keyStatus.active)} and k.blocked_at is null and not k.binned)
        and not exists (select from on_behalf_passkeys p where p.workspace_id = current_workspace() and p.service = ${service}
          and p.user_id = u.id and p.state = 'registered')`
