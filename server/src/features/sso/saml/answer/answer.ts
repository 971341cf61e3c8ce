import { protocols } from '@claviger/contract/apps/applications'
import { days, later } from '#platform/clock.ts'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import { newId } from '#platform/ids.ts'
import { lineOf } from '#platform/record/record.ts'
import { mapClaims } from '#features/apps/applications/applications.claims.ts'
import { type SamlApplication, usesOf } from '#features/apps/applications/applications.ts'
import { attemptPartsOf, noteAttempt } from '#features/apps/attempts/attempts.ts'
import { sealerOfKey } from '#features/tenancy/workspaces/workspaces.key.ts'
import { admittedParts, admitTo } from '#features/sso/admission/admission.ts'
import { signInFactsOf } from '#features/sso/browser-sessions/browser-sessions.facts.ts'
import { acrRequired } from '#features/sso/browser-sessions/browser-sessions.methods.ts'
import type { OtherSignIn } from '#features/sso/browser-sessions/browser-sessions.page.ts'
import { type SignInTrip, isEnough, sendToSignIn } from '#features/sso/browser-sessions/browser-sessions.trips.ts'
import { type BrowserSession, openerOf } from '#features/sso/browser-sessions/browser-sessions.ts'
import { keepRequest, keptRequest, replayError } from './saml-messages.ts'
import type { SamlRequest } from './saml-request.ts'
import { contextFor, demandFor } from './context.ts'
import { enter, type SamlSignIn } from './saml-entry.ts'
import { enterApplication } from './enter.store.ts'
import { message, responseWith, statusOf } from '#features/sso/saml-documents/saml-documents.response.ts'
import type { BrowserContext } from '../browser-place.ts'
import { SamlRefusal, refusedBy } from '../saml-refusals.ts'
import { noSpending, spendRequest, spendRequestPart, insertRequestPart } from './requests.store.ts'
import { addressesOf, newXmlId } from '../saml.entity.ts'
import { signerById, signerFor } from '../signing-keys.ts'
import { postingMessage, type BrowserResponse } from '../browser-response.ts'
import { namePart } from '../saml.store.ts'
import { sessionPart } from '../sessions.store.ts'
import {
  formatFor,
  indexOf,
  isPseudonym,
  nameFor,
  protectionOf,
  shortHash,
  sourceOfName,
  statementFor,
} from './statement.ts'
import { nameIdFormatOf, statuses } from '#features/sso/saml-documents/saml-documents.names.ts'

export interface PendingSamlRequest {
  readonly application: SamlApplication
  readonly entered: SamlSignIn
  readonly asked: SamlRequest
  /** The ID of a stored request; null if not stored yet; undefined if the user started here. */
  readonly request: string | null | undefined
  readonly since: Date
}

type Kept = PendingSamlRequest & { readonly request: string | undefined }

/**
 * Answers a request with an assertion if the user's sign-in is sufficient, otherwise through our sign-in page.
 * @throws Refused
 */
export async function answer(place: BrowserContext, waiting: PendingSamlRequest): Promise<BrowserResponse> {
  const { application, asked, entered } = waiting
  if (!application.active) throw new SamlRefusal('off', { application: application.id })
  const fits = formatFor(application, asked.format) !== undefined
  const errand = errandOf(waiting, entered.here)
  if (fits && entered.here && errand === undefined) return assert(place, waiting, entered.here)
  const request = await keptOf(place, waiting)
  const kept = { ...waiting, request }
  if (!fits)
    return tell(place, kept, [statuses.requester, statuses.invalidNameIdPolicy], 'name-id-format-differs', {
      asked: asked.format ?? '',
      format: nameIdFormatOf(asked.format ?? '') ?? '',
      registered: application.settings.nameIdFormat,
    })
  if (asked.passive) return tell(place, kept, [statuses.responder, statuses.noPassive], 'sign-in-given-up')
  if (errand === 'cannot') return tell(place, kept, [statuses.responder, statuses.noAuthnContext], 'demand-unmet')
  return lead(place, kept, errand ?? {})
}

/** Leads the user to the sign-in page, and from there back to the request. */
function lead(...of: Parameters<typeof signIn>): BrowserResponse {
  const { location, cookie } = signIn(...of)
  return { to: location, cookie }
}

function signIn(
  place: BrowserContext,
  { application, entered, request }: Kept,
  errand: Pick<SignInTrip, 'since' | 'acr' | 'unmet'>,
) {
  const back = `/saml/${place.workspace}/${request === undefined ? `launch/${application.id}` : `continue/${request}`}`
  const named = { id: place.workspace, slug: entered.slug }
  return sendToSignIn(place.world, { workspace: named, back, ...errand }, place.cookies)
}

async function keptOf(
  place: BrowserContext,
  { application, asked, request }: PendingSamlRequest,
): Promise<string | undefined> {
  if (request !== null) return request
  return place
    .transact(ctx => keepRequest(ctx, application.id, asked))
    .catch((error: unknown) => {
      throw refusedBy(error, application.id) ?? error
    })
}

function errandOf({ application, asked, since }: PendingSamlRequest, here: BrowserSession | undefined) {
  const demand = acrRequired(application.settings.demand)
  const met = here && contextFor(here, asked) !== undefined
  const acr = demand !== undefined && !here?.acrs.includes(demand) ? demand : met ? undefined : demandFor(asked)
  const errand = { since: asked.force ? since : undefined, acr }
  if (here && met && isEnough(here, errand)) return undefined
  // Otherwise some sign-in methods would not satisfy the request
  const anyWay = contextFor({ amr: [], acrs: [] }, asked) !== undefined
  return acr === undefined && !met && !anyWay ? 'cannot' : errand
}

const entryOf = (here: BrowserSession, { ip }: BrowserContext) => signInFactsOf('saml', here, ip)

async function assert(
  place: BrowserContext,
  waiting: PendingSamlRequest,
  here: BrowserSession,
): Promise<BrowserResponse> {
  const { application, asked, entered } = waiting
  const about = { application: application.id, user: here.user }
  const admitted = await admittedParts(place.at, application, { ...entered, id: here.user }, entryOf(here, place))
  if (!admitted) return refuse(place, waiting, here)
  if (!entered.person) throw new SamlRefusal('user-inactive', about)
  const format = formatFor(application, asked.format) ?? 'transient'
  const name = nameFor(application, entered.person, format, entered.nameId)
  if (!name)
    throw new SamlRefusal('name-id-format-differs', {
      ...about,
      details: { missing: sourceOfName(application, format) ?? '' },
    })
  // The first time this name is sent; of two concurrent responses, one name is kept
  const first = isPseudonym(application, format) && entered.nameId === null
  const context = contextFor(here, asked, application.settings.mfaClass) ?? ''
  const now = place.world.clock.now()
  const row = {
    id: newId(),
    session_id: here.session,
    application_id: application.id,
    user_id: here.user,
    name_id: name.value,
    name_format: name.format,
    created_at: now,
    ends_at: later(now, days(place.world.config.sessionDays)),
  }
  const written = await enterApplication(place.at, here.session, spends(place, waiting), {
    ...admitted,
    ...(first && { named: namePart(application.id, here.user, name.value) }),
    session: sessionPart(row, first),
    ...notedParts(place, waiting, here, context),
    ...usesOf(place.at, application, here.user),
  })
  // The user has signed out meanwhile
  if (!written.stands) return answer(place, { ...waiting, entered: { ...entered, here: undefined } })
  if (!written.agreed || written.session === null)
    throw waiting.request === null
      ? (refusedBy(replayError(asked), application.id) ?? replayError(asked))
      : new SamlRefusal('request-repeated', about)
  const told = { ...name, value: written.name_id ?? name.value }
  const attributes = mapClaims(application.mapping, entered.person)
  const session = indexOf(written.session)
  const said = { name: told, attributes, sessionIndex: session, signedInAt: here.authTime, context }
  if (entered.key === null) throw new Error('a workspace without a key for SAML answered a request')
  const signer = await signerById(readOnlyContext(place.at), entered.key)
  const xml = await responseWith(statementFor(place.at, application, asked, said), protectionOf(application), signer)
  return postingMessage(place.language, asked.acs, 'SAMLResponse', xml, asked.relayState)
}

/** Spends the request in the database, so that it is answered only once. */
function spends({ world }: BrowserContext, { request, application, asked }: PendingSamlRequest) {
  if (request === undefined) return noSpending
  return request === null
    ? insertRequestPart(keptRequest(world.clock.now(), application.id, asked))
    : spendRequestPart(request)
}

function notedParts(
  { at, world }: BrowserContext,
  { application, asked, entered }: PendingSamlRequest,
  here: BrowserSession,
  context: string,
) {
  const { id, name } = application
  const facts = { acs: asked.acs, context, request: shortHash(asked.request ?? '') }
  const step = asked.request === undefined ? 'launch' : 'sso'
  const note = { application: id, protocol: protocols.saml, step, ok: true, user: here.user, facts }
  return {
    line: lineOf(at, { action: 'application.opened', object: { type: 'application', id, name }, ...openerOf(here) }),
    ...attemptPartsOf(at, sealerOfKey(world, at.workspace, entered.sealedKey), note),
  }
}

async function refuse(
  place: BrowserContext,
  waiting: PendingSamlRequest,
  here: BrowserSession,
): Promise<BrowserResponse> {
  const { application, asked } = waiting
  const entry = entryOf(here, place)
  const admission = await place.transact(ctx => admitTo(ctx, application, here.user, entry, { leads: true }))
  const { allowed, reason = 'policy', unmet, ...refused } = admission
  if (unmet) {
    const kept = { ...waiting, request: await keptOf(place, waiting) }
    if (!asked.passive) return lead(place, kept, { unmet })
    return tell(place, kept, [statuses.responder, statuses.noPassive], 'demand-unmet')
  }
  if (!allowed) {
    const other = reason === 'policy' ? await otherSignIn(place, waiting) : undefined
    throw new SamlRefusal(reason, { application: application.id, user: here.user, ...refused, other })
  }
  const { entered } = await enter(place, 'id', application.id)
  return answer(place, { ...waiting, entered })
}

/** Undefined if the request can't be answered later: the application forbids it, or it was opened before. */
async function otherSignIn(place: BrowserContext, waiting: PendingSamlRequest): Promise<OtherSignIn | undefined> {
  if (waiting.asked.passive) return undefined
  try {
    const request = await keptOf(place, waiting)
    return signIn(place, { ...waiting, request }, { since: place.world.clock.now() })
  } catch (error) {
    if (error instanceof SamlRefusal) return undefined
    throw error
  }
}

/** Tells an application that there is no assertion, using only standard status codes. */
async function tell(
  place: BrowserContext,
  { application, asked, request }: Kept,
  status: [string, string],
  reason: SamlRefusal['reason'],
  details: Readonly<Record<string, string>> = {},
): Promise<BrowserResponse> {
  const signer = await place.transact(async ctx => {
    if (request !== undefined && !(await spendRequest(ctx.db, request)))
      throw new SamlRefusal('request-repeated', { application: application.id })
    const facts = { acs: asked.acs, status: status[1], ...details }
    await noteAttempt(ctx, {
      application: application.id,
      protocol: protocols.saml,
      step: 'sso',
      ok: false,
      reason: { code: reason, details },
      facts,
    })
    return signerFor(ctx, application.id)
  })
  const { entityId } = addressesOf(place.world.config.publicUrl, place.workspace)
  const head = {
    id: newXmlId(),
    issuer: entityId,
    at: place.world.clock.now(),
    to: asked.acs,
    inResponseTo: asked.request,
  }
  const xml = await message('Response', head, statusOf(...status), signer)
  return postingMessage(place.language, asked.acs, 'SAMLResponse', xml, asked.relayState)
}
