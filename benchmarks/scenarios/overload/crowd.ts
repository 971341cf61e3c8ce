import { spawnSync } from 'node:child_process'
import { start } from '../../machine.ts'
import { atLeast, atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import type { Served } from './callers.ts'

// More callers than can be served: they come again at once whatever they are told, which real ones do not
const few = [16, 64, 256]
const many = [1000, 5000]
const seconds = 10
/** Until so many callers are connected; in milliseconds. */
const beginning = 4000
/** Callers of one process. */
const mostOfOne = 500
/** Callers who stand for all where it is told how long they waited. */
const watched = 100

/** What is left of the best rate when far more callers come than can be served, and how long they wait to be told so. */
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
 * Callers of several processes: one process that reads from over a thousand sockets lets some of them wait for seconds. How
 * long they wait is told by some in a process of their own, which comes before the others where the system lets it: of the
 * rest it would mostly say how long their process waited for its turn on a core that they all share with the database.
 */
async function ask(url: string, authorization: string, callers: number): Promise<Served> {
  const rest = callers - watched
  const processes = Math.ceil(rest / mostOfOne)
  // As long as it takes until all are ready, one after the other on their core
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
