import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { later, minutes } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ClaimSubject } from '#features/apps/applications/applications.claims.ts'
import type { SamlApplication } from '#features/apps/applications/applications.ts'
import type { SamlRequest } from './saml-request.ts'
import type { SamlProtection, Statement } from '#features/sso/saml-documents/saml-documents.response.ts'
import { addressesOf, newXmlId } from '../saml.entity.ts'
import { nameIdFormatOf, nameIdFormats } from '#features/sso/saml-documents/saml-documents.names.ts'

const lasts = minutes(5)

export interface SamlSubject {
  readonly format: string
  readonly value: string
}

type Format = keyof typeof nameIdFormats

/** The name ID format: the requested one if it is the application's; undefined for any other. */
export function formatFor({ settings }: SamlApplication, asked: string | undefined): Format | undefined {
  const own = settings.nameIdFormat
  const format = asked === undefined ? 'unspecified' : nameIdFormatOf(asked)
  if (format === 'unspecified' || format === own) return own
  // A transient name reveals nothing, so anyone can have it
  return format === 'transient' ? 'transient' : undefined
}

/** Whether a name is a pseudonym that is created once for each user and stored. */
export const isPseudonym = ({ settings }: SamlApplication, format: Format): boolean =>
  format === 'persistent' && settings.persistentSource === 'random'

/** The user field that is the source of a name; undefined for a pseudonym. */
export function sourceOfName(application: SamlApplication, format: Format) {
  const { nameIdSource, persistentSource } = application.settings
  if (format === 'transient') return undefined
  if (format !== 'persistent') return nameIdSource
  return persistentSource === 'random' ? undefined : persistentSource
}

/**
 * The user's name ID; undefined if the user has no such attribute. `told` is the pseudonym sent before.
 */
export function nameFor(
  application: SamlApplication,
  person: ClaimSubject,
  format: Format,
  told: string | null,
): SamlSubject | undefined {
  const known = nameIdFormats[format]
  if (format === 'transient') return { format: known, value: newXmlId() }
  const source = sourceOfName(application, format)
  if (source === undefined) return { format: known, value: told ?? randomBytes(20).toString('hex') }
  const value = person[source]
  if (value === null || value === '') return undefined
  const asBase64 = format === 'persistent' && application.settings.nameIdBase64
  return { format: known, value: asBase64 ? guidInBase64(value) : value }
}

const guid = /^\{?([\da-f]{8})-([\da-f]{4})-([\da-f]{4})-([\da-f]{4})-([\da-f]{12})\}?$/i

/** A GUID in the byte order of Microsoft, whose first three groups are reversed, in base64; any other value unchanged. */
function guidInBase64(value: string): string {
  const [, ...groups] = guid.exec(value) ?? []
  if (groups.length === 0) return value
  const bytes = groups.map((group, at) => (at < 3 ? Buffer.from(group, 'hex').toReversed() : Buffer.from(group, 'hex')))
  return Buffer.concat(bytes).toString('base64')
}

export function statementFor(
  ctx: Pick<TransactionContext, 'clock' | 'config' | 'workspace'>,
  application: SamlApplication,
  to: Pick<SamlRequest, 'acs' | 'request'>,
  about: Pick<Statement, 'attributes' | 'sessionIndex' | 'signedInAt' | 'context'> & { name: SamlSubject },
): Statement {
  const at = ctx.clock.now()
  return {
    responseId: newXmlId(),
    assertionId: newXmlId(),
    issuer: addressesOf(ctx.config.publicUrl, workspaceOf(ctx)).entityId,
    at,
    until: later(at, lasts),
    acs: to.acs,
    audience: application.settings.entityId,
    inResponseTo: to.request,
    nameId: about.name,
    sessionIndex: about.sessionIndex,
    signedInAt: about.signedInAt,
    context: about.context,
    attributes: about.attributes,
  }
}

export function protectionOf(application: SamlApplication): SamlProtection {
  const known = protections.get(application)
  if (known) return known
  const { sign, encrypt, encryptionCertificate: certificate } = application.settings
  const encryptTo = encrypt && certificate !== null ? new X509Certificate(certificate).publicKey : undefined
  protections.set(application, { sign, encryptTo })
  return { sign, encryptTo }
}

// Parsing a certificate takes longer than everything else about an application
const protections = new WeakMap<SamlApplication, SamlProtection>()

/** A session index for an application, which hides our session ID. */
export const indexOf = (id: string): string => `_${id.replaceAll('-', '')}`

export function idOfIndex(index: string): string | undefined {
  const digits = /^_([0-9a-f]{32})$/.exec(index)?.[1]
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const shortHash = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 16)

export const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
