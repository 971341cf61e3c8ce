import { randomBytes } from 'node:crypto'
import { days, later, minutes } from '#platform/clock.ts'
import { idBytes, idOfBytes } from '#platform/ids.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { RequestFacts, AppContext } from '#platform/app-context.ts'
import { cookieOf, giveCookie, hostCookie } from '#http/cookies.ts'

type Asked = Pick<AppContext, 'config' | 'hashKey'> & { request: RequestFacts }

// Bound to this host and to https if available, so that other sites of the domain can't set it
const nameIn = (world: Pick<AppContext, 'config'>) => hostCookie(world.config.publicUrl, 'claviger-external')

const hashOf = (world: Pick<AppContext, 'hashKey'>, value: string) =>
  keyedHash(world.hashKey, 'external browser', value)

export function browserAsking(ctx: Asked): Buffer | undefined {
  const value = cookieOf(ctx.request, nameIn(ctx))
  return value !== undefined && /^[\w-]{43}$/.test(value) ? hashOf(ctx, value) : undefined
}

/** Sets a cookie on the request's browser; concurrent sign-ins in its tabs share it. */
export function markBrowser(ctx: Asked): Buffer {
  const name = nameIn(ctx)
  const before = cookieOf(ctx.request, name)
  const value = before !== undefined && /^[\w-]{43}$/.test(before) ? before : randomBytes(32).toString('base64url')
  giveCookie(ctx.request, ctx.config.publicUrl, { name, value, path: '/', days: 1 / 24, sameSite: 'Lax' })
  return hashOf(ctx, value)
}

export const externalSignInMinutes = 15

/** The state parameter that identifies the sign-in: contains no secret, and its MAC proves that we issued it. */
export const sealState = (world: AppContext, workspace: string, id: string): string =>
  world.references.sign(
    'external',
    Buffer.concat([idBytes(workspace), idBytes(id)]),
    later(world.clock.now(), minutes(externalSignInMinutes)),
  )

/** Parses a state; undefined if forged or expired. */
export function readState(world: AppContext, state: string | undefined): { workspace: string; id: string } | undefined {
  const payload = state === undefined ? undefined : world.references.read('external', state, world.clock.now())
  if (payload?.length !== 32) return undefined
  return { workspace: idOfBytes(payload.subarray(0, 16)), id: idOfBytes(payload.subarray(16)) }
}

/** Single-use code that the browser carries from the response to the sign-in page: ID and secret. */
export function newCode(world: AppContext, workspace: string, id: string): { code: string; hash: Buffer } {
  const secret = randomBytes(32)
  const code = world.references.sign(
    'external',
    Buffer.concat([idBytes(workspace), idBytes(id), secret]),
    later(world.clock.now(), days(1)),
  )
  return { code, hash: hashOfCode(world, secret) }
}

/** Parses a code into the sign-in and the stored hash of its secret. */
export function readCode(world: AppContext, code: string): { workspace: string; id: string; hash: Buffer } | undefined {
  const payload = world.references.read('external', code, world.clock.now())
  if (payload?.length !== 64) return undefined
  return {
    workspace: idOfBytes(payload.subarray(0, 16)),
    id: idOfBytes(payload.subarray(16, 32)),
    hash: hashOfCode(world, payload.subarray(32)),
  }
}

const hashOfCode = (world: Pick<AppContext, 'hashKey'>, secret: Uint8Array) =>
  keyedHash(world.hashKey, 'external code', secret)

/** A step of a visit to a card page, and the user whose identity it verifies, if it is about one. */
interface VisitStep {
  workspace: string
  provider: string
  visit: string
  about: string | null
}

// Ends a reference about a user, so that its length differs from that of a code
const aboutUser = Buffer.of(1)

/** Reference with which a card page redirects here. */
export const visitReference = (world: AppContext, of: VisitStep): string =>
  world.references.sign(
    'external',
    Buffer.concat([
      idBytes(of.workspace),
      idBytes(of.provider),
      idBytes(of.visit),
      ...(of.about === null ? [] : [idBytes(of.about), aboutUser]),
    ]),
    later(world.clock.now(), minutes(externalSignInMinutes)),
  )

/** Parses such a reference; undefined if forged or expired. */
export function readVisit(world: AppContext, reference: string): VisitStep | undefined {
  const payload = world.references.read('external', reference, world.clock.now())
  if (payload?.length !== 48 && payload?.length !== 65) return undefined
  return {
    workspace: idOfBytes(payload.subarray(0, 16)),
    provider: idOfBytes(payload.subarray(16, 32)),
    visit: idOfBytes(payload.subarray(32, 48)),
    about: payload.length === 65 ? idOfBytes(payload.subarray(48, 64)) : null,
  }
}

export const requestIdOf = (id: string): string => `_${id.replaceAll('-', '')}`
export function idOfRequest(text: string): string | undefined {
  return /^_[0-9a-f]{32}$/.test(text) ? idOfBytes(Buffer.from(text.slice(1), 'hex')) : undefined
}
