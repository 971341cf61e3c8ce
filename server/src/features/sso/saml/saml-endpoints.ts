import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { isOpenTo } from '#platform/entrance/entrance.ts'
import type { SamlApplication } from '#features/apps/applications/applications.ts'
import {
  parseSamlRequest,
  issuerOf,
  keepRequest,
  keysOfApplication,
  verifySamlMessage,
  type ReadSamlMessage,
  readMessage,
  unknownIssuer,
} from './answer/saml-messages.ts'
import { answer } from './answer/answer.ts'
import type { SamlRequest } from './answer/saml-request.ts'
import { enter } from './answer/saml-entry.ts'
import { continueLogout, endRequestedSessions } from './single-logout.ts'
import { type AuthnRequest, authnRequestOf } from '../saml-documents/saml-documents.authn-request.ts'
import type { SamlHeader } from '../saml-documents/saml-documents.head.ts'
import {
  type LogoutRequest,
  logoutRequestOf,
  type LogoutResponse,
  logoutResponseOf,
} from '../saml-documents/saml-documents.logout.ts'
import type { SamlMessage } from '../saml-documents/saml-documents.query.ts'
import type { BrowserContext } from './browser-place.ts'
import { noteRefusedSaml, SamlRefusal, refusedBy } from './saml-refusals.ts'
import { metadataDocument } from './saml.entity.ts'
import { ensureKey } from './signing-keys.ts'
import type { BrowserResponse } from './browser-response.ts'
import { isId } from './answer/statement.ts'
import { SamlError } from '../saml-documents/saml-documents.unacceptable.ts'

// One function per endpoint. A cross-site form carries no cookies of ours, so its message is stored and the
// browser redirected to an address that can read them.

export async function metadata(place: BrowserContext): Promise<BrowserResponse> {
  await ensureKey(place.world, place.from)
  const html = await place.transact(async ctx =>
    (await isOpenTo(ctx, 'saml-published')) ? metadataDocument(ctx) : undefined,
  )
  if (html === undefined) throw new SamlError('issuer-unknown')
  const headers = {
    'content-type': 'application/samlmetadata+xml; charset=utf-8',
    'content-disposition': 'inline; filename="metadata.xml"',
    'cache-control': 'public, max-age=300',
  }
  return { html, headers, status: 200 }
}

export function answerSamlMessage(place: BrowserContext, arrived: SamlMessage): Promise<BrowserResponse> {
  if (arrived.kind === 'SAMLResponse') return signedOutThere(place, readMessage(arrived, logoutResponseOf))
  const read = readMessage(arrived, root =>
    root.localName === 'LogoutRequest' ? logoutRequestOf(root) : authnRequestOf(root),
  )
  return 'nameId' in read.message
    ? signOut(place, read as ReadSamlMessage<LogoutRequest>)
    : signIn(place, read as ReadSamlMessage<AuthnRequest>)
}

async function signIn(place: BrowserContext, read: ReadSamlMessage<AuthnRequest>): Promise<BrowserResponse> {
  await ensureKey(place.world, place.from)
  if (read.arrived.binding === 'post') return keepForLater(place, read)
  const { application, entered } = await enter(place, 'entity', read.message.issuer)
  if (!application) throw unknownIssuer(read.message)
  let asked: SamlRequest
  try {
    asked = acceptedBy(place, read, application, entered.slug)
  } catch (error) {
    throw refusedBy(error, application.id) ?? error
  }
  return answer(place, { application, entered, asked, request: null, since: place.world.clock.now() })
}

/** A cross-site form carries no cookies, so the request is stored until the browser follows our redirect. */
async function keepForLater(place: BrowserContext, read: ReadSamlMessage<AuthnRequest>): Promise<BrowserResponse> {
  const id = await genuine(place, read, (ctx, application, slug) =>
    keepRequest(ctx, application.id, acceptedBy(place, read, application, slug)),
  )
  return { to: `/saml/${place.workspace}/continue/${id}` }
}

function acceptedBy(
  { at }: BrowserContext,
  read: ReadSamlMessage<AuthnRequest>,
  application: SamlApplication,
  slug: string,
): SamlRequest {
  verifySamlMessage(at, read, application, application.settings.requestsSigned, slug)
  return parseSamlRequest(read, application)
}

async function signOut(place: BrowserContext, read: ReadSamlMessage<LogoutRequest>): Promise<BrowserResponse> {
  const id = await genuine(place, read, async (ctx, application, slug) => {
    const known = keysOfApplication(application).length > 0
    verifySamlMessage(ctx, read, application, known, slug)
    return endRequestedSessions(ctx, application, read.message, read.arrived.relayState, known)
  })
  return continueLogout(place, id)
}

async function signedOutThere(place: BrowserContext, read: ReadSamlMessage<LogoutResponse>): Promise<BrowserResponse> {
  const { by, doubt } = await genuine(place, read, async (ctx, application, slug) => ({
    by: application,
    doubt: doubtOf(() => verifySamlMessage(ctx, read, application, keysOfApplication(application).length > 0, slug)),
  }))
  const succeeded = doubt === undefined && read.message.succeeded
  const sent = await continueLogout(place, read.arrived.relayState ?? '', { by, with: { ...read.message, succeeded } })
  const refused = refusedBy(doubt, by.id)
  if (refused) await noteRefusedSaml(place.world, place.from, 'slo', refused)
  return sent
}

/**
 * Why a logout response is not trusted, for example because it isn't signed. It still returns the browser, so
 * the sign-out continues at the other applications and ends as a partial one.
 */
function doubtOf(check: () => void): SamlError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof SamlError) return error
    throw error
  }
}

function genuine<T>(
  place: BrowserContext,
  read: ReadSamlMessage<SamlHeader>,
  work: (ctx: Parameters<typeof issuerOf>[0], application: SamlApplication, slug: string) => Promise<T>,
): Promise<T> {
  let of: string | undefined
  return place
    .transact(async ctx => {
      const application = await issuerOf(ctx, read.message)
      of = application.id
      // Most requests name the address with the ID, so the short name is rarely looked up
      const isById = read.message.destination?.includes(`/${place.workspace}/`) !== false
      const face = isById ? undefined : await faceOf(ctx, place.workspace)
      return work(ctx, application, face?.slug ?? place.workspace)
    })
    .catch((error: unknown) => {
      throw refusedBy(error, of) ?? error
    })
}

export async function resumeSamlSignIn(place: BrowserContext, id: string): Promise<BrowserResponse> {
  if (!isId(id)) throw new SamlRefusal('request-expired')
  const { application, entered, request } = await enter(place, 'request', id)
  if (!application || !request) throw new SamlRefusal('request-expired')
  return answer(place, { application, entered, asked: request.asked, request: request.id, since: request.since })
}

/** IdP-initiated sign-in, if the application accepts it (Profiles §4.1.5). @throws Refused */
export async function launch(place: BrowserContext, id: string): Promise<BrowserResponse> {
  if (!isId(id)) throw new SamlRefusal('unknown-entity')
  await ensureKey(place.world, place.from)
  const { application, entered } = await enter(place, 'id', id)
  if (!application) throw new SamlRefusal('unknown-entity')
  const { settings } = application
  if (!settings.allowIdpInitiated) throw new SamlRefusal('idp-initiated-not-allowed', { application: application.id })
  const acs = (settings.acs.find(one => one.isDefault) ?? settings.acs[0])?.url
  if (acs === undefined) throw new SamlRefusal('acs-differs', { application: application.id })
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
