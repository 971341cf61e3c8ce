import { load } from './load.ts'
import { start } from './machine.ts'
import type { Stage } from './stage.ts'

/** Durable inserts a second by bare Fastify and pg in the same run, to which scenarios that write are compared. */
export async function durableInserts(stage: Stage, callers: number): Promise<number> {
  const ceiling = start('benchmarks/ceiling.ts', [stage.databaseUrl, stage.user, stage.workspace, stage.session])
  const address = (await ceiling.said(/ready at (\S+)/))[1] as string
  const headers = { 'content-type': 'application/json' }
  const done = await load({ url: `${address}/insert`, method: 'POST', headers, body: '{}', connections: callers })
  await ceiling.stop()
  return done.perSecond
}
