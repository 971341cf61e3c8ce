import type { PhoneCode } from '@claviger/contract/access/sign-in.ways'
import { Problem, problem } from '#platform/problem.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { browserOf, usersKnownToBrowser } from '../guesses/guesses.browser.ts'
import { slowTexts } from '../guesses/guesses.network.ts'
import { reserveGuess, tryToReserveGuess } from '../guesses/guesses.ts'
import { type Candidate, findCandidates } from './sign-in.store.ts'

/** Refuses a method for which the installation has no gateway. @throws way-not-offered */
export function mustHaveGateway({ config }: Pick<AppContext, 'config'>, by: PhoneCode): void {
  if ((by === 'sms' ? config.smsUrl : config.callUrl) === undefined) throw problem('way-not-offered')
}

/** The code for one number; each number has a different one, so that a code proves only its own number. */
export function codeTo(
  world: Pick<AppContext, 'hashKey'>,
  of: { id: string; seed: Uint8Array },
  number: string,
): string {
  const hash = keyedHash(
    world.hashKey,
    'sign-in phone code',
    `${of.id}:${Buffer.from(of.seed).toString('hex')}:${number}`,
  )
  return String(hash.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/**
 * Counts a code to a phone. An unknown browser needs a proof of work for each and has a low limit per email; a
 * browser where the user signed in before has a separate limit, indicated by true.
 * @throws proof-needed, too-many
 */
export async function mayText(
  ctx: TransactionContext,
  { email, by, proof }: { email: string; by: PhoneCode; proof: string | undefined },
): Promise<boolean> {
  const own = await browserOf(ctx, async () => {
    const reached = (await findCandidates(ctx.db, email, ctx.clock.now()))
      .filter(one => acceptsTexts(one, by))
      .map(one => one.user_id)
    // An administrator elsewhere can give this mailbox to a user of theirs, whose browser must not text the others
    return usersKnownToBrowser(ctx, reached).length === reached.length ? reached : []
  })
  if (own !== undefined && !((await tryToReserveGuess(ctx, ['texts to a browser', own])) instanceof Problem))
    return true
  await slowTexts(ctx, `a code to the phone of ${email}`, proof)
  await reserveGuess(ctx, ['texts', email])
  return false
}

/** Can the user sign in with this kind of code, and do they have a number? */
export const acceptsTexts = (one: Candidate, by: PhoneCode): one is Candidate & { phone: string } =>
  one.by_phone && one.ways.includes(by) && one.phone !== null

/**
 * Last digits of the code's phone number, only for a browser where the user signed in before; empty for others, who
 * must not learn about numbers, and if several users are possible.
 */
export async function maskedNumber(ctx: TransactionContext, email: string, by: PhoneCode): Promise<string> {
  const all = (await findCandidates(ctx.db, email, ctx.clock.now())).filter(one => acceptsTexts(one, by))
  const [only, another] = new Set(all.map(one => one.phone))
  const here = usersKnownToBrowser(
    ctx,
    all.map(one => one.user_id),
  )
  return only && another === undefined && here.length > 0 ? `••• ${only.slice(-2)}` : ''
}
