import { residentMegabytes, start } from '../machine.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const port = '18478'
const settled = 3000

// Plain JavaScript as text: stripping types would cost the bare process memory that a built server doesn't need
const bare = `
  const [{ fastify }, { default: pg }] = await Promise.all([import('fastify'), import('pg')])
  const app = fastify()
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  app.get('/', async () => (await pool.query('select 1')).rows[0])
  await app.listen({ port: ${port}, host: '127.0.0.1' })`

/** Memory of an idle server beside a bare Fastify and pg, of a supervisor, and seconds from start to the first answer. */
export async function footprint(stage: Stage): Promise<Row[]> {
  const server = () => start('server/dist/main.mjs', [], { ...stage.env, PORT: port })
  const taken: number[] = []
  let idle = 0
  for (let round = 0; round < 5; round++) {
    const { seconds, megabytes } = await whenIdle(server, '/health/ready')
    taken.push(seconds)
    idle = Math.max(idle, megabytes)
  }
  taken.sort((a, b) => a - b)
  const env = { DATABASE_URL: stage.databaseUrl }
  const alone = await whenIdle(() => start('--input-type=module', ['-e', bare], env), '/')
  const pair = { ...stage.env, PORT: port, PROCESSES: '2' }
  const supervisor = await whenIdle(() => start('server/dist/main.mjs', [], pair), '/health/ready')
  return [
    atMost('footprint', `idle server ÷ bare Fastify and pg of ${alone.megabytes} MB`, idle / alone.megabytes, '', 3),
    atMost('footprint', 'memory of an idle server', idle, 'MB', 3 * alone.megabytes),
    atMost('footprint', 'memory of a supervisor', supervisor.megabytes, 'MB', 60),
    atMost('footprint', 'start to first answer, median of 5', taken[2] ?? 0, 's', 1.5),
  ]
}

async function whenIdle(begin: () => ReturnType<typeof start>, path: string) {
  const begun = performance.now()
  const child = begin()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    if (answer?.status === 200) break
    await new Promise(done => setTimeout(done, 5))
  }
  const seconds = (performance.now() - begun) / 1000
  await new Promise(done => setTimeout(done, settled))
  const megabytes = residentMegabytes(child.process.pid ?? 0)
  await child.stop()
  return { seconds, megabytes }
}
