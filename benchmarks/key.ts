import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { asAssertion, asRegistration, type SoftwareKey, softwareKey } from '../server/test/api/authenticator.ts'
import type { Stage } from './stage.ts'

export interface Enrolled {
  key: SoftwareKey
}

// Only keeps connections alive: a heavier client would be measured too, because it shares a core with the database
const agent = new Agent({ keepAlive: true })

/** Calls the stage's server over a keep-alive connection. @throws if the status is not 200 */
export async function callOrThrow<T>(
  stage: Stage,
  method: string,
  path: string,
  authorization: string,
  body?: object,
): Promise<T> {
  const text = body && JSON.stringify(body)
  const headers = {
    accept: 'application/json',
    ...(authorization && { authorization }),
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  const asked = request(stage.address + path, { method, headers, agent })
  asked.end(text)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let said = ''
  answer.setEncoding('utf8').on('data', (part: string) => (said += part))
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${said}`)
  return JSON.parse(said) as T
}

export async function enroll(stage: Stage, place: number): Promise<Enrolled> {
  const email = `sign-in-${place}-${Date.now()}@bench.example`
  await callOrThrow(stage, 'POST', '/administrator/tokens', stage.accessToken, {
    userId: email,
    email,
    firstName: 'Key',
    lastName: `Number ${place}`,
  })
  const { link } = (await stage.admin('recovery-link', email, '--workspace', 'bench')) as { link: string }
  const secret = new URL(link).searchParams.get('link')
  const { session } = await callOrThrow<{ session: string }>(stage, 'POST', '/register/verify', '', { link: secret })
  const { creation } = await callOrThrow<{ creation: Parameters<SoftwareKey['create']>[0] }>(
    stage,
    'POST',
    '/register/hardware/get-challenge',
    session,
    {},
  )
  const key = softwareKey({ origin: `http://localhost:${new URL(stage.address).port}` })
  await callOrThrow(
    stage,
    'PUT',
    '/register/stpTwoSecurityKey/credential',
    session,
    asRegistration(key.create(creation)),
  )
  return { key }
}

export async function signInOnce(stage: Stage, { key }: Enrolled): Promise<void> {
  const { session, options } = await callOrThrow<{ session: string; options: Parameters<SoftwareKey['get']>[0] }>(
    stage,
    'GET',
    '/api/v1/auth/passkey/initial',
    '',
  )
  await callOrThrow(stage, 'POST', '/api/v1/auth/passkey/login', session, asAssertion(key.get(options)))
}

export async function browserOf(stage: Stage, place: number): Promise<string> {
  const { key } = await enroll(stage, place)
  const { session, options } = await callOrThrow<{ session: string; options: Parameters<SoftwareKey['get']>[0] }>(
    stage,
    'GET',
    '/api/v1/auth/passkey/initial',
    '',
  )
  const answer = await fetch(`${stage.address}/api/v1/auth/passkey/login`, {
    method: 'POST',
    headers: { authorization: session, 'content-type': 'application/json' },
    body: JSON.stringify(asAssertion(key.get(options))),
  })
  const cookies = answer.headers.getSetCookie().map(one => one.split(';')[0])
  if (cookies.length === 0) throw new Error(`not signed in: ${await answer.text()}`)
  return cookies.join('; ')
}
