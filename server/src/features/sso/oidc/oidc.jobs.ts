import { days, later } from '#platform/clock.ts'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { AppContext } from '#platform/app-context.ts'
import { eachPage, type Review } from '#features/access/sessions/sessions.reviews.ts'
import { refusedAt } from '../admission/admission.ts'
import { backgroundContext } from '../browser-sessions/browser-sessions.ts'
import { forRequest, noRequest } from './request-facts.ts'
import { backchannelName, leaveLogouts, type Logout, fetchBudget } from './provider/fetching.ts'
import { endGiven, givenInSessions } from './consents.store.ts'
import { endedSessions, sessionsToEnd } from './oidc.store.ts'
import { workspacesWithOldKeys } from './keys.store.ts'
import { rotateKeys } from './oidc.keys.ts'
import { providerAt } from './provider/providers.ts'

/**
 * Notifies an application that a session has ended (OpenID Connect Back-Channel Logout 1.0); each try is
 * signed again.
 */
export const sendLogout: JobKind<Logout> = {
  name: backchannelName,
  // A worker sends ten at a time, and an unresponsive application blocks its ten: with eight workers, fifty
  // still go out immediately
  takers: 8,
  patience: fetchBudget,
  async work(world: AppContext, { address, client: id, user, sid }: Logout) {
    const served = await providerAt(world, address)
    if (!served) return
    await forRequest(noRequest({ sends: true }), async () => {
      const client = await served.provider.Client.find(id)
      const told = client as unknown as Told | undefined
      if (told?.backchannelLogoutUri !== undefined) await told.backchannelLogout(user, sid)
    })
  },
}

interface Told {
  backchannelLogoutUri?: string
  backchannelLogout(user: string, sid: string): Promise<void>
}

export const sessionEndTask: ScheduledTask = {
  name: 'sessions of applications that have ended',
  everySeconds: 1,
  async work(world: AppContext, stopping: AbortSignal) {
    while (!stopping.aborted) {
      const ended = await endedSessions(world)
      for (const { workspace, session } of ended) {
        const at = backgroundContext(world, workspace)
        const told = (await sessionsToEnd(at, session)).flatMap(({ payload, address }) =>
          Object.entries(payload.authorizations ?? {}).map(([client, { sid }]) => ({
            address,
            client,
            user: payload.accountId,
            sid: sid ?? '',
          })),
        )
        if (told.length > 0) await leaveLogouts(at, told)
      }
      if (ended.length < 100) return
    }
  },
}

/** Ends tokens, codes, and grants of users who lose an application because policies changed. */
export const reviewGiven = (world: AppContext, review: Review): Promise<void> =>
  eachPage(
    world,
    review,
    (ctx, after, most) => givenInSessions(ctx.db, { user: review.user, after, most }),
    async (ctx, page) => {
      const refused = await refusedAt(ctx, 'oidc-refresh', page)
      for (const { id, client_id: client } of refused) await endGiven(ctx.db, id, client)
    },
  )

/** Rotates each workspace's ID token keys every half year. */
export const renewOldKeys: JobKind = {
  name: 'renew-oidc-keys',
  cron: '40 2 * * *',
  async work(world: AppContext) {
    for (const workspace of await workspacesWithOldKeys(world, later(world.clock.now(), -days(renewedDays))))
      await rotateKeys(backgroundContext(world, workspace))
  },
}

const renewedDays = 180
