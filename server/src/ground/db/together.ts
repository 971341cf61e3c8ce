type Answers<T extends readonly unknown[]> = { -readonly [Place in keyof T]: Awaited<T[Place]> }

/**
 * Lets statements of one transaction go out at once. Whichever is refused, it throws only when all are answered:
 * nothing of them runs on behind a transaction that ended. The first refusal in their order is thrown.
 */
export async function together<const T extends readonly unknown[]>(...statements: T): Promise<Answers<T>> {
  const outcomes = await Promise.allSettled(statements)
  const failed = outcomes.filter(outcome => outcome.status === 'rejected')
  if (failed.length > 0) throw rootOf(failed.map(({ reason }) => reason as unknown))
  return outcomes.map(outcome => (outcome as PromiseFulfilledResult<unknown>).value) as Answers<T>
}

// What comes behind a failed statement is answered by nothing but that the transaction is over already
const isAfterwards = (reason: unknown) =>
  typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === '25P02'

const rootOf = (reasons: readonly unknown[]) => reasons.find(reason => !isAfterwards(reason)) ?? reasons[0]
