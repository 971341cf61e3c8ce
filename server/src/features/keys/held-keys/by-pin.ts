import { randomBytes } from 'node:crypto'
import { pinAccepted } from '@claviger/contract/ground/pin'
import { type Answer, answer } from '../authenticator/authenticator.ts'
import type { Tries } from '../authenticator/card.ts'
import type { Faculties } from '../authenticator/faculties.ts'
import { statuses } from '../authenticator/wire/status.ts'
import type { OutsideCtx } from '../../../ground/world.ts'
import { blockKey, keyToChange, pinConfigOfKeys } from '../security-keys/security-keys.ts'
import { cardStateOf, triesOf, triesSince } from './card-state.ts'
import { storeChanges } from './changes.ts'
import { findTries, saveTries } from './held-keys.store.ts'
import { logUse, ownerOf } from './lines.ts'
import { keepSession, type Standing, standingOf, type Tap, type TapAnswer } from './standing.ts'

/** How often a request is answered anew because the card changed under it; after that the platform is told to come again. */
const ATTEMPTS = 3

/**
 * Answers ClientPIN (CTAP 2.1 §6.5.5). Nothing is held while it does: a try must be spent, durably and in a transaction
 * of its own, before the PIN is looked at. Throws what standingOf does.
 */
export async function answerPin(ctx: OutsideCtx, tap: Tap): Promise<TapAnswer> {
  for (let attempt = 1; ; attempt++) {
    const { standing, rules } = await ctx.transact(async inner => ({
      standing: await standingOf(inner, tap, false),
      rules: await pinConfigOfKeys(inner),
    }))
    const { key, credentials, sealer, session } = standing
    const card = cardStateOf(key, {
      tries: standing.tries,
      credentials,
      shared: standing.shared !== null,
      sealer,
      rules,
    })
    const tried = { spent: undefined as Tries | undefined }
    const faculties: Faculties = {
      now: ctx.clock.now().getTime(),
      random: size => randomBytes(size),
      acceptsPin: pin => pinAccepted(rules, pin),
      async spendTry(from, to) {
        const spent = await spendTry(ctx, key.id, from, to)
        if (spent) tried.spent = to
        return spent
      },
      makeKey: absent,
      sign: absent,
      hmac: absent,
      nextCounter: absent,
    }
    const answered = await answer(card, session.now, tap.request, faculties)
    const kept = await keep(ctx, tap, standing, {
      ...answered,
      tries: tried.spent ?? card.tries,
      tried: tried.spent !== undefined,
    })
    const told = { session: session.id, appUsedAt: key.app_used_at }
    if (kept === 'stored') return { ...told, response: answered.reply }
    if (kept === 'overtaken' || attempt === ATTEMPTS) return { ...told, response: Buffer.of(statuses.CHANNEL_BUSY) }
  }
}

const absent = () => Promise.reject(new Error('ClientPIN uses no key'))

/** Puts a try in the place of another in a transaction of its own; false where the stored one is no longer that. */
const spendTry = (ctx: OutsideCtx, id: string, from: Tries, to: Tries): Promise<boolean> =>
  ctx.transact(async inner => {
    const [key, row] = await Promise.all([keyToChange(inner, id), findTries(inner.db, id)])
    if (!key) return false
    const now = triesOf(key, row)
    if (now.left !== from.left || now.notBefore !== from.notBefore) return false
    const not_before = to.notBefore === 0 ? null : new Date(to.notBefore)
    await saveTries(inner.db, id, { tries_left: to.left, not_before, tries_of: triesSince(key) })
    return true
  })

/** Stores what an answer changed, where what it was made from still stands: else it is made anew. */
const keep = (
  ctx: OutsideCtx,
  tap: Tap,
  standing: Standing,
  { changes, session, tries, tried }: Answer & { tries: Tries; tried: boolean },
): Promise<'stored' | 'changed' | 'overtaken'> =>
  ctx.transact(async inner => {
    const right = changes.some(({ kind }) => kind === 'tries restored')
    if (changes.length > 0) {
      const now = await standingOf(inner, tap, true)
      if (standOf(now) !== standOf(standing)) return 'changed'
    }
    const follows = await keepSession(inner, tap, standing, session)
    if (follows) await storeChanges(inner, standing, changes, new Map())
    if (tried && !right) await logUse(inner, standing.key, 'security-key.pin-refused', { failed: 'Wrong PIN' })
    // Also where the process that saw the last wrong PIN died over it
    if (tries.left === 0 && !right) await blockKey(inner, standing.key.id, ownerOf(standing.key))
    return follows ? 'stored' : 'overtaken'
  })

/** What an answer about the PIN depends on. */
const standOf = ({ key }: Standing): string =>
  JSON.stringify([key.id, key.pin_sealed, key.pin_set_at, key.unblocked_at, key.pin_due, key.verification])
