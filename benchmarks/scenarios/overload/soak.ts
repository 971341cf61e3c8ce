import { randomInt } from 'node:crypto'
import pg from 'pg'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'

const callers = 200
/** Duration in seconds, set with SOAK; ten minutes by default. */
const lasts = Number(process.env['SOAK'] ?? 600)

interface Told {
  name: string
  request: string | null
  status: number
}

/**
 * 200 callers add users; a third of the calls is refused or disconnects at random points. No call may fail, and no
 * row, log line, or email of one call may end up in another call's transaction.
 */
export async function soak(stage: Stage): Promise<Row[]> {
  const told: Told[] = []
  const begun = Date.now()
  const end = performance.now() + lasts * 1000
  const round = begun.toString(36)
  told.push(await add(stage, `${round}taken`, 0))
  await Promise.all(
    Array.from({ length: callers }, async (_one, caller) => {
      for (let n = 0; performance.now() < end; n++) told.push(await add(stage, `${round}c${caller}n${n}`, randomInt(9)))
    }),
  )
  return judge(stage, round, told)
}

async function add(stage: Stage, name: string, dice: number): Promise<Told> {
  const hangsUp = dice === 1
  const taken = `${name.slice(0, name.indexOf('c'))}taken`
  const user = {
    userId: dice === 2 ? taken : name,
    firstName: name,
    lastName: dice === 3 ? 'x'.repeat(500) : 'Soak',
    email: `${name}@soak.example`,
    invite: true,
  }
  try {
    const answer = await fetch(`${stage.address}/administrator/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: stage.accessToken },
      body: JSON.stringify(user),
      ...(hangsUp && { signal: AbortSignal.timeout(randomInt(400)) }),
    })
    await answer.arrayBuffer()
    return { name, request: answer.headers.get('x-request-id'), status: answer.status }
  } catch {
    return { name, request: null, status: hangsUp ? 0 : -1 }
  }
}

async function judge(stage: Stage, round: string, told: readonly Told[]): Promise<Row[]> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  const rows = async (text: string) => (await client.query<{ name: string; request: string }>(text, [`${round}%`])).rows
  const kept = await rows(`select first_name as name, '' as request from users where first_name like $1`)
  const lines = await rows(
    `select split_part(object_name, ' ', 1) as name, request_id as request from activities
     where action = 'user.created' and object_name like $1`,
  )
  let mails: { name: string }[] = []
  for (let waited = 0; waited < 120 && mails.length < kept.length; waited++) {
    await new Promise(done => setTimeout(done, 1000))
    mails = await rows(
      `select split_part(recipient, '@', 1) as name, '' as request from outbox_mails where recipient like $1`,
    )
  }
  await client.end()
  const names = new Set(kept.map(one => one.name))
  const made = told.filter(one => one.status === 200)
  const open = new Set(told.filter(one => one.status <= 0).map(one => one.name))
  const ownLine = new Map(lines.map(one => [one.name, one.request]))
  const faults = told.filter(one => ![0, 200, 409, 422, 503].includes(one.status)).length
  const lost = made.filter(one => !names.has(one.name)).length
  const logFieldsOf = new Set(made.map(one => one.name))
  const strays = kept.filter(one => !open.has(one.name) && !logFieldsOf.has(one.name)).length
  const lineOfAnother = made.filter(one => ownLine.get(one.name) !== one.request).length
  const doubled = [kept, lines, mails].reduce(
    (sum, all) => sum + all.length - new Set(all.map(one => one.name)).size,
    0,
  )
  const row = (what: string, value: number) => atMost('soak', what, value, '', 0)
  return [
    { scenario: 'soak', what: `calls answered 200 in ${lasts} s`, value: made.length, unit: '' },
    { scenario: 'soak', what: 'refused, or hung up', value: told.length - made.length, unit: '' },
    row('faults', faults),
    row('acknowledged and lost', lost),
    row('unreported rows', strays),
    row('lines of another call, or none', lineOfAnother + Math.abs(lines.length - kept.length)),
    row('mails too few or too many', Math.abs(mails.length - kept.length)),
    row('doubled', doubled),
  ]
}
