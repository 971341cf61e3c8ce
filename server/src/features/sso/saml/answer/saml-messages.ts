import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { minutes, later } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { applicationByEntityId, type SamlApplication } from '#features/apps/applications/applications.ts'
import type { SamlRequest } from './saml-request.ts'
import type { AuthnRequest } from '#features/sso/saml-documents/saml-documents.authn-request.ts'
import { type SamlHeader, mustBeForUs } from '#features/sso/saml-documents/saml-documents.head.ts'
import { type SamlMessage, mustBeSignedQuery } from '#features/sso/saml-documents/saml-documents.query.ts'
import { insertRequest } from './requests.store.ts'
import { addressesOf } from '../saml.entity.ts'
import { SamlError } from '#features/sso/saml-documents/saml-documents.unacceptable.ts'
import { messageBounds, readXml } from '#features/sso/saml-documents/saml-documents.read.ts'
import { isSigned, mustBeSigned } from '#features/sso/saml-documents/saml-documents.verify.ts'

const waits = minutes(15)

export interface ReadSamlMessage<M extends SamlHeader> {
  readonly arrived: SamlMessage
  readonly message: M
  readonly root: ReturnType<typeof readXml>
}

export function readMessage<M extends SamlHeader>(
  arrived: SamlMessage,
  of: (root: ReturnType<typeof readXml>) => M,
): ReadSamlMessage<M> {
  const root = readXml(arrived.xml, messageBounds)
  return { arrived, root, message: of(root) }
}

/** @throws SamlError if the issuer is no application here */
export async function issuerOf(ctx: TransactionContext, head: SamlHeader): Promise<SamlApplication> {
  const application = await applicationByEntityId(ctx, head.issuer)
  if (!application) throw unknownIssuer(head)
  return application
}

export const unknownIssuer = ({ issuer }: SamlHeader): SamlError =>
  new SamlError('issuer-unknown', { asked: issuer.slice(0, 200) })

const keys = new WeakMap<SamlApplication, KeyObject[]>()

/** Signing keys of an application; unreadable certificates are skipped. */
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
 * Verifies sender, audience, and time. A signature is required if the application signs, or if `needed`; a
 * signature must be valid if the key is known.
 * @throws SamlError
 */
export function verifySamlMessage(
  ctx: Pick<TransactionContext, 'config' | 'clock' | 'workspace'>,
  read: ReadSamlMessage<SamlHeader>,
  application: SamlApplication,
  needed: boolean,
  slug: string,
): void {
  const { arrived, root, message } = read
  const own = keysOfApplication(application)
  const signed = arrived.binding === 'redirect' ? arrived.signature !== undefined : isSigned(root)
  if (needed || (signed && own.length > 0)) {
    if (arrived.binding === 'redirect') mustBeSignedQuery(arrived, own)
    else mustBeSigned(root, own)
  }
  const ours = addressesOf(ctx.config.publicUrl, workspaceOf(ctx))
  const named = addressesOf(ctx.config.publicUrl, slug)
  const all = [ours.ssoUrl, ours.sloUrl, named.ssoUrl, named.sloUrl]
  mustBeForUs(message, ctx.clock.now(), all, signed && own.length > 0)
}

/** The reply address must be a registered one. @throws SamlError */
export function parseSamlRequest(
  { arrived, message }: ReadSamlMessage<AuthnRequest>,
  { settings }: SamlApplication,
): SamlRequest {
  const { acsUrl, acsIndex } = message
  const takers = settings.acs
  const usual = takers.find(one => one.isDefault) ?? takers[0]
  const acs =
    acsUrl !== undefined
      ? takers.find(one => one.url === acsUrl)
      : acsIndex !== undefined
        ? acsAt(takers, acsIndex)
        : usual
  if (!acs)
    throw new SamlError('acs-unknown', {
      ...(acsUrl === undefined ? { index: String(acsIndex ?? '') } : { asked: acsUrl.slice(0, 500) }),
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

/** By the indexes of the metadata; by place only if no index is registered. */
const acsAt = (all: SamlApplication['settings']['acs'], index: number) =>
  all.some(one => one.indexes !== undefined && one.indexes.length > 0)
    ? all.find(one => one.indexes?.includes(index))
    : all[index]

export function keptRequest(now: Date, application: string, content: SamlRequest) {
  const id = newId()
  const hash = createHash('sha256')
    .update(content.request ?? id)
    .digest()
  return { id, application_id: application, content, created_at: now, request_hash: hash, ends_at: later(now, waits) }
}

/** Stores a request until it is answered. @throws SamlError for a replay */
export async function keepRequest(ctx: TransactionContext, application: string, content: SamlRequest): Promise<string> {
  const kept = keptRequest(ctx.clock.now(), application, content)
  if (!(await insertRequest(ctx.db, kept))) throw replayError(content)
  return kept.id
}

export const replayError = ({ request = '' }: SamlRequest): SamlError =>
  new SamlError('replayed', { asked: request.slice(0, 100) })
