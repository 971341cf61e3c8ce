import { randomBytes } from 'node:crypto'
import type { registration } from '@claviger/contract/access/registration'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { messages } from '@claviger/contract/platform/messages'
import { problems } from '@claviger/contract/platform/problems'
import { withoutTransaction } from '#http/bind.ts'
import { days, later } from '#platform/clock.ts'
import { idBytes, idOfBytes, newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { workspaceOfMailbox } from '#features/tenancy/trust-domains/trust-domains.ts'
import { codeFor } from './registration-codes.ts'
import { nameChange, proveEmail, registrationOf, sessionOf, stateOfRegistration } from './registration.ts'
import { partnerOf } from './registration-partner.ts'
import { insertRegistration, lockRegistration, type RegistrationRow, updateRegistration } from './registration.store.ts'
import { mustOpenSetup } from './registration.setup.ts'
import { checkProof, makeRiddle, spendProof } from './robot-check.ts'

type StepOne = OutputOf<typeof registration.stepOne.input>

const lastsDays = 7

/** The partner of a referrer; null if there is none. */
export async function partnerInfo(ctx: TransactionContext, input: { referrer: string }) {
  const partner = await partnerOf(ctx, input.referrer)
  return { partner: partner ? { name: partner.name, icon: partner.icon } : null }
}

export const robotCheck = withoutTransaction(async (ctx: RequestContext) => ({
  challenge: JSON.stringify(await makeRiddle(ctx)),
}))

/** Free email providers, including subdomains, are refused for company and school (R27). */
export function isFreeMail(email: string, providers: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return providers.some(provider => domain === provider || domain.endsWith(`.${provider}`))
}

/**
 * Starts a registration, or resumes the caller's own if the answers are the same; reveals nothing about known emails.
 * With the key of the first-start link, the operator's word stands for the email.
 * @throws agreement-needed, business-email, robot-check, link-spent for a wrong setup key, or ask-owner if a workspace
 * has verified the domain
 */
export const stepOne = withoutTransaction(async (ctx: RequestContext, input: StepOne) => {
  if (!input.agreed)
    throw problem('agreement-needed', undefined, [{ field: 'agreed', message: messages['required.agreement'] }])
  const isSetup = input.setup !== undefined
  if (input.kind !== 'personal' && !isSetup && isFreeMail(input.email, ctx.config.freeMailProviders)) {
    throw problem('business-email', undefined, [{ field: 'email', message: messages['invalid.business-email'] }])
  }
  const proof = await checkProof(ctx, input.robotProof)
  const begun = await ctx.transact(async inside => {
    await spendProof(inside, proof)
    if (input.setup !== undefined) await mustOpenSetup(inside, input.setup)
    // The proof is used up anyway, so that one proof can't test many domains
    if (await workspaceOfMailbox(inside, input.email)) return undefined
    const again = await sameAgain(inside, input)
    const row = again ? await rename(inside, again, input) : await begin(inside, input)
    return { session: sessionOf(inside, row), state: await stateOfRegistration(inside, row) }
  })
  if (begun) return begun
  throw problem('ask-owner', undefined, [{ field: 'email', message: problems['ask-owner'].says }])
})

/** Whether the operator's first-start link was used; a personal workspace has no super administrators. */
const isSetup = ({ setup, kind }: StepOne) => setup !== undefined && kind !== 'personal'

async function sameAgain(ctx: TransactionContext, input: StepOne): Promise<RegistrationRow | undefined> {
  if (ctx.actor.kind !== 'registration') return undefined
  const row = await lockRegistration(ctx.db, idOfBytes(ctx.actor.payload.subarray(0, 16)), ctx.clock.now())
  const same =
    row?.email === input.email && row.kind === input.kind && row.setup === isSetup(input) && row.completed_at === null
  return same && row.generation === ctx.actor.payload[16] ? row : undefined
}

const rename = (ctx: TransactionContext, row: RegistrationRow, { firstName, lastName }: StepOne) =>
  firstName === undefined || lastName === undefined
    ? row
    : updateRegistration(ctx.db, row.id, nameChange(ctx, row, { firstName, lastName }))

const hashOf = (world: AppContext, secret: Uint8Array) => keyedHash(world.hashKey, 'registration-resume', secret)

async function begin(ctx: TransactionContext, input: StepOne): Promise<RegistrationRow> {
  const now = ctx.clock.now()
  const secret = randomBytes(32)
  const partner = input.referrer === undefined ? undefined : await partnerOf(ctx, input.referrer)
  const row = await insertRegistration(ctx.db, {
    id: newId(),
    kind: input.kind,
    step: 'verify-personal-info',
    workspace_id: newId(),
    owner_id: newId(),
    email: input.email,
    first_name: input.lastName === undefined ? null : (input.firstName ?? null),
    last_name: input.firstName === undefined ? null : (input.lastName ?? null),
    setup: isSetup(input),
    referrer: partner?.slug ?? null,
    agreed_at: now,
    resume_hash: hashOf(ctx, secret),
    created_at: now,
    expires_at: later(now, days(lastsDays)),
  })
  const text = Buffer.concat([idBytes(row.id), secret]).toString('base64url')
  const resume = { href: `${ctx.config.publicUrl}/auth/register?resume=${text}`, days: lastsDays }
  return row.setup
    ? proveEmail(ctx, row)
    : updateRegistration(ctx.db, row.id, await codeFor(ctx, row, 'verify-personal-info', resume))
}

export const state = async (ctx: TransactionContext) => stateOfRegistration(ctx, await registrationOf(ctx))

/** Resumes through the emailed link; ends all earlier sessions of the registration. @throws link-spent */
export async function resumeRegistration(ctx: TransactionContext, input: { link: string }) {
  const bytes = Buffer.from(input.link, 'base64url')
  if (bytes.length !== 48) throw problem('link-spent')
  const row = await lockRegistration(ctx.db, idOfBytes(bytes.subarray(0, 16)), ctx.clock.now())
  if (!row || row.completed_at !== null || !sameBytes(row.resume_hash, hashOf(ctx, bytes.subarray(16))))
    throw problem('link-spent')
  const next = await updateRegistration(ctx.db, row.id, { generation: (row.generation % 255) + 1 })
  // The link reached the mailbox, as a code would
  const resumed = next.email_proven_at === null ? await proveEmail(ctx, next) : next
  return { session: sessionOf(ctx, resumed), state: await stateOfRegistration(ctx, resumed) }
}
