import { deferText } from '#platform/languages.ts'
import { waitBeforeRetry } from '#platform/retry-pause.ts'
import { type Problem, problem } from '#platform/problem.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { type Allowance, markGuessesWrong, releaseGuessOfEach, reserveGuessOfEach } from './guesses.store.ts'

/**
 * Limits on guesses at short secrets and on codes that are sent. Each short secret has two shares per hour: one for
 * strangers, one for browsers where its owner signed in before, which strangers cannot use up. Both shares together are at
 * most ten an hour. A network's limit refuses nothing: beyond it, unknown browsers solve a task for each guess.
 */
const allowances = {
  // Codes and passwords. A code has a million values, so a hundred guesses a day hit one in ten thousand times
  mailbox: { hour: 6, day: 60, free: 5, waits: [30, 600] },
  'known mailbox': { hour: 4, day: 40, free: 4, waits: [0, 0] },
  // Codes at a card page have their own counter, so that guessing email codes doesn't block the card page
  person: { hour: 6, day: 60, free: 5, waits: [30, 600] },
  'known person': { hour: 4, day: 40, free: 4, waits: [0, 0] },
  // Directories lock an account everywhere after five or ten wrong passwords
  directory: { hour: 2, day: 6, free: 6, waits: [0, 0] },
  'known directory': { hour: 1, day: 4, free: 4, waits: [0, 0] },
  // PINs can be as short as four digits
  card: { hour: 6, day: 20, free: 3, waits: [30, 900] },
  'known card': { hour: 4, day: 10, free: 3, waits: [30, 900] },
  // Emailed codes; after the free ones, further codes require a proof of work by the browser
  mails: { hour: 5, day: 30, free: 30, waits: [0, 0] },
  'worked mails': { hour: 20, day: 100, free: 100, waits: [0, 0] },
  'mails to a browser': { hour: 5, day: 20, free: 20, waits: [0, 0] },
  // Phone codes cost money; limited per email, network, phone number, and workspace
  texts: { hour: 3, day: 10, free: 10, waits: [0, 0] },
  'texts from a network': { hour: 100, day: 500, free: 500, waits: [0, 0] },
  'texts to a number': { hour: 4, day: 10, free: 10, waits: [0, 0] },
  'texts of a workspace': { hour: 300, day: 1500, free: 1500, waits: [0, 0] },
  'texts of card pages': { hour: 1000, day: 10_000, free: 10_000, waits: [0, 0] },
  // Phone codes for known browsers are limited separately, so that attackers can't use them up. Still limited,
  // because an owner could invent users whose phones generate costs for the gateway's operator
  'texts to a browser': { hour: 3, day: 10, free: 10, waits: [0, 0] },
  'texts to browsers of a workspace': { hour: 1000, day: 2000, free: 2000, waits: [0, 0] },
  // Against walks along a list of mailboxes or cards. Used up, each further guess costs a task, and then a harder one
  network: { hour: 300, day: 2000, free: 2000, waits: [0, 0] },
  'worked network': { hour: 300, day: 2000, free: 2000, waits: [0, 0] },
} as const satisfies Record<string, Allowance>

export type GuessSubject = readonly [kind: keyof typeof allowances, name: string]

/** A guess that was taken but not checked yet. */
export interface ReservedGuess {
  readonly about: readonly Buffer[]
  readonly at: Date
  /** What was taken of the network's limit for the same guess. */
  readonly network?: ReservedGuess | undefined
}

/**
 * Takes a guess before it is checked, so that concurrent guesses never exceed the limit.
 * @throws too-many with the waiting time; then no guess was taken
 */
export async function reserveGuess(ctx: TransactionContext, ...of: readonly GuessSubject[]): Promise<ReservedGuess> {
  const taken = await tryToReserveGuess(ctx, ...of)
  if (taken instanceof Error) throw taken
  return taken
}

/** Takes a guess for callers that must commit anyway: returns the refusal instead of throwing it. */
export async function tryToReserveGuess(
  ctx: TransactionContext,
  ...of: readonly GuessSubject[]
): Promise<ReservedGuess | Problem> {
  const taken = await take(ctx, of, false)
  return 'about' in taken ? taken : tooMany(taken.seconds)
}

/** How long a caller waits for pending guesses, in ms: most are correct and are released. */
const queueLasts = 10_000

/**
 * Like reserveGuess, but waits while pending guesses at the same target may be given back, so that concurrent correct
 * ones all succeed. The caller must give it back or report it as wrong.
 * @throws too-many
 */
export async function queueForGuess(ctx: RequestContext, ...of: readonly GuessSubject[]): Promise<ReservedGuess> {
  const until = performance.now() + queueLasts
  for (let round = 0; ; round++) {
    const taken = await ctx.transact(inner => take(inner, of, true))
    if ('about' in taken) return taken
    if (!taken.underWay || performance.now() > until) throw tooMany(taken.seconds)
    await waitBeforeRetry(round)
  }
}

/** Reports a queued guess as wrong, so that other callers stop waiting for it. */
export const guessedWrong = (ctx: TransactionContext, { about, at }: ReservedGuess): Promise<void> =>
  markGuessesWrong(ctx.db, about, at)

/** Takes a guess from each counter; otherwise the seconds to wait, and whether pending ones may be given back. */
async function take(
  ctx: TransactionContext,
  of: readonly GuessSubject[],
  queues: boolean,
): Promise<ReservedGuess | { seconds: number; underWay: boolean }> {
  const at = ctx.clock.now()
  const wanted = of.map(([kind, name]) => ({
    about: keyedHash(ctx.hashKey, `guesses ${kind}`, name),
    allowance: allowances[kind],
  }))
  const waits = await reserveGuessOfEach(ctx.db, wanted, at, queues)
  if (waits.every(seconds => seconds === 0)) return { about: wanted.map(one => one.about), at }
  const taken = wanted.filter((_one, place) => waits[place] === 0).map(one => one.about)
  if (taken.length > 0) await releaseGuessOfEach(ctx.db, taken, at)
  return { seconds: Math.max(...waits.map(Math.abs)), underWay: waits.every(seconds => seconds <= 0) }
}

/** Releases a correct guess. Earlier wrong guesses stay counted. */
export async function releaseGuess(ctx: TransactionContext, { about, at, network }: ReservedGuess): Promise<void> {
  await releaseGuessOfEach(ctx.db, about, at)
  if (network) await releaseGuess(ctx, network)
}

export function tooMany(seconds: number): Problem {
  const refusal = problem('too-many', waitInWords(seconds))
  refusal.after = seconds
  return refusal
}

function waitInWords(seconds: number) {
  if (seconds <= 90) return deferText('Too many attempts. Try again in {seconds} seconds', { seconds })
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return deferText('Too many attempts. Try again in {minutes} minutes', { minutes })
  return deferText('Too many attempts. Try again in {hours} hours', { hours: Math.ceil(minutes / 60) })
}
