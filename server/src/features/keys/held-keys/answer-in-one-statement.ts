import { randomBytes } from 'node:crypto'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { pinConfigOfKeys } from '../security-keys/security-keys.ts'
import { answer } from '../authenticator/authenticator.ts'
import type { AuthenticatorDependencies } from '../authenticator/authenticator.dependencies.ts'
import { cardStateOf } from './card-state.ts'
import { storeChanges } from './key-use-changes.ts'
import { type KeyUseJudgment, policyCheckOf, refusalIn } from './held-keys.policies.ts'
import { type CreatedKeys, secretsOf } from './key-secrets.ts'
import { isStaleRevision } from './held-keys.store.ts'
import {
  busyAnswer,
  TapConflict,
  type CardContext,
  cardContextOf,
  saveSessionOfTap,
  type CardTap,
  type TapAnswer,
} from './card-context.ts'

const GET_ASSERTION = 0x02
const GET_INFO = 0x04

/**
 * Answers requests that involve no PIN, in one transaction: everything is durable before the reply leaves. It
 * locks the card, so that no other request draws counters or changes it. An assertion is first tried without
 * the lock; if its writes show that another request came first, it is rolled back.
 * @throws what cardContextOf throws
 */
export async function answerInOneStatement(ctx: RequestContext, tap: CardTap): Promise<TapAnswer> {
  if (tap.request[0] === GET_ASSERTION) {
    const done = await inOne(ctx, tap, false)
    if (!(done instanceof TapConflict)) return done
  }
  const done = await inOne(ctx, tap, true)
  return done instanceof TapConflict ? busyAnswer(done) : done
}

async function inOne(ctx: RequestContext, tap: CardTap, held: boolean): Promise<TapAnswer | TapConflict> {
  let context: CardContext | undefined
  try {
    return await ctx.transact(async inner => {
      context = await cardContextOf(inner, tap, held)
      return answerFrom(inner, tap, context)
    })
  } catch (error) {
    if (context && isStaleRevision(error)) return new TapConflict(context)
    throw error
  }
}

async function answerFrom(ctx: TransactionContext, tap: CardTap, context: CardContext): Promise<TapAnswer> {
  const { key, credentials, sealer, session, tries } = context
  const rules = tap.request[0] === GET_INFO ? await pinConfigOfKeys(ctx) : undefined
  const shared = context.shared !== null
  const card = cardStateOf(key, { tries, credentials, shared, sealer, ...(rules && { rules }) })
  const made: CreatedKeys = new Map()
  const judged: KeyUseJudgment = {}
  const mayUse = policyCheckOf(work => work(ctx), tap, context, judged)
  const answered = await answer(card, session.now, tap.request, {
    ...faculties(ctx, context, made),
    userMatched: tap.matched,
    mayUse,
  })
  const refused = await refusalIn(ctx, context, judged)
  const { decision } = judged
  const stored = sendTogether(
    saveSessionOfTap(ctx, tap, context, answered.session),
    storeChanges(ctx, context, answered.changes, { made, drawn: false, decision }),
  )
  // A use is stored by statements that don't wait for each other and are already sent
  if (answered.changes.every(({ kind }) => kind === 'credential used')) ctx.commitBehind()
  await stored
  return { session: session.id, appUsedAt: key.app_used_at, response: answered.reply, refused, decision }
}

/**
 * Counters are drawn in memory. The same transaction stores the new value, unless another request has done so.
 */
function faculties(
  ctx: TransactionContext,
  context: CardContext,
  made: CreatedKeys,
): Omit<AuthenticatorDependencies, 'mayUse' | 'userMatched'> {
  const counters = new Map(context.credentials.map(row => [row.credential_id.toString('hex'), row.counter]))
  return {
    now: ctx.clock.now().getTime(),
    random: size => randomBytes(size),
    ...secretsOf(ctx, context, made, () => Promise.reject(new Error('a module is asked elsewhere'))),
    nextCounter(id) {
      const name = Buffer.from(id).toString('hex')
      const value = (counters.get(name) ?? 0) + 1
      counters.set(name, value)
      return Promise.resolve(value)
    },
    spendTry: () => Promise.reject(new Error('a PIN is looked at elsewhere')),
    acceptsPin: () => false,
  }
}
