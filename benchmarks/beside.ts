import { residentMegabytes } from './machine.ts'
import type { Stage } from './stage.ts'

export interface BesideTimes {
  /** 99th percentile of their calls, in milliseconds. */
  p99: number
  calls: number
  memory: number
}

/** Calls another workspace's lists and single users while the work runs, and watches the server's memory. */
export async function measureBeside(stage: Stage, work: () => Promise<void>): Promise<BesideTimes> {
  const headers = { authorization: stage.accessToken, accept: 'application/json' }
  const paths = [`/administrator/tokens/${stage.user}`, '/administrator/tokens/v2?pageSize=50', '/administrator/groups']
  const call = async (path: string) => {
    const answer = await fetch(stage.address + path, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  }
  for (let round = 0; round < 60; round++) for (const path of paths) await call(path)
  const pid = stage.server.process.pid ?? 0
  const before = residentMegabytes(pid)
  const taken: number[] = []
  let [most, over] = [before, false]
  const others = async () => {
    for (let turn = 0; !over; turn++) {
      const begun = performance.now()
      await call(paths[turn % paths.length] as string)
      taken.push(performance.now() - begun)
      if (turn % 20 === 0) most = Math.max(most, residentMegabytes(pid))
      await new Promise(done => setTimeout(done, 20))
    }
  }
  const asking = others()
  try {
    await work()
  } finally {
    over = true
  }
  await asking
  taken.sort((a, b) => a - b)
  return { p99: taken[Math.floor(taken.length * 0.99)] ?? 0, calls: taken.length, memory: most - before }
}
