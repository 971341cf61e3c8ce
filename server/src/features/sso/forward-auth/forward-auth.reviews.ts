import type { AppContext } from '#platform/app-context.ts'
import { eachPage, type Review } from '#features/access/sessions/sessions.reviews.ts'
import { refusedAt } from '../admission/admission.ts'
import { deletePass, nextPasses } from './passes.store.ts'

/** Ends passes of users who lose an application because policies changed. */
export const reviewPasses = (world: AppContext, review: Review): Promise<void> =>
  eachPage(
    world,
    review,
    (ctx, after, most) => nextPasses(ctx.db, { user: review.user, after, most }),
    async (ctx, page) => {
      const refused = await refusedAt(ctx, 'forward-auth', page)
      for (const { id } of refused) await deletePass(ctx.db, id)
    },
  )
