import pg from 'pg'
import { fillWithoutIndexes } from './indexes.ts'

// A version 4 UUID derived from the text, so it is the same in each run
const idOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`

export interface Crowd {
  slug: string
  users: number
}

const firsts =
  'Anna,Bruno,Chiara,Dmitri,Elodie,Farid,Greta,Hiroshi,Ingrid,Joao,Kwame,Leila,Marek,Nora,Olu,Priya,Quentin,Rosa,Sven,Tariq'
const syllables = 'ba,dor,fen,gul,hau,ker,lin,mar,nov,pet,ros,sch,tal,vik,wes,zim'

// Seven of ten users have a key and are active; every 5,000th is called Zyxwell
const people = (more: string) => `
  insert into users (workspace_id, id, user_id, employee_id, first_name, last_name, email, active_keys, had_key, invited_at, created_at)
  select w.id, ${idOf('w.slug || n')}, made.address, 'E' || n, first, last, made.address,
    case when n % 10 < 7 then 1 else 0 end, n % 10 < 8, now(), now() - make_interval(secs => (n::bigint * 7919) % 7776000)
  from workspaces w cross join generate_series(1, $1::integer) n
  -- Names have nothing to do with the number, which decides about groups and units
  cross join lateral (select abs(hashint4(n)::bigint) as mixed) dice
  cross join lateral (select
    (string_to_array('${firsts}', ','))[1 + mixed % 20] as first,
    case when n % 5000 = 0 then 'Zyxwell' else initcap(
      (string_to_array('${syllables}', ','))[1 + (mixed / 20) % 16] || (string_to_array('${syllables}', ','))[1 + (mixed / 320) % 16]
      || (string_to_array('${syllables}', ','))[1 + (mixed / 5120) % 16]) end as last
  ) name
  cross join lateral (select lower(first || '.' || last) || n || '@' || w.slug || '.example' as address) made
  where ${more}`

// The first holds a quarter of all users, the second half of that, and so on; each unit is nested in the one before
const places = (kind: 'group' | 'unit', table: string) => `
  insert into ${table} (workspace_id, id, name)
  select w.id, ${idOf(`'${kind}' || w.slug || n`)}, initcap('${kind}') || ' ' || n
  from workspaces w cross join generate_series(1, 8) n where w.slug = any($1)`
const memberships = (kind: 'group' | 'unit') => `
  insert into ${kind}_members (workspace_id, ${kind}_id, user_id)
  select w.id, ${idOf(`'${kind}' || w.slug || n`)}, ${idOf('w.slug || number')}
  from unnest($1::text[], $2::integer[]) size(slug, users) join workspaces w on w.slug = size.slug
  cross join generate_series(1, 8) n cross join lateral generate_series(n + ${kind === 'unit' ? '(2 << n) - 1' : '0'}, size.users, 2 << n) number`

/** Fills workspaces with users, groups, and units. */
export async function makeCrowds(databaseUrl: string, large: readonly Crowd[], small: Crowd & { workspaces: number }) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('set session_replication_role = replica')
  await fillWithoutIndexes(client, 'users', async () => {
    for (const { slug, users } of large) await client.query({ text: people('w.slug = $2'), values: [users, slug] })
    await client.query(
      `insert into workspaces (id, slug, name, type, sealed_key)
       select ${idOf(`'${small.slug}' || n`)}, '${small.slug}-' || n, 'Clinic ' || n, 1, '' from generate_series(1, $1::integer) n`,
      [small.workspaces],
    )
    await client.query({
      text: people("w.slug like $2 || '-%' and w.slug <> $2 || '-0'"),
      values: [small.users, small.slug],
    })
  })
  await client.query('analyze users')
  const slugs = large.map(one => one.slug)
  const sizes = large.map(one => one.users)
  await client.query(places('group', 'groups'), [slugs])
  await client.query(places('unit', 'organization_units'), [slugs])
  await client.query(memberships('group'), [slugs, sizes])
  await client.query(memberships('unit'), [slugs, sizes])
  await client.query(
    `insert into user_sign_ins (workspace_id, user_id, last_sign_in_at)
     select workspace_id, id, case when active_keys > 0 then now() - make_interval(secs => (hashtext(id::text) & 8388607)) else '-infinity' end
     from users on conflict do nothing`,
  )
  await client.query(
    `truncate head_counts;
     insert into head_counts (workspace_id, of, status, users, keys)
     select u.workspace_id, u.workspace_id, u.status, count(*), sum(u.active_keys) from users u where u.deleted_at is null group by 1, 2, 3
     union all select u.workspace_id, m.group_id, u.status, count(*), sum(u.active_keys)
       from group_members m join users u on u.workspace_id = m.workspace_id and u.id = m.user_id where u.deleted_at is null group by 1, 2, 3
     union all select u.workspace_id, m.unit_id, u.status, count(*), sum(u.active_keys)
       from unit_members m join users u on u.workspace_id = m.workspace_id and u.id = m.user_id where u.deleted_at is null group by 1, 2, 3`,
  )
  await client.query('vacuum (analyze) users, user_sign_ins, group_members, unit_members, head_counts')
  await client.end()
}
