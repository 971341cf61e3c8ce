import type { TransactionContext } from '#platform/app-context.ts'

type CardCheck = (ctx: TransactionContext) => Promise<boolean>

let check: CardCheck | undefined

/** Set by the module of credit cards: whether a workspace has one. */
export function registerCards(has: CardCheck): void {
  check = has
}

export const hasCard = async (ctx: TransactionContext): Promise<boolean> => (check ? check(ctx) : false)
