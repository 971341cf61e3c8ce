import pg from 'pg'
import { load, times } from '../load.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const asks = {
  'first page by name': 'sort=name&pageSize=50',
  'page 1,000 by name': 'sort=name&pageSize=50&page=1000',
  'search, few hits': 'sort=name&pageSize=50&search=zyx',
  'search, many hits': 'sort=name&pageSize=50&search=ann',
  'one status by name': 'sort=name&pageSize=50&status=20',
  'by last sign-in, newest first': 'sort=lastSignIn&order=desc&pageSize=50',
}

/** Pages of 50 of the user list: times of single calls, throughput of the first page, and the plans behind them. */
export async function list(stage: Stage): Promise<Row[]> {
  const rows: Row[] = []
  const headers = { authorization: stage.accessToken }
  for (const [what, query] of Object.entries(asks)) {
    const url = `${stage.address}/administrator/tokens/v2?${query}`
    const call = async () => {
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
    }
    await times(30, call)
    rows.push({
      ...atMost('list', `${what}, p99`, (await times(300, call)).p99, 'ms', 25),
      note: await plans(stage, call),
    })
  }
  const busy = await load({
    url: `${stage.address}/administrator/tokens/v2?${asks['first page by name']}`,
    headers,
    connections: 16,
  })
  rows.push({ scenario: 'list', what: 'first page by name, 16 callers', value: busy.perSecond, unit: '/s' })
  return rows
}

/** The plans of the statements that a call runs, from PostgreSQL's own log; a scan of a whole table is named. */
async function plans(stage: Stage, call: () => Promise<void>): Promise<string> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  const set = async (name: string, value: string) =>
    client.query(`alter system set ${name} = ${value}`).then(() => client.query('select pg_reload_conf()'))
  await client.query("load 'auto_explain'")
  await set('auto_explain.log_min_duration', '0')
  await set('auto_explain.log_nested_statements', 'on')
  await new Promise(done => setTimeout(done, 300))
  const before = stage.database.all().length
  await call()
  await new Promise(done => setTimeout(done, 300))
  await set('auto_explain.log_min_duration', '-1')
  await client.end()
  const said = stage.database.all().slice(before)
  const scans = [
    ...said.matchAll(/(Seq Scan on|Index (?:Only )?Scan (?:Backward )?using|Bitmap Index Scan on) (\w+)/g),
  ].map(match => `${match[1]} ${match[2]}`)
  const whole = scans.filter(scan => scan.startsWith('Seq Scan on users') || scan.startsWith('Seq Scan on activities'))
  const unique = [...new Set(scans)].map(scan => `  ${scan}`)
  return [...unique, whole.length > 0 ? '  WITHOUT AN INDEX' : '  every large table through an index'].join('\n')
}
