import { Problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { networkOf } from '#http/limits/network.ts'
import { type ReservedGuess, tryToReserveGuess } from './guesses.ts'
import { hardWork, usualWork, workDone, workFor } from './guesses.work.ts'

/**
 * Counts a guess of an unknown browser against its network. A hospital has one address, and so has its guest WLAN: where the
 * limit is used up, the browser solves a task instead of being refused.
 * @throws proof-needed; the transaction must end with it, so that nothing stays counted.
 */
export async function slowNetwork(
  ctx: TransactionContext,
  proof: string | undefined,
): Promise<ReservedGuess | undefined> {
  const network = networkOf(ctx.request.ip)
  const free = await tryToReserveGuess(ctx, ['network', network])
  if (!(free instanceof Problem)) return free
  const worked = await tryToReserveGuess(ctx, ['worked network', network])
  const isOver = worked instanceof Problem
  await demandWork(ctx, `a guess from ${network}`, proof, isOver)
  return isOver ? undefined : worked
}

/** Counts a code sent to a phone for the requesting network. @throws proof-needed, like slowNetwork */
export async function slowTexts(ctx: TransactionContext, purpose: string, proof: string | undefined): Promise<void> {
  const taken = await tryToReserveGuess(ctx, ['texts from a network', networkOf(ctx.request.ip)])
  await demandWork(ctx, purpose, proof, taken instanceof Problem)
}

async function demandWork(
  ctx: TransactionContext,
  purpose: string,
  proof: string | undefined,
  isHard: boolean,
): Promise<void> {
  const bits = isHard ? hardWork : usualWork
  if (!(await workDone(ctx, purpose, proof, bits))) throw workFor(ctx, purpose, bits)
}
