import { spawnSync } from 'node:child_process'
import { start } from '../../machine.ts'
import { atLeast, atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import type { Served } from './callers.ts'

// More callers than the server can serve; unlike real clients, they retry immediately, ignoring Retry-After
const few = [16, 64, 256]
const many = [1000, 5000]
const seconds = 10
const beginning = 4000
const mostOfOne = 500
const watched = 100

export async function crowd(stage: Stage): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, path, authorization] of [
    ['lists', '/administrator/tokens/v2?pageSize=20', stage.accessToken],
    ['beginning to sign in', '/api/v1/auth/passkey/initial', ''],
  ] as const) {
    const serve = (callers: number) => ask(`${stage.address}${path}`, authorization, callers)
    let best = 0
    for (const callers of few) best = Math.max(best, (await serve(callers)).rate)
    rows.push({ scenario: 'crowd', what: `${what}, best rate`, value: best, unit: '/s' })
    for (const callers of many) {
      const { rate, slowestRefusal, slowest, others } = await serve(callers)
      const whose = `${what}, ${callers} callers`
      rows.push({
        ...atLeast('crowd', `${whose}: share of the best rate`, rate / best, '', 0.8),
        note: `the slowest answer took ${Math.round(slowest)} ms; ${others} were neither 200 nor 503`,
      })
      rows.push(atMost('crowd', `${whose}: slowest 503`, slowestRefusal, 'ms', 3000))
    }
  }
  return rows
}

/**
 * Spreads the callers over several processes: in one process with over a thousand sockets, some wait for seconds.
 * Waiting times are sampled in a process of their own, with a higher priority where the system allows it. The other
 * processes would mostly measure their own wait for the core that they share with the database.
 */
async function ask(url: string, authorization: string, callers: number): Promise<Served> {
  const rest = callers - watched
  const processes = Math.ceil(rest / mostOfOne)
  const at = Date.now() + 2000 + processes * 1500
  const from = (count: number, first: boolean) => served([url, authorization, String(count)], at, first)
  const crowds = rest > 0 ? Array.from({ length: processes }, () => from(Math.round(rest / processes), false)) : []
  const [seen, ...others] = await Promise.all([from(Math.min(callers, watched), true), ...crowds])
  const all = [seen, ...others]
  const sum = (of: (one: Served) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    rate: sum(one => one.rate),
    others: sum(one => one.others),
    slowestRefusal: seen.slowestRefusal,
    slowest: seen.slowest,
  }
}

async function served(whom: readonly string[], at: number, first: boolean): Promise<Served> {
  const args = [...whom, String(beginning), String(seconds), String(at)]
  const child = start('benchmarks/scenarios/overload/callers.ts', args, {}, false)
  if (first) spawnSync('renice', ['-n', '-15', '-p', String(child.process.pid)])
  const [said] = await child.said(/^\{.*\}$/m)
  return JSON.parse(said) as Served
}
