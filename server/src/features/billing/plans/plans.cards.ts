import type { Ctx } from '#platform/world.ts'

type CardCheck = (ctx: Ctx) => Promise<boolean>

let check: CardCheck | undefined

/** The module of credit cards says whether a workspace has one; without it there are none. */
export function registerCards(has: CardCheck): void {
  check = has
}

export const hasCard = async (ctx: Ctx): Promise<boolean> => (check ? check(ctx) : false)
