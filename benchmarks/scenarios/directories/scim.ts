import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import pg from 'pg'
import { callOrThrow } from '../../key.ts'
import { load, timeCalls } from '../../load.ts'
import { atLeast, atMost, type Row } from '../../report.ts'
import { type Stage, usersCount } from '../../stage.ts'

const callers = 32
const seconds = 5
const inGroup = 50_000
const agent = new Agent({ keepAlive: true })

export async function scim(stage: Stage): Promise<Row[]> {
  const write = <T>(method: string, path: string, body?: object) =>
    callOrThrow<T>(stage, method, path, stage.accessToken, body)
  const { id } = await write<{ id: string }>('POST', '/internal/scim', { name: 'Bench', preset: 'entra' })
  await write('POST', `/administrator/directories/connections/${id}/approve`, {
    roles: [],
    touchesRank: false,
    privateHosts: [],
  })
  const { token } = await write<{ token: string }>('GET', `/internal/scim/token/${id}`)
  const { someone, name, group, members } = await fill(stage, id)
  const at = `${stage.address}/api/scim/v2`
  const authorization = `Bearer ${token}`
  const ask = async (method: string, path: string, body?: object) => {
    const text = body && JSON.stringify(body)
    const headers = {
      authorization,
      ...(text && { 'content-type': 'application/scim+json', 'content-length': Buffer.byteLength(text) }),
    }
    const asked = request(at + path, { method, headers, agent })
    asked.end(text)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    let said = ''
    answer.setEncoding('utf8').on('data', (part: string) => (said += part))
    await once(answer, 'end')
    if ((answer.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${said}`)
    return said
  }
  const filter = encodeURIComponent(`userName eq "${name}"`)
  const get = await load({ url: `${at}/Users/${someone}`, headers: { authorization }, connections: callers })
  const find = await load({ url: `${at}/Users?filter=${filter}`, headers: { authorization }, connections: callers })
  let made = 0
  const create = () => {
    const number = made++
    return ask('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `new-${id}-${number}@bench.example`,
      externalId: `new-${number}`,
      name: { givenName: 'New', familyName: `Number ${number}` },
      emails: [{ value: `new-${id}-${number}@bench.example`, type: 'work', primary: true }],
      active: true,
    })
  }
  const end = performance.now() + seconds * 1000
  const before = made
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) await create()
    }),
  )
  const created = (made - before) / seconds
  const pages = await timeCalls(100, () =>
    ask('GET', `/Users?count=100&startIndex=${1 + Math.floor(Math.random() * 500) * 100}`),
  )
  let round = 0
  const patches = await timeCalls(40, () =>
    ask('PATCH', `/Groups/${group}?excludedAttributes=members`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [
        {
          op: Math.floor(round / (members.length / 100)) % 2 === 0 ? 'Remove' : 'Add',
          path: 'members',
          value: members
            .slice((round * 100) % members.length, ((round++ * 100) % members.length) + 100)
            .map(value => ({ value })),
        },
      ],
    }),
  )
  const begun = performance.now()
  let [cursor, read] = ['' as string | undefined, 0]
  while (cursor !== undefined) {
    const where: string = encodeURIComponent(`groups.value eq "${group}"`)
    const page = JSON.parse(
      await ask('GET', `/Users?attributes=userName&count=1000&cursor=${cursor}&filter=${where}`),
    ) as { Resources: unknown[]; nextCursor?: string }
    read += page.Resources.length
    cursor = page.nextCursor
  }
  const whole = (performance.now() - begun) / 1000
  return [
    atLeast('scim', `get, ${callers} callers`, get.perSecond, '/s', 3000),
    atLeast('scim', `filter userName eq, ${callers} callers`, find.perSecond, '/s', 1500),
    atLeast('scim', `create, ${callers} callers`, created, '/s', 900),
    atMost('scim', 'page of 100, p99', pages.p99, 'ms', 15),
    atMost('scim', 'PATCH of 100 members, p99', patches.p99, 'ms', 20),
    { scenario: 'scim', what: `a group of ${read} members, read by pages of 1,000`, value: whole, unit: 's' },
  ]
}

async function fill(stage: Stage, connection: string) {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  try {
    const here = [stage.workspace, connection]
    const linked = (what: string, from: string) => `
      insert into directory_links (workspace_id, connection_id, what, anchor, local_id, told, created_at, changed_at)
      select $1, $2, '${what}', id::text, id, '\\x00', now(), now() from ${from}`
    await client.query(linked('user', `users where workspace_id = $1 and deleted_at is null limit ${usersCount}`), here)
    // Otherwise the planner takes the new rows for a few
    await client.query('analyze directory_links')
    await client.query(
      `insert into scim_resources (workspace_id, connection_id, what, id, anchor, external_id, name_key, doc, emails, created_at, modified_at)
       select u.workspace_id, $2, 'user', u.id, u.id::text, 'ext-' || u.id, lower(u.user_id),
         jsonb_build_object('userName', u.user_id, 'externalId', 'ext-' || u.id, 'active', true,
           'name', jsonb_build_object('givenName', u.first_name, 'familyName', u.last_name),
           'emails', jsonb_build_array(jsonb_build_object('value', u.email, 'type', 'work', 'primary', true))),
         array[lower(u.email)], now(), now()
       from users u join directory_links l on l.workspace_id = u.workspace_id and l.connection_id = $2 and l.local_id = u.id
       where u.workspace_id = $1`,
      here,
    )
    const made = await client.query<{ id: string }>(
      `insert into groups (workspace_id, id, name, type) values ($1, gen_random_uuid(), 'Bench by SCIM', 7) returning id`,
      [stage.workspace],
    )
    const group = made.rows[0]?.id ?? ''
    await client.query(linked('group', `groups where workspace_id = $1 and id = '${group}'`), here)
    await client.query(
      `insert into scim_resources (workspace_id, connection_id, what, id, anchor, name_key, doc, created_at, modified_at)
       values ($1, $2, 'group', $3::uuid, $3::uuid::text, 'bench by scim', '{"displayName":"Bench by SCIM"}', now(), now())`,
      [...here, group],
    )
    await client.query(
      `insert into group_members (workspace_id, group_id, user_id)
       select $1, $3::uuid, id from scim_resources where workspace_id = $1 and connection_id = $2 and what = 'user' limit ${inGroup}`,
      [...here, group],
    )
    await client.query('analyze')
    const { rows } = await client.query<{ id: string; name: string }>(
      `select id, doc ->> 'userName' as name from scim_resources where workspace_id = $1 and connection_id = $2 and what = 'user'
         and id in (select user_id from group_members where workspace_id = $1 and group_id = $3) limit 2000`,
      [...here, group],
    )
    return {
      someone: rows[5]?.id ?? '',
      name: rows[5]?.name ?? '',
      group,
      members: rows.map(row => row.id),
    }
  } finally {
    await client.end()
  }
}
