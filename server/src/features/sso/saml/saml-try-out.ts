import { isWebAddress, staysOnThisComputer } from '@claviger/contract/apps/applications/application-addresses'
import { X509Certificate } from 'node:crypto'
import type { SamlTryOut } from '@claviger/contract/sso/saml'
import { administratorOf } from '#platform/db/transaction.ts'
import { msg, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { mayOpen, type SamlApplication } from '#features/apps/applications/applications.ts'
import { claimedPerson, groupFilterOf, mapClaims } from '#features/apps/applications/applications.claims.ts'
import { contextOf } from './answer/context.ts'
import { assertionOf, responseWith, type Statement } from '../saml-documents/saml-documents.response.ts'
import { newXmlId } from './saml.entity.ts'
import { ensureKey, signerFor } from './signing-keys.ts'
import { knownNameId } from './saml.store.ts'
import { samlApplication } from './metadata/metadata.ts'
import type { SamlCallInput } from './saml.ts'
import { formatFor, nameFor, protectionOf, statementFor } from './answer/statement.ts'
import { SamlError } from '../saml-documents/saml-documents.unacceptable.ts'
import { ns } from '../saml-documents/saml-documents.names.ts'
import { descendants, messageBounds, readXml } from '../saml-documents/saml-documents.read.ts'
import { mustBeSigned } from '../saml-documents/saml-documents.verify.ts'
import type { SamlSigner } from '../saml-documents/saml-documents.sign.ts'

type Check = SamlTryOut['checks'][number]

/**
 * Builds the response for a user and verifies it as an application would. Returns nothing that grants access.
 * @throws not-found; not-permitted for administrators who can't read users
 */
export async function tryOut(ctx: RequestContext, { id, user }: SamlCallInput<'tryOut'>): Promise<SamlTryOut> {
  await ensureKey(ctx, ctx)
  return ctx.transact(async inner => {
    const application = await samlApplication(inner, id)
    const asker = administratorOf(inner)
    const self = inner.actor.kind === 'user' && (user === undefined || user === inner.actor.id)
    const whom = user ?? (inner.actor.kind === 'user' ? inner.actor.id : undefined)
    if (!self && !asker.permissions.has('users.read')) throw problem('not-permitted')
    if (whom === undefined || !(await claimedPerson(inner, whom, []))) throw problem('not-found')
    const statement = await madeUp(inner, application, whom)
    const signer = self ? await signerFor(inner, id) : undefined
    const checks = await checksOf(inner, application, whom, statement, signer)
    return {
      signed: signer !== undefined,
      xml: await assertionOf(statement, undefined),
      nameId: statement.nameId,
      attributes: Object.entries(statement.attributes).map(([name, values]) => ({ name, values: [values].flat() })),
      context: statement.context,
      recipient: statement.acs,
      audience: statement.audience,
      until: statement.until.toISOString(),
      checks: checks.map(one => ({ ...one, says: sayTo(ctx)(one.says) })),
    }
  })
}

async function madeUp(ctx: TransactionContext, application: SamlApplication, user: string): Promise<Statement> {
  const { acs } = application.settings
  const to = (acs.find(one => one.isDefault) ?? acs[0])?.url ?? ''
  const person = await claimedPerson(ctx, user, groupFilterOf(application))
  const format = formatFor(application, undefined) ?? 'transient'
  const name = person && nameFor(application, person, format, (await knownNameId(ctx.db, application.id, user)) ?? null)
  const verifiedAt = ctx.actor.kind === 'user' && ctx.actor.id === user ? ctx.actor.verifiedAt : null
  return statementFor(
    ctx,
    application,
    { acs: to, request: newXmlId() },
    {
      name: name ?? { format: '', value: '' },
      attributes: person ? mapClaims(application.mapping, person) : {},
      sessionIndex: newXmlId(),
      signedInAt: verifiedAt ?? ctx.clock.now(),
      context: contextOf({ amr: verifiedAt === null ? [] : ['mfa'], acrs: [] }, application.settings.mfaClass),
    },
  )
}

async function checksOf(
  ctx: TransactionContext,
  application: SamlApplication,
  user: string,
  statement: Statement,
  signer: SamlSigner | undefined,
): Promise<Check[]> {
  const { mapping } = application
  const told = mapping.every(({ name }) => Object.hasOwn(statement.attributes, name))
  const of: Check[] = [
    { name: 'active', ok: application.active, says: msg('The application is turned on') },
    {
      name: 'assigned',
      ok: await mayOpen(ctx, application, user),
      says: msg('The user has access to the application'),
    },
    { name: 'name', ok: statement.nameId.value !== '', says: msg('The user has a name ID') },
    { name: 'attributes', ok: told, says: msg('The user has a value for each attribute') },
    {
      name: 'address',
      ok: isWebAddress(statement.acs),
      says: staysOnThisComputer(statement.acs)
        ? msg('The assertion stays on this computer (localhost)')
        : msg('The assertion is sent over an encrypted connection (https)'),
    },
  ]
  return signer ? [...of, ...(await asReceived(ctx, application, statement, signer))] : of
}

async function asReceived(
  ctx: TransactionContext,
  application: SamlApplication,
  statement: Statement,
  signer: SamlSigner,
): Promise<Check[]> {
  const protection = protectionOf(application)
  const certificate = new X509Certificate(Buffer.from(signer.certificate, 'base64'))
  const whole = readXml(
    Buffer.from(await responseWith(statement, { ...protection, encryptTo: undefined }, signer)),
    messageBounds,
  )
  const assertion = readXml(Buffer.from(await assertionOf(statement, signer)), messageBounds)
  const now = ctx.clock.now()
  const ends = certificate.validToDate > now
  return [
    {
      name: 'signature',
      ok: protection.sign !== 'response' ? holds(assertion, certificate) : holds(whole, certificate),
      says: msg('The signature is valid'),
    },
    {
      name: 'one',
      ok:
        [...descendants(whole)].filter(one => one.namespaceURI === ns.assertion && one.localName === 'Assertion')
          .length === 1,
      says: msg('The response contains exactly one assertion'),
    },
    {
      name: 'times',
      ok: statement.at <= now && statement.until > now,
      says: msg('The assertion is valid now, and for at most five minutes'),
    },
    { name: 'certificate', ok: ends, says: msg('The Claviger certificate has not expired') },
    {
      name: 'encryption',
      ok: !application.settings.encrypt || protection.encryptTo !== undefined,
      says: msg('The assertion is encrypted if required'),
    },
  ]
}

function holds(root: ReturnType<typeof readXml>, certificate: X509Certificate): boolean {
  try {
    mustBeSigned(root, [certificate.publicKey])
    return true
  } catch (error) {
    if (error instanceof SamlError) return false
    throw error
  }
}
