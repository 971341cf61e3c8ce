import { protocols } from '@claviger/contract/apps/applications'
import { days, later } from '../../../../ground/clock.ts'
import { together } from '../../../../ground/db/together.ts'
import { newId } from '../../../../ground/ids.ts'
import { record } from '../../../../ground/record/record.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { claimsOf } from '../../../apps/applications/applications.claims.ts'
import { noteUse, type SamlApplication } from '../../../apps/applications/applications.ts'
import { noteAttempt } from '../../../apps/attempts/attempts.ts'
import { admitTo } from '../../admission/admission.ts'
import { acrDemanded } from '../../browser-sessions/browser-sessions.how.ts'
import { isEnough, sendToSignIn } from '../../browser-sessions/browser-sessions.trips.ts'
import { type Here, whoIsHere } from '../../browser-sessions/browser-sessions.ts'
import type { Asked } from './asked.ts'
import { contextFor, demandFor } from './context.ts'
import { message, responseWith, statusOf } from '../../saml-documents/saml-documents.response.ts'
import type { Place } from '../place.ts'
import { Refused } from '../refused.ts'
import { spendRequest } from './requests.store.ts'
import { addressesOf, newXmlId } from '../saml.entity.ts'
import { signerFor } from '../keys.ts'
import { postingMessage, type Sent } from '../sent.ts'
import { noteSession } from '../sessions.store.ts'
import { formatFor, indexOf, nameFor, protectionOf, shortHash, statementFor } from './statement.ts'
import { statuses } from '../../saml-documents/saml-documents.names.ts'

/** A request that waits, or what somebody began here. */
export interface Waiting {
  readonly application: SamlApplication
  readonly asked: Asked
  /** Of the request; none where the person began here. */
  readonly id: string | undefined
  readonly since: Date
  /** Where the way goes on once somebody has signed in. */
  readonly back: string
}

/**
 * Answers a request: by an assertion for whoever is signed in here as the application wants it, else by way of our
 * sign-in page. Throws Refused.
 */
export async function answer(place: Place, waiting: Waiting): Promise<Sent> {
  const { application, asked } = waiting
  if (!application.active) throw new Refused('off', { application: application.id })
  if (formatFor(application, asked.format) === undefined)
    return tell(place, waiting, [statuses.requester, statuses.invalidNameIdPolicy], 'name-id-format-differs')
  const here = await whoIsHere(place.world, place.workspace, place.cookies)
  const errand = errandOf(waiting, here)
  if (here && errand === undefined) return assert(place, waiting, here)
  if (asked.passive) return tell(place, waiting, [statuses.responder, statuses.noPassive], 'sign-in-given-up')
  if (errand === 'cannot') return tell(place, waiting, [statuses.responder, statuses.noAuthnContext], 'demand-unmet')
  const trip = sendToSignIn(
    place.world,
    { workspace: await place.named(), back: waiting.back, ...errand },
    place.cookies,
  )
  return { to: trip.location, cookie: trip.cookie }
}

/** What a sign-in must still prove; undefined where the one that there is does. */
function errandOf({ application, asked, since }: Waiting, here: Here | undefined) {
  const demand = acrDemanded[application.settings.demand]
  const met = here && contextFor(here, asked) !== undefined
  const acr = demand !== undefined && !here?.acrs.includes(demand) ? demand : met ? undefined : demandFor(asked)
  const errand = { since: asked.force ? since : undefined, acr }
  if (here && met && isEnough(here, errand)) return undefined
  // Whoever signs in anew in whichever way might still not be what is asked for
  const anyWay = contextFor({ amr: [], acrs: [] }, asked) !== undefined
  return acr === undefined && !met && !anyWay ? 'cannot' : errand
}

async function assert(place: Place, waiting: Waiting, here: Here): Promise<Sent> {
  const { asked } = waiting
  const made = await place.transact(ctx => statementOf(ctx, place, waiting, here))
  // After the commit, for what a policy left in the log must stay
  if (made instanceof Refused) throw made
  const { statement, signer, protection } = made
  if (!signer) throw new Error('a workspace without a key for SAML answered a request')
  return postingMessage(
    place.language,
    asked.acs,
    'SAMLResponse',
    responseWith(statement, protection, signer),
    asked.relayState,
  )
}

async function statementOf(ctx: Ctx, place: Place, { application, asked, id }: Waiting, here: Here) {
  const about = { application: application.id, user: here.user }
  const { verified, key, keyKind, authTime } = here
  const how = { verified, key, keyKind, signedInAt: authTime, ip: place.ip }
  const { allowed, reason = 'policy', ...refused } = await admitTo(ctx, application, here.user, how)
  if (!allowed) return new Refused(reason, { ...about, ...refused })
  if (id !== undefined && !(await spendRequest(ctx.db, id))) return new Refused('request-repeated', about)
  const format = formatFor(application, asked.format) ?? 'transient'
  // What none of them waits for the others goes out at once
  const [name, attributes, signer] = await together(
    nameFor(ctx, application, here.user, format, true),
    claimsOf(ctx, application, here.user),
    signerFor(ctx, application.id),
    noteUse(ctx, application, here.user),
    noteOpened(ctx, application, here, asked),
  )
  if (!name)
    throw new Refused('name-id-format-differs', { ...about, details: { missing: application.settings.nameIdSource } })
  const session = await noteSession(ctx.db, {
    id: newId(),
    session_id: here.session,
    application_id: application.id,
    user_id: here.user,
    name_id: name.value,
    name_format: name.format,
    created_at: ctx.clock.now(),
    ends_at: later(ctx.clock.now(), days(ctx.config.sessionDays)),
  })
  const context = contextFor(here, asked) ?? ''
  const said = { name, attributes, sessionIndex: indexOf(session), signedInAt: authTime, context }
  return { statement: statementFor(ctx, application, asked, said), signer, protection: protectionOf(application) }
}

/** Leaves a line in the log and among the requests of the application. */
async function noteOpened(ctx: Ctx, application: SamlApplication, here: Here, asked: Asked): Promise<void> {
  const { id, name } = application
  const by = { id: here.user, name: here.name }
  const context = contextFor(here, asked) ?? ''
  const facts = { acs: asked.acs, context, request: shortHash(asked.request ?? '') }
  const step = asked.request === undefined ? 'launch' : 'sso'
  await together(
    record(ctx, { action: 'application.opened', object: { type: 'application', id, name }, by }),
    noteAttempt(ctx, { application: id, protocol: protocols.saml, step, ok: true, user: here.user, facts }),
  )
}

/** Tells an application that there is no assertion, in the standard's own words and no others. */
async function tell(
  place: Place,
  { application, asked, id }: Waiting,
  status: [string, string],
  reason: Refused['reason'],
): Promise<Sent> {
  const signer = await place.transact(async ctx => {
    if (id !== undefined && !(await spendRequest(ctx.db, id)))
      throw new Refused('request-repeated', { application: application.id })
    const facts = { acs: asked.acs, status: status[1] }
    await noteAttempt(ctx, {
      application: application.id,
      protocol: protocols.saml,
      step: 'sso',
      ok: false,
      reason: { code: reason },
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
  const xml = message('Response', head, statusOf(...status), signer)
  return postingMessage(place.language, asked.acs, 'SAMLResponse', xml, asked.relayState)
}
