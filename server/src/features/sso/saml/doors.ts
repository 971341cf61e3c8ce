import { isOpenTo } from '../../../ground/entrance/entrance.ts'
import type { SamlApplication } from '../../apps/applications/applications.ts'
import {
  askedBy,
  issuerOf,
  keepRequest,
  keysOfApplication,
  mustBeGenuine,
  type Read,
  readMessage,
  unknownIssuer,
} from './answer/accept.ts'
import { answer } from './answer/answer.ts'
import type { Asked } from './answer/asked.ts'
import { enter } from './answer/enter.ts'
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
import { metadataDocument } from './saml.entity.ts'
import { ensureKey } from './keys.ts'
import type { Sent } from './sent.ts'
import { isId } from './answer/statement.ts'
import { Unacceptable } from '../saml-documents/saml-documents.unacceptable.ts'

// One function per endpoint. A cross-site form carries no cookies of ours, so its message is stored and the
// browser redirected to an address that can read them.

export async function metadata(place: Place): Promise<Sent> {
  await ensureKey(place.world, place.from)
  const html = await place.transact(async ctx =>
    (await isOpenTo(ctx, 'saml-published')) ? metadataDocument(ctx) : undefined,
  )
  if (html === undefined) throw new Unacceptable('issuer-unknown')
  const headers = {
    'content-type': 'application/samlmetadata+xml; charset=utf-8',
    'content-disposition': 'inline; filename="metadata.xml"',
    'cache-control': 'public, max-age=300',
  }
  return { html, headers, status: 200 }
}

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
  if (read.arrived.binding === 'post') return keepForLater(place, read)
  const { application, entered } = await enter(place, 'entity', read.message.issuer)
  if (!application) throw unknownIssuer(read.message)
  let asked: Asked
  try {
    asked = acceptedBy(place, read, application)
  } catch (error) {
    throw refusedBy(error, application.id) ?? error
  }
  return answer(place, { application, entered, asked, request: null, since: place.world.clock.now() })
}

/** A cross-site form carries no cookies, so the request is stored until the browser follows our redirect. */
async function keepForLater(place: Place, read: Read<AuthnRequest>): Promise<Sent> {
  const id = await genuine(place, read, (ctx, application) =>
    keepRequest(ctx, application.id, acceptedBy(place, read, application)),
  )
  return { to: `/saml/${place.workspace}/continue/${id}` }
}

function acceptedBy({ at }: Place, read: Read<AuthnRequest>, application: SamlApplication): Asked {
  mustBeGenuine(at, read, application, application.settings.requestsSigned)
  const asked = askedBy(read, application)
  if (read.message.names) throw new Unacceptable('document-value', { name: 'Subject' })
  return asked
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

export async function carryOn(place: Place, id: string): Promise<Sent> {
  if (!isId(id)) throw new Refused('request-expired')
  const { application, entered, request } = await enter(place, 'request', id)
  if (!application || !request) throw new Refused('request-expired')
  return answer(place, { application, entered, asked: request.asked, request: request.id, since: request.since })
}

/** IdP-initiated sign-in, if the application accepts it (Profiles §4.1.5). @throws Refused */
export async function launch(place: Place, id: string): Promise<Sent> {
  if (!isId(id)) throw new Refused('unknown-entity')
  await ensureKey(place.world, place.from)
  const { application, entered } = await enter(place, 'id', id)
  if (!application) throw new Refused('unknown-entity')
  const { settings } = application
  if (!settings.allowIdpInitiated) throw new Refused('idp-initiated-not-allowed', { application: application.id })
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
  return answer(place, { application, entered, asked, request: undefined, since: place.world.clock.now() })
}
