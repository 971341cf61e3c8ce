import { randomBytes } from 'node:crypto'
import { keyedHash } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { cookieIn, cookieOf, giveCookie } from '../../../http/cookies.ts'

// A browser is told apart by a sealed cookie that names the people who signed in there by keyed hashes. It opens
// nothing: whoever steals it may guess a little where strangers may no more.
const name = 'claviger-browser'
// Whoever registers or comes by a link is remembered as well, and those calls lie elsewhere
const path = '/'
const about = 'sign-in:browser:cookie of whoever holds it'
const mostPeople = 20
const lastsDays = 180
const renewedDays = 30

interface Known {
  browser: string
  /** Who signed in here, and on which day of the calendar. */
  people: [hash: string, day: number][]
}

const today = (ctx: Pick<Ctx, 'clock'>) => Math.floor(ctx.clock.now().getTime() / 86_400_000)
const hashOf = (ctx: Pick<Ctx, 'hashKey'>, user: string) =>
  keyedHash(ctx.hashKey, 'remembered browser', user).toString('base64url').slice(0, 22)

type Asked = Pick<Ctx, 'request' | 'hashKey' | 'sealer' | 'clock'>

const known = (ctx: Asked): Known | undefined => readCookie(ctx, cookieOf(ctx.request, name))

function readCookie(ctx: Pick<Asked, 'sealer' | 'clock'>, value: string | undefined): Known | undefined {
  if (value === undefined) return undefined
  try {
    const { browser, people } = JSON.parse(ctx.sealer.open(Buffer.from(value, 'base64url'), about).toString()) as Known
    return { browser, people: people.filter(([, day]) => day + lastsDays > today(ctx)) }
  } catch {
    // Altered, or sealed by a key that is gone: a browser like any other
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

/** Remembers that somebody signed in at the browser of the request. */
export function rememberBrowser(ctx: Asked & Pick<Ctx, 'config'>, user: string): void {
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

/** Which of these people signed in before at the browser that asks. */
export function knownHere(ctx: Asked, users: readonly string[]): string[] {
  const hashes = new Set(known(ctx)?.people.map(([hash]) => hash))
  return users.filter(user => hashes.has(hashOf(ctx, user)))
}

/** Which of these users signed in before at the browser that asks; they are looked up only where it knows anyone. */
export async function knownUser(ctx: Asked, users: () => Promise<readonly string[]>): Promise<string | undefined> {
  const here = known(ctx)
  return here && here.people.length > 0 ? knownHere(ctx, await users())[0] : undefined
}

/** What is counted of a browser where one of these people signed in before; they are looked up only where it is known. */
export async function browserOf(ctx: Asked, users: () => Promise<readonly string[]>): Promise<string | undefined> {
  const here = known(ctx)
  if (!here || here.people.length === 0) return undefined
  const hashes = new Set(here.people.map(([hash]) => hash))
  const one = (await users()).map(user => hashOf(ctx, user)).find(hash => hashes.has(hash))
  return one && `${here.browser} ${one}`
}
