import { randomBytes } from 'node:crypto'
import { spellingsOfCard } from '@claviger/contract/keys/card-numbers'
import { type PinConfig, pinAccepted } from '@claviger/contract/platform/pin'
import { type AuthenticatorReply, answer } from '../authenticator/authenticator.ts'
import type { PinTries } from '../authenticator/authenticator.card.ts'
import type { AuthenticatorDependencies } from '../authenticator/authenticator.dependencies.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { waitBeforeRetry } from '#platform/retry-pause.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import {
  blockKey,
  cardOf as cardNumberOf,
  keyById,
  keyToChange,
  pinConfigOfKeys,
} from '../security-keys/security-keys.ts'
import { pinTriesOf, triesSince } from '../security-keys/security-keys.pins.ts'
import { announceKey } from '../vault/vault.ts'
import { FULL } from '../authenticator/authenticator.tries.ts'
import { cardStateOf, isRetryOfTap } from './card-state.ts'
import { storeChanges } from './key-use-changes.ts'
import { isStaleRevision, drawCounter, endTry, findTries, saveTries } from './held-keys.store.ts'
import { logUse, ownerOf } from './lines.ts'
import { type KeyUseJudgment, policyCheckOf, refusalIn } from './held-keys.policies.ts'
import { type CreatedKeys, secretsOf } from './key-secrets.ts'
import {
  busyAnswer,
  CLIENT_PIN,
  keepSession,
  TapConflict,
  type CardContext,
  cardContextOf,
  type CardTap,
  type TapAnswer,
} from './card-context.ts'

/** Retries if the card changed meanwhile; after that the platform is asked to retry. */
const ATTEMPTS = 3

/** How long a request waits for other PIN checks of its card, ms. Most PINs are right and quickly checked. */
const QUEUES = 10_000

/**
 * Answers requests that must hold no lock meanwhile: ClientPIN (CTAP 2.1 §6.5.5), because an attempt must be
 * spent durably in its own transaction before the PIN is compared; and operations of a hardware security
 * module, which is slow and may be unreachable. PINs of one card are checked one at a time: a correct PIN
 * restores its attempt, and until then no other request may see too few. Counters are durable before they
 * sign; those of unsent answers are skipped. Card state, answer, policies, and changes are the same functions as in
 * `answerInOneStatement`, so no rule is written for either of them.
 * @throws what cardContextOf throws
 */
export async function answerInSteps(ctx: RequestContext, tap: CardTap): Promise<TapAnswer> {
  const until = performance.now() + QUEUES
  for (let attempt = 1, round = 0; ;) {
    const { context, rules } = await ctx.transact(async inner => ({
      context: await cardContextOf(inner, tap, false),
      rules: tap.request[0] === CLIENT_PIN ? await pinConfigOfKeys(inner) : undefined,
    }))
    const step: Step = {
      tap,
      elsewhere: !counts(ctx, tap),
      context,
      spent: undefined,
      queues: false,
      made: new Map(),
      judged: {},
    }
    const mayQueue = rules !== undefined && !step.elsewhere && performance.now() < until
    if (mayQueue && isRetryOfTap(context.tries, ctx.clock.now())) {
      await waitBeforeRetry(round++)
      continue
    }
    try {
      const { key, session } = context
      const card = step.elsewhere ? { ...cardOf(context, rules), tries: FULL } : cardOf(context, rules)
      const answered = await answer(card, session.now, tap.request, facultiesOf(ctx, step, rules))
      if (mayQueue && step.queues) {
        await waitBeforeRetry(round++)
        continue
      }
      const kept = await keep(ctx, step, answered, step.spent?.to ?? card.tries)
      if (kept) {
        const { decision, refused: was } = step.judged
        const refused = was && (await ctx.transact(inner => refusalIn(inner, context, step.judged)))
        return { session: session.id, appUsedAt: key.app_used_at, response: answered.reply, refused, decision }
      }
    } catch (error) {
      if (error instanceof TapConflict) return busyAnswer(error)
      if (!isStaleRevision(error)) throw error
    }
    if (attempt++ === ATTEMPTS) return busyAnswer(new TapConflict(context))
  }
}

/**
 * Whether wrong PINs count at the card and can block it. Not those entered on our own page, where anyone who
 * knows a badge number could block the card remotely. That page counts its own attempts.
 */
const counts = (ctx: RequestContext, { asking }: CardTap): boolean => asking.app !== ctx.workspace

interface Step {
  readonly tap: CardTap
  readonly elsewhere: boolean
  readonly context: CardContext
  spent: { readonly to: PinTries; readonly since: Date } | undefined
  queues: boolean
  readonly made: CreatedKeys
  readonly judged: KeyUseJudgment
}

const cardOf = ({ key, tries, credentials, shared, sealer }: CardContext, rules: PinConfig | undefined) =>
  cardStateOf(key, { tries, credentials, shared: shared !== null, sealer, ...(rules && { rules }) })

const facultiesOf = (ctx: RequestContext, step: Step, rules: PinConfig | undefined): AuthenticatorDependencies => ({
  now: ctx.clock.now().getTime(),
  userMatched: step.tap.matched,
  random: size => randomBytes(size),
  mayUse: policyCheckOf(work => ctx.transact(work), step.tap, step.context, step.judged),
  acceptsPin: async pin => rules !== undefined && pinAccepted(rules, pin, await numbersOf(ctx, step.context.key.id)),
  async spendTry(from, to) {
    const since = ctx.clock.now()
    const spent = step.elsewhere || (await spendTry(ctx, step.context.key.id, { from, to, since }))
    if (spent) step.spent = { to, since }
    else step.queues = true
    return spent
  },
  ...secretsOf(ctx, step.context, step.made, kept => ctx.transact(inner => announceKey(inner, kept))),
  async nextCounter(id) {
    const row = step.context.credentials.find(one => one.credential_id.equals(id))
    const drawn = row && (await ctx.transact(inner => drawCounter(inner.db, row.id)))
    if (drawn === undefined) throw new TapConflict(step.context)
    return drawn
  },
})

/** Spellings of the card's number, which its PIN must not contain. */
const numbersOf = (ctx: RequestContext, id: string) =>
  ctx.transact(async inner => {
    const row = await keyById(inner, id)
    const card = row && (await cardNumberOf(inner, row))
    return card === undefined ? [] : spellingsOfCard(card)
  })

const spendTry = (
  ctx: RequestContext,
  id: string,
  { from, to, since }: { from: PinTries; to: PinTries; since: Date },
): Promise<boolean> =>
  ctx.transact(async inner => {
    const [key, row] = await sendTogether(keyToChange(inner, id), findTries(inner.db, id))
    if (!key || isRetryOfTap(row, since)) return false
    const now = pinTriesOf(key, row)
    if (now.left !== from.left || now.notBefore !== from.notBefore) return false
    const not_before = to.notBefore === 0 ? null : new Date(to.notBefore)
    await saveTries(inner.db, id, { tries_left: to.left, not_before, tries_of: triesSince(key), tried_at: since })
    return true
  })

/**
 * Stores an answer's changes; false if its basis changed and it must be made again.
 * @throws Overtaken if another request has used the session, after the spent attempt is stored
 */
async function keep(
  ctx: RequestContext,
  { tap, elsewhere, context, spent, made, judged }: Step,
  { changes: all, session }: AuthenticatorReply,
  tries: PinTries,
): Promise<boolean> {
  const right = all.some(({ kind }) => kind === 'tries restored')
  const changes = elsewhere ? all.filter(({ kind }) => kind !== 'tries restored') : all
  const follows = await ctx.transact(async inner => {
    const looked = async () => {
      if (spent && !elsewhere) await endTry(inner.db, context.key.id, spent.since)
    }
    if (changes.length > 0) {
      const now = await cardContextOf(inner, tap, true)
      if (standOf(now, tap) !== standOf(context, tap)) {
        await looked()
        return undefined
      }
    }
    const kept = await keepSession(inner, tap, context, session)
    // The PIN was right even if another request has used the session
    const stays = kept ? changes : changes.filter(({ kind }) => kind === 'tries restored')
    await storeChanges(inner, context, stays, { made, drawn: true, decision: judged.decision })
    if (spent && !right) {
      await looked()
      await logUse(inner, context.key, 'security-key.pin-refused', { failed: 'Wrong PIN' })
    }
    // Also if the process that saw the last wrong PIN died before blocking
    if (tries.left === 0 && !right) await blockKey(inner, context.key.id, ownerOf(context.key))
    return kept
  })
  if (follows === false) throw new TapConflict(context)
  return follows === true
}

/**
 * What an answer depends on. Counters and attempts guard themselves, and PIN checks don't depend on passkeys.
 */
const standOf = ({ key, credentials }: CardContext, { request }: CardTap): string =>
  JSON.stringify([
    [key.id, key.pin_sealed, key.pin_set_at, key.unblocked_at, key.pin_due, key.verification],
    request[0] === CLIENT_PIN ? [] : credentials.map(row => row.id),
  ])
