import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { later, minutes } from '../../../../ground/clock.ts'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { claimedPerson } from '../../../apps/applications/applications.claims.ts'
import type { SamlApplication } from '../../../apps/applications/applications.ts'
import type { Asked } from './asked.ts'
import type { Protection, Statement } from '../../saml-documents/saml-documents.response.ts'
import { addressesOf, newXmlId } from '../saml.entity.ts'
import { keepNameId, knownNameId } from '../saml.store.ts'
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

/** By what an application knows a person; undefined where the person has no such name. `keep`: a new one is kept. */
export async function nameFor(
  ctx: Ctx,
  application: SamlApplication,
  user: string,
  format: Format,
  keep: boolean,
): Promise<Name | undefined> {
  const known = nameIdFormats[format]
  if (format === 'transient') return { format: known, value: newXmlId() }
  if (format === 'persistent') {
    const told = await knownNameId(ctx.db, application.id, user)
    if (told !== undefined) return { format: known, value: told }
    const fresh = randomBytes(20).toString('hex')
    if (keep) await keepNameId(ctx.db, application.id, user, fresh)
    // Where two came at once, one of both was kept
    const value = keep ? ((await knownNameId(ctx.db, application.id, user)) ?? fresh) : fresh
    return { format: known, value }
  }
  const person = await claimedPerson(ctx, user, [])
  const value = person?.[application.settings.nameIdSource]
  return value === undefined || value === null || value === '' ? undefined : { format: known, value }
}

/** What an application is told of a person who signed in. */
export function statementFor(
  ctx: Ctx,
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
export const protectionOf = ({ settings }: SamlApplication): Protection => ({
  sign: settings.sign,
  encryptTo:
    settings.encrypt && settings.encryptionCertificate !== null
      ? new X509Certificate(settings.encryptionCertificate).publicKey
      : undefined,
})

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
