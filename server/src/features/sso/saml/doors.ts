import { applicationById, type SamlApplication } from '../../apps/applications/applications.ts'
import {
  askedBy,
  issuerOf,
  keepRequest,
  keysOfApplication,
  mustBeGenuine,
  type Read,
  readMessage,
} from './answer/accept.ts'
import { answer } from './answer/answer.ts'
import { goOn, signOutAskedBy } from './logout.ts'
import { type AuthnRequest, authnRequestOf } from '../saml-documents/saml-documents.authn-request.ts'
import type { Head } from '../saml-documents/saml-documents.head.ts'
import {
  type LogoutRequest,
  logoutRequestOf,
  type LogoutResponse,
  logoutResponseOf,
} from '../saml-documents/saml-documents.logout.ts'
import type { Arrived } from '../saml-documents/saml-documents.query.ts'
import type { Place } from './place.ts'
import { Refused, refusedBy } from './refused.ts'
import { findRequest } from './answer/requests.store.ts'
import { metadataDocument } from './saml.entity.ts'
import { ensureKey } from './keys.ts'
import type { Sent } from './sent.ts'
import { isId } from './answer/statement.ts'
import { Unacceptable } from '../saml-documents/saml-documents.unacceptable.ts'

// What each address of ours does. A message that a form brought comes without our cookies, for another site sent it; so it is
// kept, and the browser is led to an address of ours that it brings them to.

/** Our metadata, for whoever asks. */
export async function metadata(place: Place): Promise<Sent> {
  await ensureKey(place.world, place.from)
  const html = await place.transact(metadataDocument)
  if (html === undefined) throw new Unacceptable('issuer-unknown')
  const headers = {
    'content-type': 'application/samlmetadata+xml; charset=utf-8',
    'content-disposition': 'inline; filename="metadata.xml"',
    'cache-control': 'public, max-age=300',
  }
  return { html, headers, status: 200 }
}

/** Takes a message of an application, whichever it is. Throws Refused and Unacceptable. */
export function byMessage(place: Place, arrived: Arrived): Promise<Sent> {
  if (arrived.kind === 'SAMLResponse') return signedOutThere(place, readMessage(arrived, logoutResponseOf))
  const read = readMessage(arrived, root =>
    root.localName === 'LogoutRequest' ? logoutRequestOf(root) : authnRequestOf(root),
  )
  return 'nameId' in read.message
    ? signOut(place, read as Read<LogoutRequest>)
    : signIn(place, read as Read<AuthnRequest>)
}

async function signIn(place: Place, read: Read<AuthnRequest>): Promise<Sent> {
  await ensureKey(place.world, place.from)
  const waiting = await genuine(place, read, async (ctx, application) => {
    mustBeGenuine(ctx, read, application, application.settings.requestsSigned)
    const asked = askedBy(read, application)
    if (read.message.names) throw new Unacceptable('document-value', { name: 'Subject' })
    const id = await keepRequest(ctx, application.id, asked)
    return { application, asked, id, since: ctx.clock.now(), back: `/saml/${place.workspace}/continue/${id}` }
  })
  return read.arrived.binding === 'post' ? { to: waiting.back } : answer(place, waiting)
}

async function signOut(place: Place, read: Read<LogoutRequest>): Promise<Sent> {
  const id = await genuine(place, read, async (ctx, application) => {
    const known = keysOfApplication(application).length > 0
    mustBeGenuine(ctx, read, application, known)
    return signOutAskedBy(ctx, application, read.message, read.arrived.relayState, known)
  })
  return goOn(place, id)
}

async function signedOutThere(place: Place, read: Read<LogoutResponse>): Promise<Sent> {
  const by = await genuine(place, read, async (ctx, application) => {
    mustBeGenuine(ctx, read, application, keysOfApplication(application).length > 0)
    return application
  })
  return goOn(place, read.arrived.relayState ?? '', { by, with: read.message })
}

/** Does something with the application that a message is of; a refusal then says of which. */
function genuine<T>(
  place: Place,
  read: Read<Head>,
  work: (ctx: Parameters<typeof issuerOf>[0], application: SamlApplication) => Promise<T>,
): Promise<T> {
  let of: string | undefined
  return place
    .transact(async ctx => {
      const application = await issuerOf(ctx, read.message)
      of = application.id
      return work(ctx, application)
    })
    .catch((error: unknown) => {
      throw refusedBy(error, of) ?? error
    })
}

/** Goes on with a request that waited while somebody signed in. Throws Refused. */
export async function carryOn(place: Place, id: string): Promise<Sent> {
  if (!isId(id)) throw new Refused('request-expired')
  const found = await place.transact(async ctx => {
    const row = await findRequest(ctx.db, id, ctx.clock.now())
    const application = row && (await applicationById(ctx, row.application_id))
    return application?.protocol === 2 ? { row, application } : undefined
  })
  if (!found?.row) throw new Refused('request-expired')
  const { application, row } = found
  const back = `/saml/${place.workspace}/continue/${id}`
  return answer(place, { application, asked: row.content, id, since: row.created_at, back })
}

/** Opens an application from here, where it takes that (Profiles §4.1.5). Throws Refused. */
export async function launch(place: Place, id: string): Promise<Sent> {
  const application = isId(id) ? await place.transact(ctx => applicationById(ctx, id)) : undefined
  if (application?.protocol !== 2) throw new Refused('unknown-entity')
  const { settings } = application
  if (!settings.allowIdpInitiated) throw new Refused('idp-initiated-not-allowed', { application: application.id })
  await ensureKey(place.world, place.from)
  const takers = settings.acs.filter(one => one.binding === 'post')
  const acs = (takers.find(one => one.isDefault) ?? takers[0])?.url
  if (acs === undefined) throw new Refused('acs-differs', { application: application.id })
  const asked = {
    acs,
    relayState: settings.relayState ?? undefined,
    force: false,
    passive: false,
    contexts: [],
    comparison: 'exact',
  } as const
  const back = `/saml/${place.workspace}/launch/${id}`
  return answer(place, { application, asked, id: undefined, since: place.world.clock.now(), back })
}
