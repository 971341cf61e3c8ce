import { randomInt } from 'node:crypto'
import type { CodeChannel } from '@claviger/contract/access/self-service'
import { doneReply } from '@claviger/contract/platform/fields'
import { later, minutes } from '#platform/clock.ts'
import { Problem, problem } from '#platform/problem.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { userById } from '#features/people/users/users.ts'
import { knownUser } from '#features/access/guesses/guesses.browser.ts'
import { guessAt } from '#features/access/guesses/guesses.secrets.ts'
import { releaseGuess } from '#features/access/guesses/guesses.ts'
import { codesTo, countCodeTo } from '../abuse/attempt-counts.ts'
import { failVisit, noteRefusedVisit } from '../failed.ts'
import { sendCode } from '../self-service-mails.ts'
import { changeVisit } from '../self-service.store.ts'
import { numberToText } from './texted-phone.ts'
import { forgetVisitor, KeptRefusal, step, type Visit } from '../visit.ts'

const sentAt = { email: 'mailed_at', phone: 'texted_at' } as const

const hashOfCode = (ctx: TransactionContext, visit: string, code: string) =>
  keyedHash(ctx.hashKey, 'self-service code', `${visit}:${code}`)

/**
 * Sends a code to the identified user's address on record, invalidating an earlier code; the response does not reveal
 * whether there is an address.
 * @throws visit-code-too-soon within ten minutes of the last code to the same kind of address, while that code is
 * valid or was used up by guesses; visit-limit if too many were sent to the user or to phones
 */
export const askCode = step(async (ctx: TransactionContext, visit: Visit, input: { type: CodeChannel }) => {
  const { row, page } = visit
  if (row.user_id === null || page.settings.verificationType !== 'default') throw problem('wrong-step')
  const now = ctx.clock.now()
  const lasts = minutes(ctx.config.codeMinutes)
  // After a restart of the step, earlier codes don't count: the user would wait for nothing
  const stands = row.code_by === input.type && (row.code_hash !== null || row.code_tries > 0)
  const last = stands ? row[sentAt[input.type]] : null
  if (last !== null && later(last, lasts) > now) throw problem('visit-code-too-soon')
  const [user, sent] = await sendTogether(userById(ctx, row.user_id), codesTo(ctx, row.user_id))
  if (sent >= page.settings.limits.person * 2) throw problem('visit-limit')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const kept = changeVisit(ctx.db, row.id, {
    ...forgetVisitor.verification,
    code_hash: hashOfCode(ctx, row.id, code),
    code_by: input.type,
    code_ends_at: later(now, lasts),
    [sentAt[input.type]]: now,
  })
  await sendTogether(kept, countCodeTo(ctx, visit, row.user_id))
  const address = user && (input.type === 'phone' ? await numberToText(ctx, visit, user) : user.email)
  if (user && address) await sendCode(ctx, page, { user, by: input.type, address }, code)
  return doneReply
})

/**
 * Checks the visit's code. Returns the kind of address it verifies, or a refusal: visit-code-refused for a wrong
 * code; visit-code-spent for none, an expired one, and any after five wrong ones; visit-limit after many guesses for
 * the user in any visits.
 */
export async function checkCode(
  ctx: TransactionContext,
  visit: Visit,
  code: string | undefined,
): Promise<CodeChannel | KeptRefusal> {
  const { row } = visit
  const inTime = row.code_ends_at !== null && row.code_ends_at > ctx.clock.now()
  if (row.code_hash === null || !inTime || row.code_tries >= ctx.config.codeTries)
    return new KeptRefusal(problem('visit-code-spent'))
  if (code === undefined) return new KeptRefusal(problem('visit-code-refused'))
  // Each visit has its own code, so guesses are also counted per user
  const name = row.user_id ?? row.id
  const isKnown = (await knownUser(ctx, async () => [name])) !== undefined
  const taken = await guessAt(ctx, { kind: 'person', name, isKnown })
  if (taken instanceof Problem) {
    await noteRefusedVisit(ctx, visit, msg('Too many wrong attempts; further attempts are blocked for a while'))
    return new KeptRefusal(problem('visit-limit'))
  }
  if (sameBytes(hashOfCode(ctx, row.id, code), row.code_hash)) {
    await releaseGuess(ctx, taken)
    return row.code_by as CodeChannel
  }
  const tries = row.code_tries + 1
  const ended = tries >= ctx.config.codeTries
  if (ended) await noteRefusedVisit(ctx, visit, msg('The code was wrong'))
  return failVisit(ctx, visit, problem('visit-code-refused'), { code_tries: tries, ...(ended && { code_hash: null }) })
}
