import pg from 'pg'
import { idAt } from './machine.ts'
import type { Stage } from './stage.ts'

export interface Tenant {
  workspace: string
  authorization: string
  ask: <T>(method: string, path: string, body?: object) => Promise<T>
}

export async function makeTenant(stage: Stage, slug: string): Promise<Tenant> {
  const owner = `owner@${slug}.example`
  await stage.admin('create-workspace', slug, '--slug', slug, '--owner', owner, '--first', 'Olga', '--last', 'Owner')
  return signedIn(stage, slug, owner)
}

export async function signedIn(stage: Stage, slug: string, email: string): Promise<Tenant> {
  const issued = await stage.admin('issue-session', email, '--workspace', slug, '--expires-in', '7200')
  const authorization = String(issued['accessToken'])
  await confirmForLong(stage.databaseUrl, authorization)
  return {
    workspace: idAt(Buffer.from(authorization, 'base64url'), 21),
    authorization,
    ask: (method, path, body) => ask(stage, authorization, method, path, body),
  }
}

/** Lets a session change things for as long as the scenarios take: a program cannot confirm with a passkey. */
export async function confirmForLong(databaseUrl: string, accessToken: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const session = idAt(Buffer.from(accessToken, 'base64url'), 5)
  await client.query(`update sessions set verified_at = now() + interval '2 hours' where id = $1`, [session])
  await client.end()
}

/** One HTTP call. @throws if the status is not 200 */
async function ask<T>(stage: Stage, authorization: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(stage.address + path, {
    method,
    headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as T
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`)
  return said
}

export async function waitUntil<T>(look: () => Promise<T>, holds: (answer: T) => boolean, pause = 50): Promise<T> {
  for (;;) {
    const answer = await look()
    if (holds(answer)) return answer
    await new Promise(done => setTimeout(done, pause))
  }
}
