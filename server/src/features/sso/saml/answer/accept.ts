import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { minutes, later } from '../../../../ground/clock.ts'
import { newId } from '../../../../ground/ids.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import { applicationByEntityId, type SamlApplication } from '../../../apps/applications/applications.ts'
import type { Asked } from './asked.ts'
import type { AuthnRequest } from '../../saml-documents/saml-documents.authn-request.ts'
import { type Head, mustBeForUs } from '../../saml-documents/saml-documents.head.ts'
import { type Arrived, mustBeSignedQuery } from '../../saml-documents/saml-documents.query.ts'
import { insertRequest } from './requests.store.ts'
import { addressesOf } from '../saml.entity.ts'
import { Unacceptable } from '../../saml-documents/saml-documents.unacceptable.ts'
import { messageBounds, readXml } from '../../saml-documents/saml-documents.read.ts'
import { isSigned, mustBeSigned } from '../../saml-documents/saml-documents.verify.ts'

/** So long a request waits for somebody to sign in. */
const waits = minutes(15)

/** What an application sent, read. */
export interface Read<M extends Head> {
  readonly arrived: Arrived
  readonly message: M
  readonly root: ReturnType<typeof readXml>
}

/** Reads a message with what makes one of its kind out of its root. Throws Unacceptable. */
export function readMessage<M extends Head>(arrived: Arrived, of: (root: ReturnType<typeof readXml>) => M): Read<M> {
  const root = readXml(arrived.xml, messageBounds)
  return { arrived, root, message: of(root) }
}

/** The application that a message names as its issuer. Throws Unacceptable. */
export async function issuerOf(ctx: Ctx, head: Head): Promise<SamlApplication> {
  const application = await applicationByEntityId(ctx, head.issuer)
  if (!application) throw unknownIssuer(head)
  return application
}

/** What a message of an issuer is refused as that is no application here. */
export const unknownIssuer = ({ issuer }: Head): Unacceptable =>
  new Unacceptable('issuer-unknown', { asked: issuer.slice(0, 200) })

const keys = new WeakMap<SamlApplication, KeyObject[]>()

/** Certificates by which an application signs, as keys. One that cannot be read is none. */
export function keysOfApplication(application: SamlApplication): KeyObject[] {
  const known = keys.get(application)
  if (known) return known
  const read = application.settings.spCertificates.flatMap(pem => {
    try {
      return [new X509Certificate(pem).publicKey]
    } catch {
      return []
    }
  })
  keys.set(application, read)
  return read
}

/**
 * Holds who sent a message, for whom, and when. It must be signed where the application says that it signs, or where
 * `needed`; what is signed must hold where we know by what. Throws Unacceptable.
 */
export function mustBeGenuine(
  ctx: Pick<Ctx, 'config' | 'clock' | 'workspace'>,
  read: Read<Head>,
  application: SamlApplication,
  needed: boolean,
): void {
  const { arrived, root, message } = read
  const own = keysOfApplication(application)
  const signed = arrived.binding === 'redirect' ? arrived.signature !== undefined : isSigned(root)
  if (needed || (signed && own.length > 0)) {
    if (arrived.binding === 'redirect') mustBeSignedQuery(arrived, own)
    else mustBeSigned(root, own)
  }
  const ours = addressesOf(ctx.config.publicUrl, workspaceOf(ctx))
  mustBeForUs(message, ctx.clock.now(), [ours.ssoUrl, ours.sloUrl], signed && own.length > 0)
}

/** What is to be answered to a request, whose address for that is one that is registered, and no other. Throws Unacceptable. */
export function askedBy({ arrived, message }: Read<AuthnRequest>, { settings }: SamlApplication): Asked {
  const { acsUrl, acsIndex } = message
  const takers = settings.acs.filter(one => one.binding === 'post')
  const usual = takers.find(one => one.isDefault) ?? takers[0]
  const acs =
    acsUrl !== undefined
      ? takers.find(one => one.url === acsUrl)
      : acsIndex !== undefined
        ? settings.acs[acsIndex]
        : usual
  if (!acs || acs.binding !== 'post')
    throw new Unacceptable('acs-unknown', {
      asked: (acsUrl ?? String(acsIndex ?? '')).slice(0, 500),
      registered: takers.map(one => one.url).join(' '),
    })
  return {
    request: message.id,
    acs: acs.url,
    relayState: arrived.relayState,
    force: message.forceAuthn,
    passive: message.isPassive,
    format: message.nameIdFormat,
    contexts: message.contexts,
    comparison: message.comparison,
  }
}

/** A request as it is kept, so that it is answered once. */
export function keptRequest(now: Date, application: string, content: Asked) {
  const id = newId()
  const hash = createHash('sha256')
    .update(content.request ?? id)
    .digest()
  return { id, application_id: application, content, created_at: now, request_hash: hash, ends_at: later(now, waits) }
}

/** Keeps a request until it is answered, and answers its id. Throws Unacceptable for one that came before. */
export async function keepRequest(ctx: Ctx, application: string, content: Asked): Promise<string> {
  const kept = keptRequest(ctx.clock.now(), application, content)
  if (!(await insertRequest(ctx.db, kept))) throw replayed(content)
  return kept.id
}

/** What a request is refused as that came before. */
export const replayed = ({ request = '' }: Asked): Unacceptable =>
  new Unacceptable('replayed', { asked: request.slice(0, 100) })
