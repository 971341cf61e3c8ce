import { generateKeyPairSync, sign } from 'node:crypto'
import pg from 'pg'
import { putPolicies } from '../bench-policies.ts'
import { type CardAtReader, ctapOver } from '../card.ts'
import { callOrThrow } from '../key.ts'
import { durableInserts } from '../durable-insert.ts'
import { load } from '../load.ts'
import { againstAim, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const callers = 16
const execute = '/apis/access-key-cli/v1/security-keys/execute-request'
const status = '/apis/access-key-cli/v1/security-keys/status'

/**
 * GetAssertion through the HTTP call. An assertion with user presence would use up the PIN token, so the requests
 * with a token are silent. Complete uses of PINless cards, each with a tap and a log line, are measured as well.
 */
export async function heldKeys(stage: Stage): Promise<Row[]> {
  const insert = await durableInserts(stage, callers)
  const reader = await registerReader(stage)
  const held: string[] = []
  const used: string[] = []
  for (let place = 0; place < callers; place++) {
    held.push(await (await newCard(stage, reader, place, '274936')).silent())
    used.push(await (await newCard(stage, reader, place, null)).whole())
  }
  const headers = { authorization: reader, 'content-type': 'application/json' }
  const asked = { url: stage.address + execute, method: 'POST', headers, connections: callers } as const
  const silent = await load({ ...asked, bodies: held })
  const whole = await load({ ...asked, bodies: used })
  const checks = await load({ ...asked, url: stage.address + status, bodies: used.map(cardOf) })
  const signs = signaturesPerSecond()
  const policies = await withPolicies(stage, { ...asked, bodies: held })
  const share = ((silent.perSecond / signs) * 100).toFixed(0)
  return [
    {
      ...againstAim(
        'held-keys',
        `GetAssertion, PIN token held, ${callers} callers`,
        silent.perSecond,
        '/s',
        insert,
        0.3,
      ),
      note: `The vault's signatures (${signs.toFixed(0)}/s on one core by node:crypto) take ${share} % of that core; the ceiling is one durable insert by Fastify and pg.`,
    },
    latency('GetAssertion, PIN token held, p99', silent.p99),
    policies,
    againstAim('held-keys', `PINless card, tapped and logged, ${callers} callers`, whole.perSecond, '/s', insert, 0.3),
    latency('PINless card, tapped and logged, p99', whole.p99),
    {
      scenario: 'held-keys',
      what: 'the checks alone (what a card is), 16 callers',
      value: checks.perSecond,
      unit: '/s',
      note: 'Program, card and owner are looked at as before an assertion, which does it in the statement that reads the passkeys; nothing is signed or written.',
    },
  ]
}

const most = 200

async function withPolicies(stage: Stage, asked: Parameters<typeof load>[0]): Promise<Row> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  const turn = async (policies: number) => {
    await putPolicies(client, stage.workspace, policies)
    return (await load(asked)).perSecond
  }
  const [none, some] = [[] as number[], [] as number[]]
  for (let times = 0; times < 3; times++) {
    none.push(await turn(0))
    some.push(await turn(most))
  }
  await turn(0)
  await client.end()
  const value = Math.max(...some) / Math.max(...none)
  const turns = none.map((rate, place) => `${rate.toFixed(0)} and ${some[place]?.toFixed(0)}`).join(', ')
  return {
    scenario: 'held-keys',
    what: `GetAssertion with ${most} access policies, of its rate without`,
    value,
    unit: 'of the rate',
    aim: '≥ 0.95',
    met: value >= 0.95,
    note: `The best of three turns each; without and with: ${turns} /s. The policies ask for groups, sites, addresses, hours and kinds of keys, and none applies.`,
  }
}

function cardOf(body: string): string {
  const { cardId, format } = JSON.parse(body) as Record<string, string>
  return JSON.stringify({ cardId, format })
}

const latency = (what: string, value: number): Row => ({
  scenario: 'held-keys',
  what,
  value,
  unit: 'ms',
  aim: '≤ 30 ms',
  met: value <= 30,
})

async function registerReader(stage: Stage): Promise<string> {
  const ask = { name: 'Bench', type: 2 }
  const made = await callOrThrow<{ value: string }>(
    stage,
    'POST',
    '/administrator/workspace/api-keys',
    stage.accessToken,
    ask,
  )
  const app = { name: 'Bench', computerId: 'bench' }
  const { appToken } = await callOrThrow<{ appToken: string }>(
    stage,
    'POST',
    '/apis/access-key-cli/v1/apps',
    made.value,
    app,
  )
  return appToken
}

interface Card {
  silent(): Promise<string>
  whole(): Promise<string>
}

async function newCard(stage: Stage, reader: string, place: number, pin: string | null): Promise<Card> {
  const email = `card-${place}-${pin === null ? 'pinless' : 'pin'}-${Date.now()}@bench.example`
  const names = { firstName: 'Card', lastName: `Number ${place}` }
  const user = await callOrThrow<{ id: string }>(stage, 'POST', '/administrator/tokens', stage.accessToken, {
    userId: email,
    email,
    ...names,
  })
  const cardId = Buffer.from(`${pin === null ? 'A' : 'B'}${place}-${Date.now()}`.slice(0, 14)).toString('hex')
  const settings = { credentialStorageLocation: 2, proximity: false, audit: true, offlineLogin: false }
  const { key } = await callOrThrow<{ key: { id: string } }>(
    stage,
    'POST',
    '/administrator/tokens/userInfo/securitykey',
    stage.accessToken,
    {
      userId: user.id,
      type: 2,
      activation: 1,
      cardId,
      cardFormat: 'hex',
      settings: { ...settings, verification: pin === null ? 3 : 4, rememberedPinHours: 0 },
    },
  )
  if (pin !== null)
    await callOrThrow(stage, 'PUT', `/administrator/tokens/securityKey/${key.id}/resetPin`, stage.accessToken, { pin })
  const card = ctapOver(body =>
    callOrThrow(stage, 'POST', execute, reader, { ...body, cardId, format: 'hex', computerId: 'bench' }),
  )
  const id = await card.register(pin)
  const bodyOf = (asked: Awaited<ReturnType<CardAtReader['assertion']>>) =>
    JSON.stringify({ ...asked, cardId, format: 'hex', computerId: 'bench' })
  return {
    silent: async () => bodyOf(await card.assertion(id, pin)),
    whole: async () => bodyOf({ ...(await card.assertion(id, null)), tapped: true }),
  }
}

function signaturesPerSecond(): number {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const data = Buffer.alloc(69, 1)
  const begun = performance.now()
  let count = 0
  for (; performance.now() - begun < 1000; count++) sign('sha256', data, privateKey)
  return count
}
