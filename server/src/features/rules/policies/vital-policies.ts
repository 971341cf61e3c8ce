import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { siteWrong } from '#features/decide/evaluator/evaluator.entries.ts'
import { chooseVital, lockCurrentSet, findCurrentSet } from '#features/decide/evaluator/evaluator.set.ts'
import { siteOf } from '#features/decide/evaluator/evaluator.sites.ts'
import { entryFaultText } from './policy-misfit.ts'
import type { PolicyInputFor } from './policies.ts'

export const getVital = async (ctx: TransactionContext) => ({ sites: [...(await findCurrentSet(ctx)).vitalSites] })

/** Sets the vital sites; existing refusals there remain. @throws site-wrong */
export async function changeVital(ctx: TransactionContext, { sites: given }: PolicyInputFor<'setVital'>) {
  const faults = given.flatMap((value, place) => {
    const wrong = siteWrong(value)
    return wrong ? [{ field: `sites.${place}`, message: entryFaultText(wrong) }] : []
  })
  if (faults.length > 0) throw problem('site-wrong', faults[0]?.message, faults)
  const sites = [...new Set(given.map(value => siteOf(value) ?? value))]
  const { vitalSites } = await lockCurrentSet(ctx)
  if (sites.join() === vitalSites.join()) return { sites }
  await chooseVital(ctx, sites)
  await record(ctx, { action: 'policy.vital', before: { sites: vitalSites }, after: { sites } })
  return { sites }
}
