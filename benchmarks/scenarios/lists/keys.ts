import pg from 'pg'
import { fillWithoutIndexes } from '../../indexes.ts'
import { timeCalls } from '../../load.ts'
import { plans } from '../../plans.ts'
import { atMost, type Row } from '../../report.ts'
import { type Stage, usersCount } from '../../stage.ts'

const each = 3

const asks = {
  'first page by name': 'sort=name&pageSize=50',
  'page 1,000 by name': 'sort=name&pageSize=50&page=1000',
  'search, few hits': 'sort=name&pageSize=50&search=zyx',
  'search, many hits': 'sort=name&pageSize=50&search=key',
  'search, one hit in ten': 'sort=name&pageSize=50&search=blue',
  'search for a card': 'sort=name&pageSize=50&search=04A1B2C3',
  'access cards by name': 'sort=name&pageSize=50&type=2',
  'suspended, by last use': 'sort=lastActivity&order=desc&pageSize=50&status=40',
  'not used for 30 days': 'sort=name&pageSize=50&unusedDays=30',
  'by last use, newest first': 'sort=lastActivity&order=desc&pageSize=50',
  'by owner': 'sort=owner&pageSize=50',
}

/** Pages of 50 of the keys of all users, three each: times of single calls, and query plans. */
export async function keys(stage: Stage): Promise<Row[]> {
  await makeKeys(stage)
  const rows: Row[] = []
  const headers = { authorization: stage.accessToken }
  for (const [what, query] of Object.entries(asks)) {
    const url = `${stage.address}/administrator/securityDevice?${query}`
    const call = async () => {
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
    }
    await timeCalls(30, call)
    rows.push({
      ...atMost('keys', `${what}, p99`, (await timeCalls(300, call)).p99, 'ms', 25),
      note: await plans(stage, call),
    })
  }
  return rows
}

// Half are access cards; of 20 keys, one is suspended and one pending; two in three were used within 90 days
async function makeKeys(stage: Stage): Promise<void> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  const insert = `insert into security_keys (workspace_id, id, user_id, kind, name, status, verification, aaguid, credential_storage,
       proximity, audit, offline, remembered_pin_hours, activation, made_by_name, created_at, changed_at, last_used_at)
     select u.workspace_id, gen_random_uuid(), u.id, k.kind,
       case k.kind when 2 then 'Access card ' when 1 then 'Phone key ' else 'Key ' end
         || case when mixed % 10 = 0 then 'blue ' else '' end || case when mixed % 20000 = 7 then 'zyx ' else '' end || mixed,
       case mixed / 16 % 20 when 7 then 40 when 8 then 30 else 20 end, case k.kind when 2 then 3 + mixed % 2 when 1 then 1 end,
       case k.kind when 3 then '2fc0579f-8113-47ea-b116-bb5a8db9202a'::uuid end, 1, false, true, false, 0, 1, 'Bench',
       now() - mixed % 31536000 * interval '1 second', now(),
       case when mixed % 3 > 0 then now() - mixed % 7776000 * interval '1 second' end
     from users u cross join generate_series(1, $2::integer) n
     cross join lateral (select abs(hashtext(u.id::text || n)::bigint) as mixed) dice
     cross join lateral (select case mixed % 4 when 0 then 1 when 1 then 3 else 2 end as kind) k
     where u.workspace_id = $1 and u.deleted_at is null`
  await fillWithoutIndexes(client, 'security_keys', () => client.query(insert, [stage.workspace, each]))
  await client.query(
    'insert into head_counts (workspace_id, of, status, users, keys) values ($1::uuid, $1::uuid, 20, 0, $2::integer)',
    [stage.workspace, usersCount * each],
  )
  await client.query('vacuum (analyze) users, security_keys, head_counts')
  await client.end()
}
