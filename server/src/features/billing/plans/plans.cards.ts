import type { TransactionContext } from '#platform/app-context.ts'

type CardCheck = (ctx: TransactionContext) => Promise<boolean>

let check: CardCheck | undefined

/** The module of credit cards says whether a workspace has one; without it there are none. */
export function registerCards(has: CardCheck): void {
  check = has
}

export const hasCard = async (ctx: TransactionContext): Promise<boolean> => (check ? check(ctx) : false)
