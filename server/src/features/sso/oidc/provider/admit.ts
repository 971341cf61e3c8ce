import { emptyFacts } from '@claviger/contract/decide/decisions'
import type { EntryPointName } from '@claviger/contract/decide/entry-points'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import { transact } from '#platform/db/transaction.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'
import { type Admission, admitTo, isClearlyAdmitted, isStillAdmitted } from '#features/sso/admission/admission.ts'
import { signInFactsOf, type SignInFacts } from '#features/sso/browser-sessions/browser-sessions.facts.ts'
import { acrRequired } from '#features/sso/browser-sessions/browser-sessions.methods.ts'
import { type BrowserSession, loadBrowserSession } from '#features/sso/browser-sessions/browser-sessions.ts'
import { currentRequest } from '../request-facts.ts'
import { sessionOfUid } from '../oidc.store.ts'
import { applicationOf } from './clients.ts'

type Read = Parameters<typeof isClearlyAdmitted>[4]

/** How the user of the request signed in, and what was read along of the application; nothing where it demands more. */
async function entryFor(
  at: AutocommitContext,
  application: OidcApplication,
  user: string,
  uid: string | undefined,
  entry: EntryPointName,
  address?: string,
): Promise<{ entry: SignInFacts; read: Read } | undefined> {
  const { here, ip, ahead: reading } = currentRequest()
  const ahead = await reading
  const how = here?.user === user ? { ...here, ip } : await signInBehind(at, user, uid)
  const demanded = acrRequired(application.settings.demand)
  // At an authorization, a missing level leads to another sign-in instead
  if (uid !== undefined && demanded !== undefined && how?.acrs.includes(demanded) !== true) return undefined
  return {
    entry: how ? signInFactsOf(entry, how, address ?? how.ip) : { ...emptyFacts, openedBy: null, entry },
    read: ahead?.clientId === application.clientId && ahead.admission?.user === user ? ahead.admission : undefined,
  }
}

interface Asked {
  readonly uid?: string | undefined
  readonly entry?: EntryPointName
  /** The address of the user, where it is not that of the sign-in. */
  readonly ip?: string | undefined
  readonly leads?: boolean
}

/**
 * Whether a user has access to an application now. Checked at each authorization and each new issue. The
 * latter comes from the application's address, so the user's own sign-in counts.
 */
export async function admit(
  at: AutocommitContext,
  application: OidcApplication,
  user: string,
  { uid, entry = 'oidc-authorize', ip: address, leads = false }: Asked = {},
): Promise<Admission> {
  const found = await entryFor(at, application, user, uid, entry, address)
  if (!found) return { allowed: false, reason: 'demand-unmet' }
  const { entry: facts, read } = found
  // In the common case nothing prevents it, and nothing is written
  if (await isClearlyAdmitted(readOnlyContext(at), application, user, facts, read)) return { allowed: true }
  const { ip, userAgent, language, requestId } = currentRequest()
  const request = { id: requestId, ip, userAgent, language }
  return transact(at, { actor: at.actor, request, workspace: at.workspace }, ctx =>
    admitTo(ctx, application, user, facts, { leads }),
  )
}

/** Whether the browser's user has access, or the requirements of a repeated sign-in; checked once for each request. */
export function admitBrowserUser(
  at: AutocommitContext,
  application: OidcApplication,
  user: string,
): Promise<Admission> {
  const asked = currentRequest()
  const { admission, here } = asked
  if (admission?.user === user && admission.client === application.clientId) return admission.answer
  // If another user is signed in at this browser, sign-in starts from the beginning
  const answer = admit(at, application, user, { leads: here?.user === user })
  asked.admission = { user, client: application.clientId, answer }
  return answer
}

/**
 * Is an application's grant still allowed? Checked at each use. A refusal leaves no entry
 * in the log: applications check often, and the next renewal leaves one.
 */
export async function isGrantAdmitted(at: AutocommitContext, given: Given): Promise<boolean> {
  const { clientId, accountId: user, sessionUid } = given
  // Given to the application for itself
  if (user === undefined) return true
  const application = clientId === undefined ? undefined : await applicationOf(at, clientId)
  const found = application && (await entryFor(at, application, user, sessionUid, 'oidc-refresh'))
  if (!application || !found) return false
  return isStillAdmitted(readOnlyContext(at), application, user, found.entry, found.read)
}

interface Given {
  clientId?: string | undefined
  accountId?: string | undefined
  sessionUid?: string | undefined
}

/** The sign-in behind a grant: prefetched with the request, or found by the provider's session. */
export async function signInBehind(
  at: AutocommitContext,
  user: string,
  uid: string | undefined,
): Promise<BrowserSession | undefined> {
  const ahead = await currentRequest().ahead
  return uid !== undefined && ahead?.here?.user === user ? ahead.here : signedInBy(at, uid)
}

async function signedInBy(at: AutocommitContext, uid: string | undefined): Promise<BrowserSession | undefined> {
  const session = uid === undefined ? undefined : await sessionOfUid(at, uid)
  return session === undefined ? undefined : loadBrowserSession(at, at.workspace, session)
}
