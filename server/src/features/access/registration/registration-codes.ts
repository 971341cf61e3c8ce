import { randomInt } from 'node:crypto'
import type { RegistrationState, RegistrationStep } from '@claviger/contract/access/registration'
import { messages } from '@claviger/contract/platform/messages'
import { withoutTransaction } from '#http/bind.ts'
import { later, minutes } from '#platform/clock.ts'
import { Problem, problem } from '#platform/problem.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { guessAtMailbox } from '../guesses/guesses.secrets.ts'
import { releaseGuess } from '../guesses/guesses.ts'
import { codeLetter, type ResumeLink } from './registration-mails.ts'
import { answerRegistration, at, proveEmail, registrationOf, resendAfter, stateOfRegistration } from './registration.ts'
import { type RegistrationChanges, type RegistrationRow, updateRegistration } from './registration.store.ts'

interface CodeInput {
  code: string
  proof?: string | undefined
}

type CodeStep = 'verify-personal-info' | 'verify'

const hashOf = (world: AppContext, row: RegistrationRow, code: string) =>
  keyedHash(world.hashKey, `registration-code:${row.id}`, code)

/** Emails a code for a step unless one was just sent, with a link to resume if given; returns the changes to store. */
export async function codeFor(
  ctx: TransactionContext,
  row: RegistrationRow,
  step: CodeStep,
  resume?: ResumeLink,
): Promise<RegistrationChanges> {
  if (row.code_for === step && resendAfter(ctx, { ...row, step }) > 0) return {}
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const now = ctx.clock.now()
  await mail(ctx, row.email, say => codeLetter(say, code, ctx.config.codeMinutes, resume))
  return {
    code_for: step,
    code_hash: hashOf(ctx, row, code),
    code_tries: 0,
    code_sent_at: now,
    code_expires_at: later(now, minutes(ctx.config.codeMinutes)),
  }
}

/** Resends the current step's code. @throws code-too-soon, or wrong-step if no code is expected */
export async function resendRegistrationCode(ctx: TransactionContext): Promise<RegistrationState> {
  const row = await registrationOf(ctx)
  const step = row.step as RegistrationStep
  if (row.completed_at !== null || (step !== 'verify-personal-info' && step !== 'verify')) throw problem('wrong-step')
  if (resendAfter(ctx, row) > 0) throw problem('code-too-soon')
  return stateOfRegistration(ctx, await updateRegistration(ctx.db, row.id, await codeFor(ctx, row, step)))
}

/**
 * Tries a code. A wrong try is counted and committed before it is refused, under the row's lock,
 * so that guesses made at the same time all count. Throws code-refused, code-spent, proof-needed and too-many.
 */
async function tryCode(
  ctx: RequestContext,
  step: CodeStep,
  { code, proof }: CodeInput,
  right: (ctx: TransactionContext, row: RegistrationRow) => Promise<RegistrationState>,
): Promise<RegistrationState> {
  const result = await ctx.transact(async inside => {
    const row = await at(inside, step)
    const { code_for, code_hash, code_expires_at: endsAt, code_tries } = row
    if (code_for !== step || code_hash === null || endsAt === null) return 'code-spent'
    if (endsAt <= inside.clock.now() || code_tries >= inside.config.codeTries) return 'code-spent'
    const taken = await guessAtMailbox(inside, row.email, { isKnown: false, proof })
    if (taken instanceof Problem) throw taken
    if (sameBytes(code_hash, hashOf(inside, row, code))) {
      await releaseGuess(inside, taken)
      return right(inside, row)
    }
    await updateRegistration(inside.db, row.id, { code_tries: code_tries + 1 })
    return 'code-refused'
  })
  if (typeof result === 'object') return result
  throw problem(
    result,
    undefined,
    result === 'code-refused' ? [{ field: 'code', message: messages['invalid.code'] }] : [],
  )
}

export const verifyPersonalInfo = withoutTransaction((ctx: RequestContext, input: CodeInput) =>
  tryCode(ctx, 'verify-personal-info', input, async (inside, row) =>
    stateOfRegistration(inside, await proveEmail(inside, row)),
  ),
)

export const confirmByCode = (ctx: RequestContext, input: CodeInput): Promise<RegistrationState> =>
  tryCode(ctx, 'verify', input, (inside, row) =>
    answerRegistration(inside, row, 'verify', {
      code_hash: null,
      code_expires_at: null,
      identity_confirmed_at: inside.clock.now(),
    }),
  )
