import { randomInt } from 'node:crypto'
import { later, minutes } from '../../../ground/clock.ts'
import { idBytes, idOfBytes, newId } from '../../../ground/ids.ts'
import { unsaid } from '../../../ground/languages.ts'
import { Problem, problem } from '../../../ground/problem.ts'
import { keyedHash } from '../../../ground/secrets/seal.ts'
import type { Actor, Ctx, World } from '../../../ground/world.ts'
import { faceOf } from '../../tenancy/workspaces/workspaces.ts'
import { browserOf } from '../guesses/guesses.browser.ts'
import { takeGuess, tryToTake } from '../guesses/guesses.ts'
import { workDone, workFor } from '../guesses/guesses.work.ts'
import { aboutCode, sendSignInCode } from './sign-in.jobs.ts'
import { findCandidates, findSignIn, insertSignIn, replaceCode } from './sign-in.store.ts'

// Long enough for three codes one after another
const lastsMinutes = 30

/** What is kept of a code: worthless without the key, and good for one sign-in only. */
export const hashOfCode = (world: Pick<World, 'hashKey'>, id: string, code: string): Buffer =>
  keyedHash(world.hashKey, 'sign-in code', `${id}:${code}`)

/** The e-mail sign-in that asks. Throws challenge-refused. */
export function signInOf(actor: Actor): string {
  if (actor.kind !== 'email' || actor.payload.length !== 16) throw problem('challenge-refused')
  return idOfBytes(actor.payload)
}

function freshCode(ctx: Ctx, id: string) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.clock.now()
  const row = {
    code_hash: hashOfCode(ctx, id, code),
    sent_at: now,
    code_expires_at: later(now, minutes(ctx.config.codeMinutes)),
  }
  return { code, row }
}

function send(ctx: Ctx, email: string, workspace: string | null, code: string) {
  const id = newId()
  return ctx.jobs.announce(ctx, sendSignInCode, {
    id,
    email,
    workspace,
    request: ctx.request,
    minutes: ctx.config.codeMinutes,
    sealed: ctx.sealer.seal(code, aboutCode(id, email)).toString('base64'),
  })
}

/** Ids of everybody whom an address may sign in. */
export const usersWith = async (ctx: Ctx, email: string): Promise<string[]> =>
  (await findCandidates(ctx.db, email, ctx.clock.now())).map(one => one.user_id)

/**
 * Counts a mail to an address. Whoever has codes sent to somebody until there are none left for nothing keeps nobody out:
 * the browser that asks then works for the next ones. Throws proof-needed and, as nobody's mailbox is to be filled,
 * too-many.
 */
async function maySend(ctx: Ctx, email: string, proof: string | undefined): Promise<void> {
  const own = await browserOf(ctx, () => usersWith(ctx, email))
  if (own !== undefined && !((await tryToTake(ctx, ['mails to a browser', own])) instanceof Problem)) return
  const taken = await tryToTake(ctx, ['mails', email])
  if (!(taken instanceof Problem)) return
  const purpose = `a code to ${email}`
  if (!(await workDone(ctx, purpose, proof))) throw workFor(ctx, purpose)
  await takeGuess(ctx, ['worked mails', email])
}

/**
 * Begins an e-mail sign-in; nothing in the answer or its time tells whether anybody has the address. Throws proof-needed
 * and too-many.
 */
export async function beginEmail(
  ctx: Ctx,
  input: { email: string; workspace?: string | undefined; proof?: string | undefined },
) {
  const id = newId()
  const now = ctx.clock.now()
  const resendAfter = ctx.config.codeMinutes * 60
  await maySend(ctx, input.email, input.proof)
  const face = input.workspace === undefined ? undefined : await faceOf(ctx, input.workspace)
  const { code, row } = freshCode(ctx, id)
  const endsAt = later(now, minutes(lastsMinutes))
  await insertSignIn(ctx.db, { id, email: input.email, workspace_id: face?.id ?? null, ...row, expires_at: endsAt })
  await send(ctx, input.email, face?.id ?? null, code)
  return { session: ctx.references.sign('email', idBytes(id), endsAt), codeSentTo: input.email, resendAfter }
}

/**
 * Sends another code once the one before has had its time. Throws code-too-soon, challenge-refused, proof-needed and
 * too-many.
 */
export async function resendCode(ctx: Ctx, input: { proof?: string | undefined }) {
  const id = signInOf(ctx.actor)
  const now = ctx.clock.now()
  const signIn = await findSignIn(ctx.db, id, now)
  if (!signIn || signIn.proven_at !== null) throw problem('challenge-refused')
  const resendAfter = ctx.config.codeMinutes * 60
  const { code, row } = freshCode(ctx, id)
  if (!(await replaceCode(ctx.db, id, later(now, -resendAfter * 1000), row))) {
    const seconds = Math.ceil((signIn.sent_at.getTime() - now.getTime()) / 1000) + resendAfter
    throw problem('code-too-soon', unsaid('Wait {seconds} seconds before asking for another code', { seconds }))
  }
  await maySend(ctx, signIn.email, input.proof)
  await send(ctx, signIn.email, signIn.workspace_id, code)
  return { ok: true as const, resendAfter }
}
