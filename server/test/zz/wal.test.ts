import { users } from '@claviger/contract/people/users'
import pg from 'pg'
import { afterAll, test } from 'vitest'
import { house } from '../house.ts'
import { addPasskey, signInWith } from '../passkeys.ts'
import { linkLog } from '../../src/features/oversight/log-chain/log-chain.ts'
const home = await house()
const { world, given, as } = home
const c = new pg.Client(world.config.databaseUrl)
await c.connect()
afterAll(() => c.end())
const lsn = async () => (await c.query('select pg_current_wal_insert_lsn()::text l')).rows[0].l as string
const show = async (name: string, n: number, a: string, b: string) => {
  const { rows } = await c.query('select pg_wal_lsn_diff($1,$2)::int d', [b, a])
  process.stderr.write(`${name}: ${(rows[0].d / n).toFixed(0)} B each\n`)
  const by = await c.query(`select coalesce((select string_agg(distinct coalesce(cl.relname, br.relfilenode::text), '+') ), '-') rel,
     i.resource_manager || '/' || i.record_type as what, count(*) n, sum(i.record_length)::int bytes
     from pg_get_wal_records_info($1,$2) i
     left join lateral (select (regexp_match(i.block_ref, 'rel \\d+/\\d+/(\\d+)'))[1]::oid relfilenode) br on true
     left join pg_class cl on cl.relfilenode = br.relfilenode
     group by i.start_lsn, i.resource_manager, i.record_type, i.record_length`, [a, b])
  const sum = new Map<string, [number, number]>()
  for (const r of by.rows) { const k = r.rel + ' ' + r.what; const s = sum.get(k) ?? [0, 0]; s[0] += Number(r.n); s[1] += r.bytes; sum.set(k, s) }
  for (const [k, [m, s]] of [...sum].sort((x, y) => y[1][1] - x[1][1]).slice(0, 34)) process.stderr.write(`   ${(s / n).toFixed(0).padStart(6)} B ${(m / n).toFixed(2).padStart(6)}x ${k}\n`)
}
test('wal', async () => {
  await c.query('create extension if not exists pg_walinspect')
  await c.query('alter system set full_page_writes = off'); await c.query('select pg_reload_conf()')
  await c.query(`insert into users (workspace_id, id, user_id, first_name, last_name, email, active_keys, had_key, created_at)
     select $1, gen_random_uuid(), 'p' || n, 'Person' || (n%700), 'Name'|| n%9001, 'p' || n || '@large.example', 1, true, now() - n * interval '1 minute'
     from generate_series(1, ${process.env['N'] ?? 5000}) n`, [given.owner.workspace])
  await c.query('vacuum analyze users')
  const { key } = await addPasskey(home, given.owner.accessToken)
  const once = async (n: number, name: string) => {
    const a = await lsn()
    for (let i = 0; i < n; i++) { const r = await signInWith(home, key); if (r.status !== 200) throw new Error(JSON.stringify(r)) }
    const b = await lsn()
    await show(name, n, a, b)
  }
  await once(20, 'warm')
  await linkLog(world)
  await once(400, 'sign-in')
  const l = await lsn(); await linkLog(world); await show('linking', 400, l, await lsn())
  const a = await lsn()
  for (let i = 0; i < 300; i++) await as(given.owner.accessToken).tell(users.create, { firstName: 'Anna' + i, lastName: 'Walberg' + (i * 7919) % 1000, email: `anna${i}@north.example`, userId: 'anna' + i } as never)
  const b = await lsn(); await show('user', 300, a, b)
  const m = await lsn(); await linkLog(world); await show('linking', 300, m, await lsn())
  await c.query('alter system reset full_page_writes'); await c.query('select pg_reload_conf()')
}, 240000)
