import type { Redemption } from '@claviger/contract/billing/promo-codes'
import { Problem, problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { dayOfInstant } from '#features/billing/prices/prices.days.ts'
import { redemptionOf, checkPromoCode, redeemForWorkspace } from '#features/billing/promo-codes/promo-codes.ts'
import { registrationOf } from './registration.ts'
import { countPromoTry, type RegistrationRow, updateRegistration } from './registration.store.ts'

const mostTries = 10

/** Keeps a promo code until the registration completes. @throws promo-code-refused, too-many, wrong-step */
export async function keepPromoCode(ctx: TransactionContext, { code }: { code: string }): Promise<Redemption> {
  const row = await registrationOf(ctx)
  if (row.completed_at !== null) throw problem('wrong-step')
  if (row.promo_tries >= mostTries) throw problem('too-many')
  try {
    const promo = await checkPromoCode(ctx, code)
    await updateRegistration(ctx.db, row.id, { promo_code: promo.code })
    return redemptionOf(promo, dayOfInstant(ctx.clock.now()), null)
  } catch (error) {
    if (error instanceof Problem)
      error.but(undefined, async after => {
        await countPromoTry(after.db, row.id)
      })
    throw error
  }
}

/** Redeems the kept code for the new workspace. A code that was used up in the meantime doesn't stop the registration. */
export async function redeemStoredCode(
  ctx: TransactionContext,
  row: RegistrationRow,
  owner: { id: string; name: string },
): Promise<void> {
  if (row.promo_code === null || !ctx.config.billing) return
  try {
    await redeemForWorkspace(ctx, row.promo_code, owner)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
