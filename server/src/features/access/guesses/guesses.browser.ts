import { randomBytes } from 'node:crypto'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { cookieIn, cookieOf, giveCookie } from '#http/cookies.ts'

// An encrypted cookie identifies a browser by keyed hashes of users who signed in there. It grants no access: a thief
// gets only a few additional guesses after others are blocked.
const name = 'claviger-browser'
// Root path, because registration and link sign-in also set it and have other paths
const path = '/'
const about = 'sign-in:browser:cookie of whoever holds it'
const mostPeople = 20
const lastsDays = 180
const renewedDays = 30

interface Known {
  browser: string
  people: [hash: string, day: number][]
}

const today = (ctx: Pick<TransactionContext, 'clock'>) => Math.floor(ctx.clock.now().getTime() / 86_400_000)
const hashOf = (ctx: Pick<TransactionContext, 'hashKey'>, user: string) =>
  keyedHash(ctx.hashKey, 'remembered browser', user).toString('base64url').slice(0, 22)

type Asked = Pick<TransactionContext, 'request' | 'hashKey' | 'sealer' | 'clock'>

const known = (ctx: Asked): Known | undefined => readCookie(ctx, cookieOf(ctx.request, name))

function readCookie(ctx: Pick<Asked, 'sealer' | 'clock'>, value: string | undefined): Known | undefined {
  if (value === undefined) return undefined
  try {
    const { browser, people } = JSON.parse(ctx.sealer.open(Buffer.from(value, 'base64url'), about).toString()) as Known
    return { browser, people: people.filter(([, day]) => day + lastsDays > today(ctx)) }
  } catch {
    // Manipulated, or encrypted with a deleted key: treat as an unknown browser
    return undefined
  }
}

/**
 * The user who signed in last at a browser with these cookies, as a keyed hash. Not the browser: one user can collect as
 * many browsers as they like.
 */
export const personOfBrowser = (
  world: Pick<Asked, 'sealer' | 'clock'>,
  cookies: string | undefined,
): string | undefined => readCookie(world, cookieIn(cookies, name))?.people[0]?.[0]

export function rememberBrowser(ctx: Asked & Pick<TransactionContext, 'config'>, user: string): void {
  const before = known(ctx) ?? { browser: randomBytes(12).toString('base64url'), people: [] }
  const hash = hashOf(ctx, user)
  const day = today(ctx)
  if (before.people.some(([one, since]) => one === hash && since + renewedDays > day)) return
  const people = [[hash, day] as [string, number], ...before.people.filter(([one]) => one !== hash)].slice(
    0,
    mostPeople,
  )
  const sealed = ctx.sealer.seal(JSON.stringify({ browser: before.browser, people }), about)
  giveCookie(ctx.request, ctx.config.publicUrl, { name, value: sealed.toString('base64url'), path, days: lastsDays })
}

export function usersKnownToBrowser(ctx: Asked, users: readonly string[]): string[] {
  const hashes = new Set(known(ctx)?.people.map(([hash]) => hash))
  return users.filter(user => hashes.has(hashOf(ctx, user)))
}

/** Users among these who signed in before at the calling browser; queried only if the browser has a mark. */
export async function knownUser(ctx: Asked, users: () => Promise<readonly string[]>): Promise<string | undefined> {
  const here = known(ctx)
  return here && here.people.length > 0 ? usersKnownToBrowser(ctx, await users())[0] : undefined
}

/** Counter key of a browser where one of these users signed in before; loads the users only for a known browser. */
export async function browserOf(ctx: Asked, users: () => Promise<readonly string[]>): Promise<string | undefined> {
  const here = known(ctx)
  if (!here || here.people.length === 0) return undefined
  const hashes = new Set(here.people.map(([hash]) => hash))
  const one = (await users()).map(user => hashOf(ctx, user)).find(hash => hashes.has(hash))
  return one && `${here.browser} ${one}`
}
