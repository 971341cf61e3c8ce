import { randomBytes, randomInt } from 'node:crypto'
import type { CodeMethod } from '@claviger/contract/access/sign-in.ways'
import { later, minutes } from '#platform/clock.ts'
import { idBytes, idOfBytes, newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { Problem, problem } from '#platform/problem.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { Actor, TransactionContext, AppContext } from '#platform/app-context.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { browserOf } from '../guesses/guesses.browser.ts'
import { reserveGuess, tryToReserveGuess } from '../guesses/guesses.ts'
import { workDone, workFor } from '../guesses/guesses.work.ts'
import { maskedNumber, mayText, mustHaveGateway } from './phone-code.ts'
import { signInCodeSubject, sendSignInCode } from './sign-in.jobs.ts'
import { sendPhoneCode } from './sign-in.phone-jobs.ts'
import { findCandidates, findSignIn, insertSignIn, replaceCode, sentAt } from './sign-in.store.ts'

const lastsMinutes = 30
const phoneWait = 120

/** Stored form of a code: useless without the key, and bound to one sign-in. */
export const hashOfCode = (world: Pick<AppContext, 'hashKey'>, id: string, code: string): Buffer =>
  keyedHash(world.hashKey, 'sign-in code', `${id}:${code}`)

/** The calling email sign-in. @throws challenge-refused */
export function signInOf(actor: Actor): string {
  if (actor.kind !== 'email' || actor.payload.length !== 16) throw problem('challenge-refused')
  return idOfBytes(actor.payload)
}

function freshCode(ctx: TransactionContext, id: string, by: CodeMethod) {
  const now = ctx.clock.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  // A separate code per phone number is derived from this seed
  const seed = randomBytes(32)
  const row = {
    code_by: by,
    code_hash: by === 'code' ? hashOfCode(ctx, id, code) : seed,
    code_expires_at: later(now, minutes(ctx.config.codeMinutes)),
  }
  return { code, seed, row }
}

interface Asking {
  id: string
  email: string
  workspace: string | null
}

/** Sends the code; returns where, as far as it may be revealed, and when another can be requested. */
async function send(
  ctx: TransactionContext,
  by: CodeMethod,
  asking: Asking,
  made: ReturnType<typeof freshCode>,
  known: boolean,
) {
  const { id: signIn, email, workspace } = asking
  const asked = { email, workspace, request: ctx.request, minutes: ctx.config.codeMinutes }
  if (by !== 'code') {
    await ctx.jobs.announce(ctx, sendPhoneCode, { ...asked, by, id: signIn, seed: made.seed.toString('base64'), known })
    return { codeSentTo: known ? await maskedNumber(ctx, email, by) : '', resendAfter: waitOf(ctx, by) }
  }
  const id = newId()
  const sealed = ctx.sealer.seal(made.code, signInCodeSubject(id, email)).toString('base64')
  await ctx.jobs.announce(ctx, sendSignInCode, { ...asked, id, sealed })
  return { codeSentTo: email, resendAfter: waitOf(ctx, by) }
}

/**
 * Seconds until another code can be requested for the same channel; short for phones, where delivery is immediate.
 */
const waitOf = (ctx: TransactionContext, by: CodeMethod): number =>
  by === 'code' ? ctx.config.codeMinutes * 60 : phoneWait

/** Ids of the users who have proven this mailbox. An administrator elsewhere can give it to a user who has not. */
export const ownersOf = async (ctx: TransactionContext, email: string): Promise<string[]> =>
  (await findCandidates(ctx.db, email, ctx.clock.now())).filter(one => one.email_verified).map(one => one.user_id)

/**
 * Counts an email to an address. An attacker who uses up the free ones does not lock the user out: further ones
 * require a proof of work by the requesting browser.
 * @throws proof-needed, and too-many to protect the mailbox from flooding
 */
async function maySend(ctx: TransactionContext, email: string, proof: string | undefined): Promise<void> {
  const own = await browserOf(ctx, () => ownersOf(ctx, email))
  if (own !== undefined && !((await tryToReserveGuess(ctx, ['mails to a browser', own])) instanceof Problem)) return
  const taken = await tryToReserveGuess(ctx, ['mails', email])
  if (!(taken instanceof Problem)) return
  const purpose = `a code to ${email}`
  if (!(await workDone(ctx, purpose, proof))) throw workFor(ctx, purpose)
  await reserveGuess(ctx, ['worked mails', email])
}

async function mayHave(
  ctx: TransactionContext,
  by: CodeMethod,
  email: string,
  proof: string | undefined,
): Promise<boolean> {
  if (by !== 'code') return mayText(ctx, { email, by, proof })
  await maySend(ctx, email, proof)
  return false
}

/**
 * Starts an email sign-in; neither response nor timing reveals whether a user or a phone number exists.
 * @throws way-not-offered, proof-needed, too-many
 */
export async function beginEmail(
  ctx: TransactionContext,
  input: {
    email: string
    workspace?: string | undefined
    by?: CodeMethod | undefined
    proof?: string | undefined
  },
) {
  const { email, by = 'code' } = input
  if (by !== 'code') mustHaveGateway(ctx, by)
  const id = newId()
  const now = ctx.clock.now()
  const known = await mayHave(ctx, by, email, input.proof)
  const face = input.workspace === undefined ? undefined : await faceOf(ctx, input.workspace)
  const workspace = face?.id ?? null
  const made = freshCode(ctx, id, by)
  const endsAt = later(now, minutes(lastsMinutes))
  await insertSignIn(ctx.db, { id, email, workspace_id: workspace, ...made.row, [sentAt[by]]: now, expires_at: endsAt })
  const sent = await send(ctx, by, { id, email, workspace }, made, known)
  return { session: ctx.references.sign('email', idBytes(id), endsAt), ...sent }
}

/**
 * Sends another code after a delay, or immediately through another channel; earlier codes become invalid.
 * @throws code-too-soon, challenge-refused, way-not-offered, proof-needed, too-many
 */
export async function resendCode(
  ctx: TransactionContext,
  input: { by?: CodeMethod | undefined; proof?: string | undefined },
) {
  const id = signInOf(ctx.actor)
  const now = ctx.clock.now()
  const signIn = await findSignIn(ctx.db, id, now)
  if (!signIn || signIn.proven_at !== null) throw problem('challenge-refused')
  const by = input.by ?? (signIn.code_by as CodeMethod)
  if (by !== 'code') mustHaveGateway(ctx, by)
  const wait = waitOf(ctx, by)
  const made = freshCode(ctx, id, by)
  if (!(await replaceCode(ctx.db, id, later(now, -wait * 1000), { ...made.row, now }))) {
    const last = signIn[sentAt[by]] ?? now
    const seconds = Math.ceil((last.getTime() - now.getTime()) / 1000) + wait
    throw problem('code-too-soon', deferText('Wait {seconds} seconds before you request another code', { seconds }))
  }
  const { email, workspace_id: workspace } = signIn
  const known = await mayHave(ctx, by, email, input.proof)
  return { ok: true as const, ...(await send(ctx, by, { id, email, workspace }, made, known)) }
}
