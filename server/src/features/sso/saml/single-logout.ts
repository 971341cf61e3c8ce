import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { later, minutes } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { applicationById, type SamlApplication } from '#features/apps/applications/applications.ts'
import { endSessionFromApplication } from '#features/access/sessions/sessions.elsewhere.ts'
import {
  type LogoutRequest,
  logoutRequest,
  type LogoutResponse,
  logoutResponse,
} from '../saml-documents/saml-documents.logout.ts'
import { signedAddress } from '../saml-documents/saml-documents.query.ts'
import type { BrowserContext } from './browser-place.ts'
import { SamlRefusal } from './saml-refusals.ts'
import { addressesOf, newXmlId } from './saml.entity.ts'
import { signerFor } from './signing-keys.ts'
import { postingMessage, type BrowserResponse } from './browser-response.ts'
import { type LogoutRow, putLogout, sessionsNamed, claimLogout, deleteSessionsOf } from './sessions.store.ts'
import { idOfIndex, indexOf, isId } from './answer/statement.ts'
import { statuses } from '../saml-documents/saml-documents.names.ts'

/** Time limit of a sign-out across applications. */
const lasts = minutes(10)
/** Maximum applications per sign-out; the browser can get stuck at each. */
const mostAhead = 50
/** The destination if no application started the sign-out. */
const home = '/auth/sign-in'

interface Next {
  readonly application: SamlApplication
  readonly kind: 'SAMLRequest' | 'SAMLResponse'
  readonly xml: (signer: Awaited<ReturnType<typeof signerFor>>) => Promise<string>
  readonly relayState: string | undefined
}

/**
 * Ends the sessions named by an application, and those at all other applications. Without a session index,
 * ends all of the user's sessions at that application.
 * @throws Refused
 */
export async function endRequestedSessions(
  ctx: TransactionContext,
  application: SamlApplication,
  request: LogoutRequest,
  relayState: string | undefined,
  signed: boolean,
): Promise<string> {
  const indexes = request.sessionIndexes.flatMap(one => idOfIndex(one) ?? [])
  // The index proves knowledge of the session; a name alone is public
  if (!signed && indexes.length === 0) throw new SamlRefusal('signature-missing', { application: application.id })
  if (request.sessionIndexes.length > 0 && indexes.length === 0)
    return begin(ctx, [], { application, request, relayState })
  const named = await sessionsNamed(ctx.db, application.id, request.nameId, indexes)
  const taken = await deleteSessionsOf(
    ctx.db,
    named.map(one => one.session_id),
  )
  for (const { session_id, user_id, user_name } of named)
    await endSessionFromApplication(ctx, { id: user_id, name: user_name }, session_id)
  const others = taken.filter(one => one.application_id !== application.id)
  return begin(ctx, others, { application, request, relayState })
}

/** Signs sessions out at their applications, then continues to `onward`; undefined if there are none. */
export async function signOutEverywhere(
  ctx: TransactionContext,
  sessions: readonly string[],
  onward: string | undefined,
): Promise<string | undefined> {
  const taken = await deleteSessionsOf(ctx.db, sessions)
  return taken.length === 0 ? undefined : begin(ctx, taken, undefined, onward)
}

async function begin(
  ctx: TransactionContext,
  ahead: LogoutRow['ahead'],
  by: { application: SamlApplication; request: LogoutRequest; relayState: string | undefined } | undefined,
  onward: string | null = null,
): Promise<string> {
  const id = newId()
  const first = ahead.slice(0, mostAhead)
  const asked = by && { application: by.application.id, request: by.request.id, relayState: by.relayState }
  const incomplete = first.length < ahead.length
  const none = { waits_for: null, application_id: null }
  const sealed = onward === null ? null : ctx.sealer.seal(onward, aboutOnward(id, workspaceOf(ctx)))
  const row = { id, ahead: first, ...none, incomplete, asked_by: asked ?? null, onward: sealed }
  await putLogout(ctx.db, row, later(ctx.clock.now(), lasts))
  return id
}

const aboutOnward = (id: string, workspace: string): SealedSubject => `saml_logouts:onward:${id} of ${workspace}`

const onwardOf = (ctx: TransactionContext, { id, onward }: LogoutRow): string | undefined =>
  onward === null ? undefined : ctx.sealer.open(onward, aboutOnward(id, workspaceOf(ctx))).toString()

export async function continueLogout(
  place: BrowserContext,
  id: string,
  answered?: { by: SamlApplication; with: LogoutResponse },
): Promise<BrowserResponse> {
  if (!isId(id)) return { to: home }
  const found = await place.transact(async ctx => {
    const row = await claimLogout(ctx.db, id, ctx.clock.now())
    if (!row) return undefined
    if (answered && (row.waits_for !== answered.with.inResponseTo || row.application_id !== answered.by.id))
      throw new SamlRefusal('malformed', { application: answered.by.id, details: { problem: 'nobody-asked' } })
    // Skipped by the browser, or failed
    const missed = row.waits_for !== null && answered?.with.succeeded !== true
    const next = await nextOf(ctx, { ...row, incomplete: row.incomplete || missed })
    if (!next) return { onward: onwardOf(ctx, row) ?? home }
    return { ...next, signer: await signerFor(ctx, next.application.id) }
  })
  if (!found) return { to: home }
  if ('onward' in found) return { to: found.onward }
  const { application, kind, xml, relayState, signer } = found
  const { sloUrl, sloBinding } = application.settings
  if (sloUrl === null || !signer) return { to: home }
  if (sloBinding === 'post') return postingMessage(place.language, sloUrl, kind, await xml(signer), relayState)
  return { to: await signedAddress(sloUrl, kind, await xml(undefined), relayState, signer.key) }
}

async function nextOf(ctx: TransactionContext, row: LogoutRow): Promise<Next | undefined> {
  const { entityId } = addressesOf(ctx.config.publicUrl, ctx.workspace ?? '')
  let { incomplete } = row
  for (const [at, session] of row.ahead.entries()) {
    const application = await applicationById(ctx, session.application_id)
    if (application?.protocol !== protocols.saml || application.settings.sloUrl === null) {
      // The application can't be notified, so its session continues until it expires
      incomplete ||= application !== undefined
      continue
    }
    const head = { id: newXmlId(), issuer: entityId, at: ctx.clock.now(), to: application.settings.sloUrl }
    const about = { format: session.name_format, value: session.name_id, sessionIndex: indexOf(session.id) }
    const ahead = row.ahead.slice(at + 1)
    const waiting = { ...row, ahead, incomplete, waits_for: head.id, application_id: application.id }
    await putLogout(ctx.db, waiting, later(ctx.clock.now(), lasts))
    return { application, kind: 'SAMLRequest', xml: by => logoutRequest(head, about, by), relayState: row.id }
  }
  return row.asked_by ? lastOf(ctx, row.asked_by, incomplete) : undefined
}

async function lastOf(
  ctx: TransactionContext,
  asked: NonNullable<LogoutRow['asked_by']>,
  incomplete: boolean,
): Promise<Next | undefined> {
  const application = await applicationById(ctx, asked.application)
  if (application?.protocol !== protocols.saml || application.settings.sloUrl === null) return undefined
  const { entityId } = addressesOf(ctx.config.publicUrl, ctx.workspace ?? '')
  const to = application.settings.sloUrl
  const head = { id: newXmlId(), issuer: entityId, at: ctx.clock.now(), to, inResponseTo: asked.request }
  const status: [string, string?] = incomplete ? [statuses.responder, statuses.partialLogout] : [statuses.success]
  return {
    application,
    kind: 'SAMLResponse',
    xml: by => logoutResponse(head, status, by),
    relayState: asked.relayState,
  }
}
