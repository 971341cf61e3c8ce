import { days, later } from '../../../ground/clock.ts'
import type { Beat } from '../../../ground/beats.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import type { World } from '../../../ground/world.ts'
import { besideRequests } from '../browser-sessions/browser-sessions.ts'
import { forRequest, noRequest } from './asked.ts'
import { endedSessions, sessionsToEnd } from './oidc.store.ts'
import { backchannelName, leaveLogout, type Logout, patience } from './logouts.ts'
import { workspacesWithOldKeys } from './keys.store.ts'
import { rotateKeys } from './oidc.keys.ts'
import { providerAt } from './provider/providers.ts'

/** Tells one application that a session has ended (OpenID Connect Back-Channel Logout 1.0), signed anew at each try. */
export const sendLogout: JobKind<Logout> = {
  name: backchannelName,
  takers: 4,
  patience,
  async work(world: World, { address, client: id, user, sid }: Logout) {
    const served = await providerAt(world, address)
    if (!served) return
    await forRequest(noRequest({ sends: true }), async () => {
      const client = await served.provider.Client.find(id)
      const told = client as unknown as Told | undefined
      if (told?.backchannelLogoutUri !== undefined) await told.backchannelLogout(user, sid)
    })
  },
}

/** What the provider's clients can, and its types do not tell. */
interface Told {
  backchannelLogoutUri?: string
  backchannelLogout(user: string, sid: string): Promise<void>
}

/** Looks which sessions have ended, and leaves a job for each application that knows one of them. */
export const endingBeat: Beat = {
  name: 'sessions of applications that have ended',
  everySeconds: 1,
  async work(world: World, stopping: AbortSignal) {
    while (!stopping.aborted) {
      const ended = await endedSessions(world)
      for (const { workspace, session } of ended) {
        const at = besideRequests(world, workspace)
        for (const { payload, address } of await sessionsToEnd(at, session))
          for (const [client, { sid }] of Object.entries(payload.authorizations ?? {}))
            await leaveLogout(at, { address, client, user: payload.accountId, sid: sid ?? '' })
      }
      if (ended.length < 100) return
    }
  },
}

/** Gives each workspace new keys for its ID tokens, half a year after the ones before. */
export const renewOldKeys: JobKind = {
  name: 'renew-oidc-keys',
  cron: '40 2 * * *',
  async work(world: World) {
    for (const workspace of await workspacesWithOldKeys(world, later(world.clock.now(), -days(renewedDays))))
      await rotateKeys(besideRequests(world, workspace))
  },
}

const renewedDays = 180
