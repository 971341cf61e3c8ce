import { generateKeyPairSync, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { measureBeside } from '../beside.ts'
import { browserOf, callOrThrow } from '../key.ts'
import { load } from '../load.ts'
import { atLeast, atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const callers = 16
const large = 10 * 1024 * 1024

export async function saml(stage: Stage): Promise<Row[]> {
  const url = `${stage.address}/saml/${stage.workspace}`
  const cookies: string[] = []
  for (let place = 0; place < callers; place++) cookies.push(await browserOf(stage, 900 + place))
  const application = await newApplication(stage)
  await fetch(`${url}/metadata`)
  const answers = await load({ url: `${url}/launch/${application}`, cookies, connections: callers })
  const metadata = await load({ url: `${url}/metadata`, connections: callers })
  const felt = await measureBeside(stage, () => flood(`${url}/sso`))
  return [
    {
      ...atLeast('saml', `answer, assertion signed, ${callers} callers`, answers.perSecond, '/s', 1500),
      note: 'Two statements: who it is, whether they may, name and attributes; the session there, the use, the line of the log and the recorder.',
    },
    atMost('saml', 'answer, p99', answers.p99, 'ms', 50),
    {
      scenario: 'saml',
      what: "ceiling: node:crypto's own RSA-2048 signatures, on one core",
      value: signatures(),
      unit: '/s',
      note: 'Each answer has one; no server that signs by RSA on one core answers more.',
    },
    {
      scenario: 'saml',
      what: 'ceiling: the same in the thread pool, beside the event loop',
      value: await signaturesBeside(),
      unit: '/s',
      note: 'Four threads on the cores that there are; while answers are made the database has its share of them.',
    },
    { scenario: 'saml', what: 'metadata, signed', value: metadata.perSecond, unit: '/s' },
    atMost('saml', `others beside documents of 10 MB, p99 of ${felt.calls} calls`, felt.p99, 'ms', 50),
  ]
}

async function newApplication(stage: Stage): Promise<string> {
  const ask = <T>(method: string, path: string, body: object) =>
    callOrThrow<T>(stage, method, path, stage.accessToken, body)
  const { id } = await ask<{ id: string }>('POST', '/api/sso/saml/sp', {
    name: `Bench ${Date.now()}`,
    mapping: [
      { name: 'mail', source: 'email' },
      { name: 'name', source: 'fullName' },
    ],
    saml: {
      entityId: `https://app.example/${Date.now()}`,
      acs: [{ url: 'https://app.example/acs' }],
      allowIdpInitiated: true,
    },
  })
  const all = { everyone: true, groups: [], units: [], users: [] }
  await ask('PUT', `/api/sso/applications/${id}/assignment`, all)
  return id
}

async function flood(url: string): Promise<void> {
  const body = Buffer.alloc(large, 'SAMLRequest=PGE%2BPGE%2B')
  const end = performance.now() + 5000
  const one = async () => {
    while (performance.now() < end) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    }
  }
  await Promise.all([one(), one()])
}

function signatures(): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const data = Buffer.alloc(600, 1)
  const begun = performance.now()
  let count = 0
  for (; performance.now() - begun < 1000; count++) sign('sha256', data, privateKey)
  return count
}

const signBeside = promisify(sign) as unknown as (
  algorithm: string,
  data: Buffer,
  key: Parameters<typeof sign>[2],
) => Promise<Buffer>

async function signaturesBeside(): Promise<number> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const data = Buffer.alloc(600, 1)
  const begun = performance.now()
  let count = 0
  const one = async () => {
    for (; performance.now() - begun < 1000; count++) await signBeside('sha256', data, privateKey)
  }
  await Promise.all(Array.from({ length: callers }, one))
  return count
}
