import { readingApart, transact } from '../../../../ground/db/transaction.ts'
import type { Apart } from '../../../../ground/world.ts'
import type { OidcApplication } from '../../../apps/applications/applications.ts'
import { type Admission, admitTo, isClearlyAdmitted } from '../../admission/admission.ts'
import { acrDemanded } from '../../browser-sessions/browser-sessions.how.ts'
import { type Here, hereOf } from '../../browser-sessions/browser-sessions.ts'
import { currentRequest } from '../asked.ts'
import { sessionOfUid } from '../oidc.store.ts'

/**
 * May this person be known at an application now? Asked at each authorization and each time the application is given more;
 * then it asks from its own address, so what counts is how and where the person signed in.
 */
export async function admit(at: Apart, application: OidcApplication, user: string, uid?: string): Promise<Admission> {
  const { here, ip, userAgent, language, requestId, ahead: reading } = currentRequest()
  const ahead = await reading
  const then = uid !== undefined && ahead?.here?.user === user ? ahead.here : undefined
  const how = here?.user === user ? { ...here, ip } : (then ?? (await signedInBy(at, uid)))
  const demanded = acrDemanded[application.settings.demand]
  // At an authorization whoever did not bring it is sent to sign in with it
  if (uid !== undefined && demanded !== undefined && how?.acrs.includes(demanded) !== true)
    return { allowed: false, reason: 'demand-unmet' }
  const request = { id: requestId, ip, userAgent, language }
  const entry = {
    verified: how?.verified ?? null,
    key: how?.key ?? null,
    keyKind: how?.keyKind ?? null,
    way: how?.way ?? null,
    ...(how && { signedInAt: how.authTime }),
    ip: how?.ip ?? null,
  }
  const read = ahead?.clientId === application.clientId && ahead.admission?.user === user ? ahead.admission : undefined
  // Nearly always nothing stands against it, and then nothing is written
  if (await isClearlyAdmitted(readingApart(at), application, user, entry, read)) return { allowed: true }
  return transact(at, { actor: at.actor, request, workspace: at.workspace }, ctx =>
    admitTo(ctx, application, user, entry),
  )
}

async function signedInBy(at: Apart, uid: string | undefined): Promise<Here | undefined> {
  const session = uid === undefined ? undefined : await sessionOfUid(at, uid)
  return session === undefined ? undefined : hereOf(at, at.workspace, session)
}
