import pg from 'pg'
import type { Stage } from './stage.ts'

export const withoutIndex = 'WITHOUT AN INDEX'

export async function plans(stage: Stage, call: () => Promise<void>): Promise<string> {
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
  const whole = scans.filter(scan =>
    /^Seq Scan on (users|user_sign_ins|activities\w*|security_keys|devices|credentials|held_credentials|attendance_(taps|participants))$/.test(
      scan,
    ),
  )
  const unique = [...new Set(scans)].map(scan => `  ${scan}`)
  return [...unique, whole.length > 0 ? `  ${withoutIndex}` : '  every large table through an index'].join('\n')
}
