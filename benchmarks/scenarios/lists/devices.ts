import pg from 'pg'
import { timeCalls } from '../../load.ts'
import { plans } from '../../plans.ts'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'

const devicesCount = 100_000

const asks = {
  'first page by name': '?sort=name&pageSize=50',
  'page 1,000 by name': '?sort=name&pageSize=50&page=1000',
  'tablets, last seen first': '?sort=lastSeen&order=desc&pageSize=50&kind=2',
  'search, few hits': '?sort=name&pageSize=50&search=zyx',
  'search, many hits': '?sort=name&pageSize=50&search=ward',
  'search, one hit in ten, all late': '?sort=name&pageSize=50&search=blue',
  'uses without a network': '?sort=name&pageSize=50&offline=true&kind=1',
  'not seen for 30 days': '?sort=name&pageSize=50&silentDays=30',
  'figures on the tabs': '/counts',
}

/** Pages of 50 of 100,000 computers and tablets with their statistics: times of single calls, and query plans. */
export async function devices(stage: Stage): Promise<Row[]> {
  await makeDevices(stage)
  const rows: Row[] = []
  const headers = { authorization: stage.accessToken }
  for (const [what, query] of Object.entries(asks)) {
    const url = `${stage.address}/administrator/devices${query}`
    const call = async () => {
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
    }
    await timeCalls(30, call)
    rows.push({
      ...atMost('devices', `${what}, p99`, (await timeCalls(300, call)).p99, 'ms', 25),
      note: await plans(stage, call),
    })
  }
  return rows
}

// One in four is a tablet; two in a hundred allow offline use, one in a hundred has not been seen for long
async function makeDevices(stage: Stage): Promise<void> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  await client.query(
    `insert into devices (workspace_id, id, kind, machine_id, host_name, registered_name, name, hash, platform, client, version, apps,
       has_driver, offline, api_key_name, created_at, last_seen_at)
     select $1::uuid, gen_random_uuid(), case mixed % 4 when 0 then 2 else 1 end, 'M-' || n, 'PC-' || mixed, 'PC-' || mixed,
       case when mixed % 4 = 0 then 'Tablet ' when mixed % 10 = 3 then 'Ward blue ' else 'Ward ' end
         || case when mixed % 20000 = 7 then 'zyx ' else '' end || mixed,
       sha256(n::text::bytea), case mixed % 4 when 0 then 'Android 15' else 'Windows 11' end, 'agent', '1.' || mixed % 9,
       case when mixed % 8 = 1 then '[]'::jsonb else '[{"name":"agent","version":"1"}]' end, mixed % 8 = 3, mixed % 50 = 9,
       'Clients', now() - mixed % 31536000 * interval '1 second',
       now() - case when mixed % 100 = 5 then 40 else 1 end * interval '1 day' - mixed % 86400 * interval '1 second'
     from generate_series(1, $2::integer) n cross join lateral (select abs(hashint4(n)::bigint) as mixed) dice`,
    [stage.workspace, devicesCount],
  )
  await client.query('vacuum (analyze) devices, device_counts')
  await client.end()
}
