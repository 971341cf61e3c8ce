import pg from 'pg'
import { measureBeside } from '../beside.ts'
import { atLeast, atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'
import { makeTenant, type Tenant, waitUntil } from '../tenant.ts'

const count = 50_000

interface Import {
  id: string
  state: string
  mapping: string[]
  results: { success: number }
  undo: { removed: number; finishedAt: string | null } | null
}

/** Imports and undoes a file of access cards, and measures how other callers are affected meanwhile. */
export async function cardImporting(stage: Stage): Promise<Row[]> {
  const tenant = await makeTenant(stage, 'cards')
  await makeUsers(stage, tenant)
  const csv = `Card,User ID\n${Array.from({ length: count }, (_, n) => `${1_000_000 + n * 7919},card-user-${n + 1}`).join('\n')}\n`
  const spent: [string, number][] = []
  const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const answer = await work()
    spent.push([name, (performance.now() - begun) / 1000])
    return answer
  }
  let path = ''
  const look = () => tenant.ask<Import>('GET', path)
  const felt = await measureBeside(stage, async () => {
    const { id, mapping } = await phase('upload', () =>
      tenant.ask<Import>('POST', '/administrator/securityDevice/bulk-import', { csv, fileName: 'cards.csv' }),
    )
    path = `/administrator/securityDevice/bulk-import/${id}`
    await phase('review', async () => {
      await tenant.ask('PUT', path, { mapping, cardFormat: 'decimal' })
      await waitUntil(look, now => now.state === 'reviewed')
    })
    const done = await phase('write', async () => {
      await tenant.ask('POST', `${path}/start`, {})
      return waitUntil(look, now => now.state === 'done')
    })
    if (done.results.success !== count) throw new Error(`${done.results.success} of ${count} cards were assigned`)
  })
  const seconds = spent.reduce((sum, [, each]) => sum + each, 0)
  const back = await measureBeside(stage, async () => {
    const { undo } = await phase('undo', async () => {
      await tenant.ask('POST', `${path}/undo`, {})
      return waitUntil(look, now => typeof now.undo?.finishedAt === 'string')
    })
    if (undo?.removed !== count) throw new Error(`${undo?.removed} of ${count} cards were taken back`)
  })
  return [
    {
      ...atLeast('card-import', `${count} cards, upload to the last row`, count / seconds, 'rows/s', 2000),
      note: spent.map(([name, each]) => `  ${name.padEnd(8)} ${each.toFixed(1)} s`).join('\n'),
    },
    atMost('card-import', `others meanwhile, p99 of ${felt.calls} calls`, felt.p99, 'ms', 50),
    atMost('card-import', `others while it is taken back, p99 of ${back.calls} calls`, back.p99, 'ms', 50),
    atMost('card-import', 'memory of the server above before', felt.memory, 'MB', 120),
  ]
}

async function makeUsers(stage: Stage, tenant: Tenant): Promise<void> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  await client.query(
    `insert into users (workspace_id, id, user_id, first_name, last_name, email)
     select $1, gen_random_uuid(), 'card-user-' || n, 'Card', 'User ' || n, 'card-user-' || n || '@cards.example'
     from generate_series(1, $2::integer) n`,
    [tenant.workspace, count],
  )
  await client.query('vacuum (analyze) users')
  await client.end()
}
