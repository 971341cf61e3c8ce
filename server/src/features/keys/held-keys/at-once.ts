import { randomBytes } from 'node:crypto'
import type { Ctx, OutsideCtx } from '../../../ground/world.ts'
import { pinConfigOfKeys } from '../security-keys/security-keys.ts'
import { answer } from '../authenticator/authenticator.ts'
import { statuses } from '../authenticator/wire/status.ts'
import type { Faculties } from '../authenticator/faculties.ts'
import { cardStateOf } from './card-state.ts'
import { type KeysMade, storeChanges } from './changes.ts'
import { secretsOf } from './secrets.ts'
import { keepSession, type Standing, standingOf, type Tap, type TapAnswer } from './standing.ts'

const GET_INFO = 0x04

/**
 * Answers whatever looks at no PIN, in one transaction that holds the card: nobody draws its counters or changes it
 * meanwhile, and all is durable before the reply leaves. Throws what standingOf does.
 */
export async function answerAtOnce(ctx: OutsideCtx, tap: Tap): Promise<TapAnswer> {
  try {
    return await ctx.transact(inner => inOne(inner, tap))
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    return { ...error.told, response: Buffer.of(statuses.CHANNEL_BUSY) }
  }
}

/** Another request went on with the session meanwhile; all that this one did is undone. */
class Overtaken extends Error {
  readonly told: Omit<TapAnswer, 'response'>
  constructor(told: Omit<TapAnswer, 'response'>) {
    super('overtaken')
    this.told = told
  }
}

async function inOne(ctx: Ctx, tap: Tap): Promise<TapAnswer> {
  const standing = await standingOf(ctx, tap, true)
  const { key, credentials, sealer, session, tries } = standing
  const rules = tap.request[0] === GET_INFO ? await pinConfigOfKeys(ctx) : undefined
  const card = cardStateOf(key, { tries, credentials, sealer, ...(rules && { rules }) })
  const made: KeysMade = new Map()
  const answered = await answer(card, session.now, tap.request, faculties(ctx, standing, made))
  const told = { session: session.id, appUsedAt: key.app_used_at }
  const [follows] = await Promise.all([
    answered.session === session.now || keepSession(ctx, tap, standing, answered.session),
    storeChanges(ctx, standing, answered.changes, made),
  ])
  if (!follows) throw new Overtaken(told)
  return { ...told, response: answered.reply }
}

/** Counters are drawn in memory: the card is held, and the new value is stored in the same transaction. */
function faculties(ctx: Ctx, standing: Standing, made: KeysMade): Faculties {
  const counters = new Map(standing.credentials.map(row => [row.credential_id.toString('hex'), row.counter]))
  return {
    now: ctx.clock.now().getTime(),
    random: size => randomBytes(size),
    ...secretsOf(ctx, standing, made),
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
