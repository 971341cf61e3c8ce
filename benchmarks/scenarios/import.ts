import { measureBeside } from '../beside.ts'
import { atLeast, atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'
import { makeTenant, type Tenant, waitUntil } from '../tenant.ts'

const count = 100_000

interface Import {
  id: string
  state: string
  mapping: string[]
  created: number
}

/** Imports a file of users, measures how other callers are affected meanwhile, and exports them again. */
export async function importing(stage: Stage): Promise<Row[]> {
  const tenant = await makeTenant(stage, 'import')
  const csv = file()
  const spent: [string, number][] = []
  const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const answer = await work()
    spent.push([name, (performance.now() - begun) / 1000])
    return answer
  }
  const felt = await measureBeside(stage, async () => {
    const { id, mapping } = await phase('upload', () => upload(stage, tenant, csv))
    const path = `/administrator/tokens/import/${id}`
    const look = () => tenant.ask<Import>('GET', path)
    await phase('review', async () => {
      await tenant.ask('PUT', path, { mapping })
      await waitUntil(look, now => now.state === 'reviewed')
    })
    const done = await phase('write', async () => {
      await tenant.ask('POST', `${path}/start`, {})
      return waitUntil(look, now => now.state === 'done')
    })
    if (done.created !== count) throw new Error(`${done.created} of ${count} users were made`)
  })
  const seconds = spent.reduce((sum, [, each]) => sum + each, 0)
  return [
    {
      ...atLeast('import', `CSV of ${count} users, upload to the last row`, count / seconds, 'rows/s', 4000),
      note: spent.map(([name, each]) => `  ${name.padEnd(8)} ${each.toFixed(1)} s`).join('\n'),
    },
    atMost('import', `others meanwhile, p99 of ${felt.calls} calls`, felt.p99, 'ms', 50),
    atMost('import', 'memory of the server above before', felt.memory, 'MB', 120),
    ...(await exporting(stage, tenant)),
  ]
}

async function exporting(stage: Stage, tenant: Tenant): Promise<Row[]> {
  let seconds = 0
  const felt = await measureBeside(stage, async () => {
    const begun = performance.now()
    const answer = await fetch(`${stage.address}/administrator/tokens/v2/export?format=csv`, {
      headers: { authorization: tenant.authorization },
    })
    let lines = 0
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>)
      for (const byte of bytes) if (byte === 10) lines++
    seconds = (performance.now() - begun) / 1000
    if (lines < count) throw new Error(`${lines} lines were exported`)
  })
  return [
    atMost('import', `export of ${count} users`, seconds, 's', 5),
    atMost('import', 'others during the export, p99', felt.p99, 'ms', 50),
    atMost('import', 'memory of the server above before, export', felt.memory, 'MB', 120),
  ]
}

async function upload(stage: Stage, tenant: Tenant, csv: string): Promise<Import> {
  const answer = await fetch(`${stage.address}/administrator/tokens/import?fileName=staff.csv`, {
    method: 'POST',
    headers: { authorization: tenant.authorization, 'content-type': 'text/csv' },
    body: csv,
  })
  const said = (await answer.json()) as Import
  if (answer.status !== 200) throw new Error(`upload: ${answer.status} ${JSON.stringify(said)}`)
  return said
}

const firsts = [
  'Anna',
  'Bruno',
  'Chiara',
  'Dmitri',
  'Élodie',
  'Farid',
  'Greta',
  'Hiroshi',
  'Ingrid',
  'João',
  'Kwame',
  'Leïla',
]
const syllables = [
  'ba',
  'dor',
  'fen',
  'gul',
  'hau',
  'ker',
  'lin',
  'mar',
  'nov',
  'pet',
  'ros',
  'sch',
  'tal',
  'vik',
  'wes',
  'zim',
]

function file(): string {
  const lines = ['User ID,First name,Last name,Email,Employee ID,Attribute 1']
  for (let n = 1; n <= count; n++) {
    const first = firsts[n % firsts.length] as string
    const last = [n >> 4, n >> 8, n >> 12].map(part => syllables[part % syllables.length]).join('')
    const address = `${last}.${n}@import.example`
    lines.push(`${address},${first},${last[0]?.toUpperCase()}${last.slice(1)},${address},I${n},Ward ${n % 40}`)
  }
  return `${lines.join('\r\n')}\r\n`
}
