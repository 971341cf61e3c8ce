import { residentMegabytes, start } from '../machine.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

/** Memory of an idle server, and seconds from process start to the first answer on existing data. */
export async function footprint(stage: Stage): Promise<Row[]> {
  const taken: number[] = []
  let idle = 0
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    const server = start('server/dist/main.mjs', [], { ...stage.env, PORT: '18478' })
    for (;;) {
      const answer = await fetch('http://127.0.0.1:18478/health/ready').catch(() => undefined)
      if (answer?.status === 200) break
      await new Promise(done => setTimeout(done, 5))
    }
    taken.push((performance.now() - begun) / 1000)
    await new Promise(done => setTimeout(done, 3000))
    idle = Math.max(idle, residentMegabytes(server.process.pid ?? 0))
    await server.stop()
  }
  taken.sort((a, b) => a - b)
  return [
    atMost('footprint', 'memory of an idle server', idle, 'MB', 160),
    atMost('footprint', 'start to first answer, median of 5', taken[2] ?? 0, 's', 1.5),
  ]
}
