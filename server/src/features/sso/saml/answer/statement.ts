import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { later, minutes } from '../../../../ground/clock.ts'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import type { Ctx } from '../../../../ground/world.ts'
import type { Person } from '../../../apps/applications/applications.claims.ts'
import type { SamlApplication } from '../../../apps/applications/applications.ts'
import type { Asked } from './asked.ts'
import type { Protection, Statement } from '../../saml-documents/saml-documents.response.ts'
import { addressesOf, newXmlId } from '../saml.entity.ts'
import { nameIdFormats } from '../../saml-documents/saml-documents.names.ts'

/** So long an answer of ours is good. */
const lasts = minutes(5)

/** Somebody as an application is to know them. */
export interface Name {
  readonly format: string
  readonly value: string
}

type Format = keyof typeof nameIdFormats

/** The format that an application gets: the one that it asks for, which must be its own; undefined where it is another one. */
export function formatFor({ settings }: SamlApplication, asked: string | undefined): Format | undefined {
  const own = settings.nameIdFormat
  if (asked === undefined || asked === nameIdFormats.unspecified || asked === nameIdFormats[own]) return own
  // One that names nobody is told to whoever asks for it
  return asked === nameIdFormats.transient ? 'transient' : undefined
}

/**
 * By what an application knows a person; undefined where the person has no such name. `told`: the name that it has been
 * told before, where it is told names that mean nothing elsewhere.
 */
export function nameFor(
  { settings }: SamlApplication,
  person: Person,
  format: Format,
  told: string | null,
): Name | undefined {
  const known = nameIdFormats[format]
  if (format === 'transient') return { format: known, value: newXmlId() }
  if (format === 'persistent') return { format: known, value: told ?? randomBytes(20).toString('hex') }
  const value = person[settings.nameIdSource]
  return value === null || value === '' ? undefined : { format: known, value }
}

/** What an application is told of a person who signed in. */
export function statementFor(
  ctx: Pick<Ctx, 'clock' | 'config' | 'workspace'>,
  application: SamlApplication,
  to: Pick<Asked, 'acs' | 'request'>,
  about: Pick<Statement, 'attributes' | 'sessionIndex' | 'signedInAt' | 'context'> & { name: Name },
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

/** How an application wants its answers signed and hidden. */
export function protectionOf(application: SamlApplication): Protection {
  const known = protections.get(application)
  if (known) return known
  const { sign, encrypt, encryptionCertificate: certificate } = application.settings
  const encryptTo = encrypt && certificate !== null ? new X509Certificate(certificate).publicKey : undefined
  protections.set(application, { sign, encryptTo })
  return { sign, encryptTo }
}

// Reading a certificate takes longer than all the rest that is asked of an application
const protections = new WeakMap<SamlApplication, Protection>()

/** A session as an application knows it: in its own form, for ours are nobody's business. */
export const indexOf = (id: string): string => `_${id.replaceAll('-', '')}`

/** The session that an index of ours names; undefined for anything else. */
export function idOfIndex(index: string): string | undefined {
  const digits = /^_([0-9a-f]{32})$/.exec(index)?.[1]
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A short word for what may not be written down. */
export const shortHash = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 16)

export const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
