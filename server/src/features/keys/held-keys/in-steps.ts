import { randomBytes } from 'node:crypto'
import { type PinConfig, pinAccepted } from '@claviger/contract/ground/pin'
import { type Answer, answer } from '../authenticator/authenticator.ts'
import type { Tries } from '../authenticator/authenticator.card.ts'
import type { Faculties } from '../authenticator/authenticator.faculties.ts'
import type { RequestCtx } from '../../../ground/world.ts'
import { aMoment } from '../../../ground/moment.ts'
import { together } from '../../../ground/db/together.ts'
import { blockKey, keyToChange, pinConfigOfKeys } from '../security-keys/security-keys.ts'
import { keyExpected } from '../vault/vault.ts'
import { FULL } from '../authenticator/authenticator.tries.ts'
import { cardStateOf, isTried, triesOf, triesSince } from './card-state.ts'
import { storeChanges } from './changes.ts'
import { changedNothing, drawCounter, endTry, findTries, saveTries } from './held-keys.store.ts'
import { logUse, ownerOf } from './lines.ts'
import { type Judged, judging, refusalIn } from './held-keys.policies.ts'
import { type KeysMade, secretsOf } from './secrets.ts'
import {
  busy,
  CLIENT_PIN,
  keepSession,
  Overtaken,
  type CardContext,
  cardContextOf,
  type Tap,
  type TapAnswer,
} from './card-context.ts'

/** How often a request is answered anew because the card changed under it; after that the platform is told to come again. */
const ATTEMPTS = 3

/** How long a request queues while the PIN of its card is looked at for others, ms: mostly it is right, and soon judged. */
const QUEUES = 10_000

/**
 * Answers what must hold nothing while it is answered: ClientPIN (CTAP 2.1 §6.5.5), since a try must be spent, durably and
 * in a transaction of its own, before the PIN is looked at; and what a hardware security module makes or signs, since that
 * is slow and may be away. PINs of one card are looked at one after the other: a try is given back when it was right, and
 * until then nobody may find too few left. Counters are durable before they sign; one whose answer does not leave is
 * skipped. Throws what cardContextOf does.
 */
export async function answerInSteps(ctx: RequestCtx, tap: Tap): Promise<TapAnswer> {
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
    if (mayQueue && isTried(context.tries, ctx.clock.now())) {
      await aMoment(round++)
      continue
    }
    try {
      const { key, session } = context
      const card = step.elsewhere ? { ...cardOf(context, rules), tries: FULL } : cardOf(context, rules)
      const answered = await answer(card, session.now, tap.request, facultiesOf(ctx, step, rules))
      if (mayQueue && step.queues) {
        await aMoment(round++)
        continue
      }
      const kept = await keep(ctx, step, answered, step.spent?.to ?? card.tries)
      if (kept) {
        const { decision, refused: was } = step.judged
        const refused = was && (await ctx.transact(inner => refusalIn(inner, context, step.judged)))
        return { session: session.id, appUsedAt: key.app_used_at, response: answered.reply, refused, decision }
      }
    } catch (error) {
      if (error instanceof Overtaken) return busy(error)
      if (!changedNothing(error)) throw error
    }
    if (attempt++ === ATTEMPTS) return busy(new Overtaken(context))
  }
}

/**
 * Do wrong PINs count at the card, and block it? Not those given at our own page: anybody in the world who knows the
 * number of a badge would block it there. That page counts for itself, and answers the readers of a house by nothing.
 */
const counts = (ctx: RequestCtx, { asking }: Tap): boolean => asking.app !== ctx.workspace

/** One attempt: what was read, and what was done while it was answered. */
interface Step {
  readonly tap: Tap
  /** Tries are counted where the card was asked from, not at the card; see `counts`. */
  readonly elsewhere: boolean
  readonly context: CardContext
  /** The tries that are left while the PIN is looked at, and since when it is. */
  spent: { readonly to: Tries; readonly since: Date } | undefined
  /** Somebody else's PIN is looked at; the request is to come again by itself. */
  queues: boolean
  readonly made: KeysMade
  readonly judged: Judged
}

const cardOf = ({ key, tries, credentials, shared, sealer }: CardContext, rules: PinConfig | undefined) =>
  cardStateOf(key, { tries, credentials, shared: shared !== null, sealer, ...(rules && { rules }) })

const facultiesOf = (ctx: RequestCtx, step: Step, rules: PinConfig | undefined): Faculties => ({
  now: ctx.clock.now().getTime(),
  userMatched: step.tap.matched,
  random: size => randomBytes(size),
  mayUse: judging(work => ctx.transact(work), step.tap, step.context, step.judged),
  acceptsPin: pin => rules !== undefined && pinAccepted(rules, pin),
  async spendTry(from, to) {
    const since = ctx.clock.now()
    const spent = step.elsewhere || (await spendTry(ctx, step.context.key.id, { from, to, since }))
    if (spent) step.spent = { to, since }
    else step.queues = true
    return spent
  },
  ...secretsOf(ctx, step.context, step.made, kept => ctx.transact(inner => keyExpected(inner, kept))),
  async nextCounter(id) {
    const row = step.context.credentials.find(one => one.credential_id.equals(id))
    const drawn = row && (await ctx.transact(inner => drawCounter(inner.db, row.id)))
    if (drawn === undefined) throw new Overtaken(step.context)
    return drawn
  },
})

/**
 * Puts a try in the place of another in a transaction of its own; false where the stored one is no longer that, or somebody
 * else's is being looked at.
 */
const spendTry = (
  ctx: RequestCtx,
  id: string,
  { from, to, since }: { from: Tries; to: Tries; since: Date },
): Promise<boolean> =>
  ctx.transact(async inner => {
    const [key, row] = await together(keyToChange(inner, id), findTries(inner.db, id))
    if (!key || isTried(row, since)) return false
    const now = triesOf(key, row)
    if (now.left !== from.left || now.notBefore !== from.notBefore) return false
    const not_before = to.notBefore === 0 ? null : new Date(to.notBefore)
    await saveTries(inner.db, id, { tries_left: to.left, not_before, tries_of: triesSince(key), tried_at: since })
    return true
  })

/**
 * Stores what an answer changed; false where what it was made from no longer stands, and it is to be made anew. Throws
 * Overtaken where another request has gone on with the session, once the spent try is noted.
 */
async function keep(
  ctx: RequestCtx,
  { tap, elsewhere, context, spent, made, judged }: Step,
  { changes: all, session }: Answer,
  tries: Tries,
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
    // The PIN was right, whoever has gone on with the session
    const stays = kept ? changes : changes.filter(({ kind }) => kind === 'tries restored')
    await storeChanges(inner, context, stays, { made, drawn: true, decision: judged.decision })
    if (spent && !right) {
      await looked()
      await logUse(inner, context.key, 'security-key.pin-refused', { failed: 'Wrong PIN' })
    }
    // Also where the process that saw the last wrong PIN died over it
    if (tries.left === 0 && !right) await blockKey(inner, context.key.id, ownerOf(context.key))
    return kept
  })
  if (follows === false) throw new Overtaken(context)
  return follows === true
}

/** What an answer depends on; counters and tries guard themselves, and a PIN is the same whatever passkeys there are. */
const standOf = ({ key, credentials }: CardContext, { request }: Tap): string =>
  JSON.stringify([
    [key.id, key.pin_sealed, key.pin_set_at, key.unblocked_at, key.pin_due, key.verification],
    request[0] === CLIENT_PIN ? [] : credentials.map(row => row.id),
  ])
