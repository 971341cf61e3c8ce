type Answers<T extends readonly unknown[]> = { -readonly [Place in keyof T]: Awaited<T[Place]> }

/**
 * Pipelines statements of one transaction. If one fails, throws only after all are complete, so that none runs after
 * the transaction has ended. Throws the first failure in statement order. Outside of a transaction, statements of a read
 * can run in any order.
 */
export async function sendTogether<const T extends readonly unknown[]>(...statements: T): Promise<Answers<T>> {
  const outcomes = await Promise.allSettled(statements)
  const failed = outcomes.filter(outcome => outcome.status === 'rejected')
  if (failed.length > 0) throw rootOf(failed.map(({ reason }) => reason as unknown))
  return outcomes.map(outcome => (outcome as PromiseFulfilledResult<unknown>).value) as Answers<T>
}

// Statements after a failed one report only that the transaction is aborted
const isAfterwards = (reason: unknown) =>
  typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === '25P02'

const rootOf = (reasons: readonly unknown[]) => reasons.find(reason => !isAfterwards(reason)) ?? reasons[0]
