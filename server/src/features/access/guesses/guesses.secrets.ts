import { Problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { slowNetwork } from './guesses.network.ts'
import { type ReservedGuess, tryToReserveGuess } from './guesses.ts'

/** A secret that is short enough to be guessed. */
export interface GuessableSecret {
  readonly kind: 'mailbox' | 'person' | 'directory'
  readonly name: string
  /** Whether its owner signed in before at the calling browser. */
  readonly isKnown: boolean
}

/**
 * Takes a guess at a secret: of the share of known browsers where the browser is one, else of the share of strangers. A
 * known browser may use both, so that someone else at a shared computer does not keep its owner out.
 */
export async function guessAt(
  ctx: TransactionContext,
  { kind, name, isKnown }: GuessableSecret,
): Promise<ReservedGuess | Problem> {
  const own = isKnown ? await tryToReserveGuess(ctx, [`known ${kind}`, name]) : undefined
  return own === undefined || own instanceof Problem ? tryToReserveGuess(ctx, [kind, name]) : own
}

/**
 * Takes a guess at the code or password of a mailbox. Unknown browsers also count against the limit of their network.
 * @throws proof-needed where that is used up; the transaction must end with it.
 */
export async function guessAtMailbox(
  ctx: TransactionContext,
  email: string,
  { isKnown, proof }: { isKnown: boolean; proof?: string | undefined },
): Promise<ReservedGuess | Problem> {
  const taken = await guessAt(ctx, { kind: 'mailbox', name: email, isKnown })
  if (isKnown || taken instanceof Problem) return taken
  return { ...taken, network: await slowNetwork(ctx, proof) }
}
