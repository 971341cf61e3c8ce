// Bare Fastify and bare pg, measured in the same run for comparison.
import fastify from 'fastify'
import pg from 'pg'

const [url = '', user = '', workspace = '', session = ''] = process.argv.slice(2)
const app = fastify()
const bare = new pg.Pool({ connectionString: url, max: 10 })
const guarded = new pg.Pool({ connectionString: url, max: 10, options: '-c role=claviger_app' })
await bare.query('create unlogged table if not exists bench_nothing (id int)')
await bare.query(
  'create table if not exists bench_inserts (id uuid primary key default gen_random_uuid(), at timestamptz not null default now(), text text not null)',
)

const one = { name: 'one', text: 'select * from users where workspace_id = $1 and id = $2', values: [workspace, user] }
const within = { name: 'within', text: 'select * from users where id = $1', values: [user] }

app.get('/row', async () => (await bare.query(one)).rows[0] as object)
app.post('/insert', async () => {
  await bare.query({ name: 'insert', text: 'insert into bench_inserts (text) values ($1)', values: ['x'.repeat(200)] })
  return { ok: true }
})

const inTransaction = (begin: string, pool: pg.Pool, query: typeof one) => async () => {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const { rows } = await client.query(query)
    await client.query('commit')
    return rows[0] as object
  } finally {
    client.release()
  }
}
app.get('/transaction', inTransaction('begin', bare, one))
app.get('/guarded', inTransaction(`begin; set local app.workspace = '${workspace}'`, guarded, within))
app.get('/session', inTransaction(`begin; select * from enter_session('${workspace}', '${session}')`, guarded, within))

const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`ready at ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
