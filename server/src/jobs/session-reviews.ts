import type { ScheduledTask } from '../platform/scheduled-tasks.ts'
import type { AppContext } from '../platform/app-context.ts'
import { later, minutes } from '../platform/clock.ts'
import { findWorkspacesAtPolicyTime } from '../features/decide/evaluator/evaluator.turns.ts'
import {
  askForReviews,
  finishReview,
  reviewSessions,
  takeReviews,
} from '../features/access/sessions/sessions.reviews.ts'
import { reviewPasses } from '../features/sso/forward-auth/forward-auth.reviews.ts'
import { reviewGiven } from '../features/sso/oidc/oidc.jobs.ts'

/**
 * After a change of access policies ends, for good, what they do not allow any more: sessions that keys opened, and what
 * applications were given. Until then each of these is refused when it is used, and sessions of the console go on for the
 * moment that this takes.
 */
export const sessionReviewTask: ScheduledTask = {
  name: 'review sessions by policies',
  everySeconds: 0.5,
  async work(world: AppContext, stopping: AbortSignal) {
    for (let due = await takeReviews(world); due.length > 0 && !stopping.aborted; due = await takeReviews(world))
      for (const review of due) {
        await reviewSessions(world, review)
        await reviewGiven(world, review)
        await reviewPasses(world, review)
        await finishReview(world, review)
      }
  },
}

const turnsSeen = new WeakMap<AppContext['superPool'], Date>()

/**
 * Asks for a review when a time of a policy begins or ends: no change announces it. What is older than an access token
 * needs no review after a start, because the renewal asks the policies.
 */
export const policyTimeTask: ScheduledTask = {
  name: 'review sessions when times of policies begin or end',
  everySeconds: 5,
  async work(world: AppContext) {
    const now = world.clock.now()
    const before = turnsSeen.get(world.superPool) ?? later(now, -minutes(15))
    if (Math.floor(before.getTime() / minutes(1)) === Math.floor(now.getTime() / minutes(1))) return
    const turned = await findWorkspacesAtPolicyTime(world, before, now)
    if (turned.length > 0) await askForReviews(world, turned)
    turnsSeen.set(world.superPool, now)
  },
}
