import type { CodeMethod } from '@claviger/contract/access/sign-in.ways'
import type { JobKind } from '#platform/jobs.ts'
import { msg } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext, RequestFacts, AppContext } from '#platform/app-context.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import { mail } from '#integrations/mail.ts'
import { type Candidate, findCandidates, findStopped } from './sign-in.store.ts'

const nobody = { kind: 'nobody' } as const

export interface CodeRequest {
  email: string
  workspace: string | null
  request: RequestFacts
}

type By = CodeMethod | 'password'
type Person = Pick<Candidate, 'workspace_id' | 'user_id' | 'user_name'>

export const signInCodeSubject = (id: string, email: string): SealedSubject => `sign-in:code:${id} of ${email}`

/**
 * Emails a code if the email has a user. The job does the lookup instead of the request, so that requests with known
 * and unknown emails do the same work and take the same time.
 */
export const sendSignInCode: JobKind<CodeRequest & { id: string; sealed: string; minutes: number }> = {
  name: 'sign-in-code',
  async work(world, { id, sealed, minutes, ...asked }) {
    const { email, request } = asked
    await noteStopped(world, asked, 'code')
    const known = await candidatesAt(world, asked)
    const [first] = known
    if (!first) return
    if (!known.some(one => one.by_code)) {
      for (const one of known)
        await enqueueRefusedSignIn(world, asked, one, 'code', msg('This account can sign in only with its passkey'))
      return notifyPasskeyOnly(world, request, email, known)
    }
    const byCode = known.filter(one => one.by_code && offersCode(one))
    const [reader] = byCode
    if (!reader) {
      // Users with a password can use it on the page without waiting for an email
      if (!known.some(one => one.by_code && one.ways.includes('password')))
        await notifyOtherChannels(world, request, email, 'not-offered')
      return
    }
    const code = world.sealer.open(Buffer.from(sealed, 'base64'), signInCodeSubject(id, email)).toString()
    await transact(world, { actor: nobody, request }, ctx =>
      mail(ctx, email, say => ({
        subject: say('Your sign-in code'),
        greeting: known.length === 1 ? say('Hello {name},', { name: reader.first_name }) : say('Hello,'),
        paragraphs: [say('Enter this code to sign in. It is valid for {minutes} minutes.', { minutes })],
        code,
        footer: say("If you didn't request this, ignore this email. The code is required to sign in."),
      })),
    )
  },
}

/** Only the mailbox's owner learns that codes can't open their accounts. */
export const notifyPasskeyOnly = (
  world: AppContext,
  request: RequestFacts,
  email: string,
  [first, another]: Candidate[],
) =>
  transact(world, { actor: nobody, request }, ctx =>
    mail(ctx, email, say => ({
      subject: say('Sign in with your passkey'),
      greeting: another || !first ? say('Hello,') : say('Hello {name},', { name: first.first_name }),
      paragraphs: [
        say(
          'A sign-in code was requested for your account. No code was created because your account signs in only with its passkey.',
        ),
        say('If you lost your passkey, ask the server operator for a recovery link.'),
      ],
      footer: say("If you didn't request this, ignore this email. The sign-in was not completed."),
    })),
  )

const offersCode = ({ ways }: Candidate) => ways.includes('code')

// Only the mailbox's owner learns this
const otherWays = {
  'not-offered': msg(
    'A sign-in code was requested for your account. No code was created because your workspace uses other sign-in methods. You can find them on the sign-in page.',
  ),
  'no-number': msg(
    'A sign-in code was requested for your phone. No code was sent because you have no phone number that can receive codes. Use another sign-in method, or ask your administrator.',
  ),
}

export const notifyOtherChannels = (
  world: AppContext,
  request: RequestFacts,
  email: string,
  why: keyof typeof otherWays,
): Promise<void> =>
  transact(world, { actor: nobody, request }, ctx =>
    mail(ctx, email, say => ({
      subject: say('Use another sign-in method'),
      greeting: say('Hello,'),
      paragraphs: [say(otherWays[why])],
      footer: say("If you didn't request this, ignore this email. The sign-in was not completed."),
    })),
  )

/** Logs a refused email sign-in for all users with the email; in a job for the same reason. */
export const noteRefusedSignIn: JobKind<CodeRequest & { by: By; tooOften?: boolean }> = {
  name: 'sign-in-refused',
  async work(world, { by, tooOften = false, ...asked }) {
    if (tooOften) {
      for (const one of await candidatesAt(world, asked))
        await enqueueRefusedSignIn(
          world,
          asked,
          one,
          by,
          msg('Too many wrong attempts; further attempts are blocked for a while'),
        )
      return
    }
    await noteStopped(world, asked, by)
    const failed = by === 'password' ? msg('The password was wrong') : msg('The code was wrong')
    for (const one of await candidatesAt(world, asked))
      await inWorkspaceOf(world, asked, one, ctx => record(ctx, entryOf(one, by, failed)))
  },
}

export async function noteStopped(world: AppContext, asked: CodeRequest, by: By): Promise<void> {
  const all = await outside(world, asked, ctx => findStopped(ctx.db, asked.email))
  for (const one of here(all, asked))
    await enqueueRefusedSignIn(world, asked, one, by, msg('The account is suspended or deactivated'))
}

/** Logs a refusal with its reason, at most once per minute. */
export const enqueueRefusedSignIn = (world: AppContext, asked: CodeRequest, one: Person, by: By, failed: string) =>
  inWorkspaceOf(world, asked, one, ctx => recordRefused(ctx, entryOf(one, by, failed), { known: one.user_id }))

const entryOf = ({ user_id: id, user_name: name }: Person, by: By, failed: string) =>
  ({ action: `sign-in.${by}`, failed, by: { id, name } }) as const

export const candidatesAt = async (world: AppContext, asked: CodeRequest): Promise<Candidate[]> =>
  here(await outside(world, asked, ctx => findCandidates(ctx.db, asked.email, ctx.clock.now())), asked)

const here = <One extends Person>(all: One[], { workspace }: CodeRequest): One[] =>
  workspace === null ? all : all.filter(one => one.workspace_id === workspace)

const outside = <T>(
  world: AppContext,
  { request }: CodeRequest,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> => transact(world, { actor: nobody, request }, work)

export const inWorkspaceOf = <T>(
  world: AppContext,
  { request }: CodeRequest,
  one: Person,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> => transact(world, { actor: nobody, request, workspace: one.workspace_id }, work)
