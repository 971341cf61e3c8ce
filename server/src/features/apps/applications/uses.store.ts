import { type Db, run } from '#platform/db/db.ts'
import type { StatementParts } from '#platform/db/parts.ts'

const parts = 8

/** Counts a sign-in per day; sharded, so that concurrent sign-ins rarely wait for each other. */
export function countingUse(application: string, user: string, at: Date): StatementParts {
  return {
    day_of_user: {
      text: `insert into application_uses (workspace_id, day, user_id, application_id, uses)
        select current_workspace(), ($3::timestamptz at time zone 'UTC')::date, $2::uuid, $1::uuid, 1 from agreed
        on conflict (workspace_id, day, user_id, application_id) do update set uses = application_uses.uses + 1`,
      values: [application, user, at],
    },
    last_of_user: {
      text: `insert into application_people (workspace_id, user_id, application_id, last_used_at)
        select current_workspace(), $2::uuid, $1::uuid, $3::timestamptz from agreed
        on conflict (workspace_id, user_id, application_id) do update set last_used_at = excluded.last_used_at`,
      values: [application, user, at],
    },
    day_of_all: {
      text: `insert into application_days as d (workspace_id, application_id, day, part, uses, last_at)
        select current_workspace(), $1::uuid, ($2::timestamptz at time zone 'UTC')::date, $3::smallint, 1, $2::timestamptz from agreed
        on conflict (workspace_id, application_id, day, part)
          do update set uses = d.uses + 1, last_at = greatest(d.last_at, excluded.last_at)`,
      values: [application, at, Math.floor(Math.random() * parts)],
    },
  }
}

export interface PersonRow {
  id: string
  user_id: string
  email: string | null
  first_name: string
  last_name: string
  phone_country: string | null
  phone_number: string | null
  scim_attribute_1: string | null
  scim_attribute_2: string | null
  scim_attribute_3: string | null
  scim_attribute_4: string | null
  scim_attribute_5: string | null
  groups: string[]
}

// An identifier of another user is never sent: users could share a value before it became an identifier
const ownAttributes = ([1, 2, 3, 4, 5] as const)
  .map(n => {
    const column = `scim_attribute_${n}`
    return `case when u.${column} is not null and is_own_identifier(u.workspace_id, u.id, 'attribute${n}', u.${column})
      then u.${column} end as ${column}`
  })
  .join(', ')

/** SQL: a user with group names, filtered unless the filter is empty; excludes deleted users. */
const personSelect = (user: string, groups: string) => `
  select u.id, u.user_id, u.email, u.first_name, u.last_name, u.phone_country, u.phone_number, ${ownAttributes}, ${groups} as groups
  from users u where u.workspace_id = current_workspace() and u.id = ${user} and u.deleted_at is null`

const groupsWithin = (filter: string) => `array(
  select g.name from group_members m join groups g on g.workspace_id = current_workspace() and g.id = m.group_id
  where m.workspace_id = current_workspace() and m.user_id = u.id
    and (cardinality(${filter}) = 0 or m.group_id = any (${filter})) order by lower(g.name) limit 500)`

const person = personSelect('$1::uuid', groupsWithin('$2::uuid[]'))

/** A user with the names of all or the filtered groups; excludes deleted users. */
export async function personFor(db: Db, user: string, groups: readonly string[]): Promise<PersonRow | undefined> {
  const { rows } = await run<PersonRow>(db, person, [user, groups])
  return rows[0]
}

const filterOfApplication = `array(select jsonb_array_elements_text(a.settings -> 'groupsFilter'))::uuid[]`

/** SQL: claim values of `h.user_id` for application `a` as JSON, for a statement that loads both. */
export const personOfApplication = `(select row_to_json(p) from (${personSelect(
  'h.user_id',
  `case when a.mapping @> '[{"source": "groups"}]' then ${groupsWithin(filterOfApplication)} else '{}' end`,
)}) p)`

/** Users without their groups; excludes deleted ones. */
export async function peopleFor(db: Db, users: readonly string[]): Promise<PersonRow[]> {
  const { rows } = await run<PersonRow>(
    db,
    `select u.id, u.user_id, u.email, u.first_name, u.last_name, u.phone_country, u.phone_number, ${ownAttributes},
       '{}'::text[] as groups
     from users u where u.workspace_id = current_workspace() and u.id = any ($1::uuid[]) and u.deleted_at is null`,
    [users],
  )
  return rows
}
