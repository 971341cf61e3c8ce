import { randomBytes } from 'node:crypto'
import type { externalSignIn } from '@claviger/contract/access/external-sign-in'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { later, minutes } from '#platform/clock.ts'
import { idBytes, idOfBytes, newId } from '#platform/ids.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { AppContext, RequestContext, TransactionContext } from '#platform/app-context.ts'
import { Redirect } from '#http/bind.ts'
import { ownVerifier } from '#features/access/identity-checks/identity-checks.own.ts'
import {
  browserOf,
  markedBrowser,
  verifierAddress,
  verifiesPerson,
} from '../external-sign-in/external-sign-in.visits.ts'
import { lockRegistration, type RegistrationRow, updateRegistration } from './registration.store.ts'

/** The identity check that a registration started last; a later one replaces it. */
interface IdentityCheck {
  id: string
  browser?: string
  answered?: boolean
  /** Hash of the code with which the browser returns. */
  code?: string
  verified?: boolean
}

const lastsMinutes = 15
// Ends the reference, so that its length differs from that of other sign-ins at providers
const ofRegistration = Buffer.of(2)

const checkIn = (row: RegistrationRow): IdentityCheck | null => row.identity_check as unknown as IdentityCheck | null

const keepCheck = (ctx: TransactionContext, row: RegistrationRow, check: IdentityCheck | null) =>
  updateRegistration(ctx.db, row.id, { identity_check: check && JSON.stringify(check) })

interface NamedCheck {
  registration: string
  id: string
}

/** Parses the reference of a check; undefined if it is of something else, forged, or expired. */
export function checkNamed(world: AppContext, reference: string | undefined): NamedCheck | undefined {
  const payload = reference === undefined ? undefined : world.references.read('external', reference, world.clock.now())
  if (payload?.length !== 33) return undefined
  return { registration: idOfBytes(payload.subarray(0, 16)), id: idOfBytes(payload.subarray(16, 32)) }
}

/** Starts a check with the operator's provider; null without one. */
export async function offeredCheck(
  ctx: TransactionContext,
  row: RegistrationRow,
): Promise<{ name: string; url: string } | null> {
  const verifier = ownVerifier(ctx)
  if (!verifier) return null
  const id = newId()
  await keepCheck(ctx, row, { id })
  const payload = Buffer.concat([idBytes(row.id), idBytes(id), ofRegistration])
  const registration = ctx.references.sign('external', payload, later(ctx.clock.now(), minutes(lastsMinutes)))
  return { name: verifier.name, url: `/login/sso?${new URLSearchParams({ registration }).toString()}` }
}

const goBack = (fragment: Record<string, string>): Redirect =>
  new Redirect(`/auth/register#${new URLSearchParams(fragment).toString()}`)
const failed = (ctx: RequestContext, error: unknown): Redirect => {
  if (error !== undefined) ctx.log.warn({ err: error }, 'an identity check of a registration failed')
  return goBack({ unverified: ctx.request.id })
}

/** Changes a check under the lock of its registration; undefined unless it is still the last one and fits. */
const changeCheck = (
  ctx: RequestContext,
  named: NamedCheck,
  change: (check: IdentityCheck) => IdentityCheck | undefined,
): Promise<RegistrationRow | undefined> =>
  ctx.transact(async inside => {
    const row = await lockRegistration(inside.db, named.registration, inside.clock.now())
    const check = row && checkIn(row)
    if (!check || row.completed_at !== null || check.id !== named.id) return undefined
    const changed = change(check)
    return changed && keepCheck(inside, row, changed)
  })

/** Redirects the registrant to the operator's provider. */
export async function startCheck(ctx: RequestContext, reference: string, named: NamedCheck): Promise<Redirect> {
  const verifier = ownVerifier(ctx)
  if (!verifier) return failed(ctx, undefined)
  const browser = markedBrowser(ctx)
  const row = await changeCheck(ctx, named, check => (check.answered === true ? undefined : { ...check, browser }))
  if (!row) return failed(ctx, undefined)
  try {
    return new Redirect(await verifierAddress(ctx, verifier, { id: named.id, state: reference }))
  } catch (error) {
    return failed(ctx, error)
  }
}

type CallbackInput = OutputOf<(typeof externalSignIn)['calls']['callback']['input']>

/** Receives the provider's response, once and in the browser that asked; keeps only whether it verified the person. */
export async function answerCheck(ctx: RequestContext, input: CallbackInput, named: NamedCheck): Promise<Redirect> {
  const [verifier, browser] = [ownVerifier(ctx), browserOf(ctx)]
  if (!verifier || browser === undefined) return failed(ctx, undefined)
  const row = await changeCheck(ctx, named, check =>
    check.answered === true || check.browser !== browser ? undefined : { ...check, answered: true },
  )
  if (!row) return failed(ctx, undefined)
  try {
    const person = { firstName: row.first_name, lastName: row.last_name }
    const verified = await verifiesPerson(ctx, verifier, { id: named.id, input }, person)
    const secret = randomBytes(32).toString('base64url')
    const code = hashOf(ctx, secret)
    const kept = await changeCheck(ctx, named, check => ({ ...check, code, verified }))
    return kept ? goBack({ identity: secret }) : failed(ctx, undefined)
  } catch (error) {
    return failed(ctx, error)
  }
}

const hashOf = (world: Pick<AppContext, 'hashKey'>, secret: string) =>
  keyedHash(world.hashKey, 'registration identity', secret).toString('base64url')

/** Uses up the last check; true if the browser brings its code, and it verified the person. */
export async function takeCheck(ctx: TransactionContext, row: RegistrationRow, code: string): Promise<boolean> {
  const check = checkIn(row)
  await keepCheck(ctx, row, null)
  if (!check) return false
  return check.verified === true && check.code === hashOf(ctx, code) && check.browser === browserOf(ctx)
}
