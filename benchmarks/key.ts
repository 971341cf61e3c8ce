import { asAssertion, asRegistration, type SoftwareKey, softwareKey } from '../server/test/authenticator.ts'
import type { Stage } from './stage.ts'

/** Somebody with a software key. */
export interface Enrolled {
  key: SoftwareKey
}

async function tell<T>(stage: Stage, method: string, path: string, authorization: string, body?: object): Promise<T> {
  const answer = await fetch(stage.address + path, {
    method,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(authorization && { authorization }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as T
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`)
  return said
}

/** Adds a user and makes a passkey for them through the mailed link, as a person would. */
export async function enroll(stage: Stage, place: number): Promise<Enrolled> {
  const email = `sign-in-${place}-${Date.now()}@bench.example`
  await tell(stage, 'POST', '/administrator/tokens', stage.accessToken, {
    userId: email,
    email,
    firstName: 'Key',
    lastName: `Number ${place}`,
  })
  const { link } = (await stage.admin('recovery-link', email, '--workspace', 'bench')) as { link: string }
  const secret = new URL(link).searchParams.get('link')
  const { session } = await tell<{ session: string }>(stage, 'POST', '/register/verify', '', { link: secret })
  const { creation } = await tell<{ creation: Parameters<SoftwareKey['create']>[0] }>(
    stage,
    'POST',
    '/register/hardware/get-challenge',
    session,
    {},
  )
  const key = softwareKey({ origin: 'http://localhost:18477' })
  await tell(stage, 'PUT', '/register/stpTwoSecurityKey/credential', session, asRegistration(key.create(creation)))
  return { key }
}

/** One whole sign-in: the interim session and its options, then the assertion. */
export async function signInOnce(stage: Stage, { key }: Enrolled): Promise<void> {
  const { session, options } = await tell<{ session: string; options: Parameters<SoftwareKey['get']>[0] }>(
    stage,
    'GET',
    '/api/v1/auth/passkey/initial',
    '',
  )
  await tell(stage, 'POST', '/api/v1/auth/passkey/login', session, asAssertion(key.get(options)))
}
