import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { CodeMethod } from '@claviger/contract/access/sign-in.ways'
import { isPhoneCode } from '@claviger/contract/access/sign-in.ways'
import { messages } from '@claviger/contract/platform/messages'
import { choiceCodes, type signIn as contract } from '@claviger/contract/access/sign-in'
import { later, minutes } from '#platform/clock.ts'
import { msg, type Translate, sayTo } from '#platform/languages.ts'
import { Problem, problem } from '#platform/problem.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { emailProven } from '#features/people/users/users.ts'
import { workspaceOfMailbox } from '#features/tenancy/trust-domains/trust-domains.ts'
import { iconAddress } from '#features/tenancy/workspaces/workspaces.ts'
import { enterWorkspace } from '#platform/db/transaction.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { knownUser } from '../guesses/guesses.browser.ts'
import { guessAtMailbox } from '../guesses/guesses.secrets.ts'
import { releaseGuess, type ReservedGuess } from '../guesses/guesses.ts'
import { usersByDirectory, equalizeDelay } from './directory-password.ts'
import { hashOfCode, ownersOf, signInOf } from './email.ts'
import { codeTo } from './phone-code.ts'
import { noteRefusedSignIn } from './sign-in.jobs.ts'
import * as store from './sign-in.store.ts'
import type { Candidate, EmailSignIn } from './sign-in.store.ts'
import { enter, offersMethod, refusedMethodEntry } from './sign-in.ts'

type Input = OutputOf<typeof contract.emailLogin.input>
type Reply = OutputOf<typeof contract.emailLogin.reply>

interface Proof {
  by: CodeMethod | 'password'
  /** Users whose password or phone was verified; null if the email itself was verified. */
  users: string[] | null
}

// How long a verified user may take to choose an account
const choosingMinutes = 10
// Always this many hash comparisons, so that timing doesn't reveal how many accounts an email has
const passwordsTried = 3

/**
 * Completes an e-mail sign-in: first the proof, then, where several accounts have the address, the choice.
 * Throws code-refused, code-spent, password-refused, challenge-refused, passkey-only, way-not-offered, proof-needed,
 * too-many, policy-refused and workspace-disabled.
 */
export async function completeEmail(ctx: RequestContext, input: Input): Promise<Reply> {
  const id = signInOf(ctx.actor)
  const known = await ctx.transact(inside => begin(inside, id, input))
  const proof = 'proof' in known ? known.proof : await prove(ctx, known.signIn, input)
  return ctx.transact(async inside => {
    const reply = await complete(inside, known.signIn, proof, input)
    // In the same lock order as when it was taken, to prevent deadlocks
    if ('taken' in known) await releaseGuess(inside, known.taken)
    return reply
  })
}

type Begun = { signIn: EmailSignIn; proof: Proof } | { signIn: EmailSignIn; taken: ReservedGuess }

async function begin(ctx: TransactionContext, id: string, input: Input): Promise<Begun> {
  const now = ctx.clock.now()
  const found = await store.findSignIn(ctx.db, id, now)
  if (!found) throw problem('challenge-refused')
  if (found.proven_at !== null) {
    if (later(found.proven_at, minutes(choosingMinutes)) <= now) throw problem('challenge-refused')
    return { signIn: found, proof: { by: found.proven_by as Proof['by'], users: found.proven_users } }
  }
  if (input.code === undefined && input.pin === undefined) {
    const message = messages['required.verification-code']
    throw problem('invalid-input', message, [{ field: 'code', message }])
  }
  const signIn = await store.countEmailTry(ctx.db, id, {
    now,
    most: ctx.config.codeTries,
    byCode: input.code !== undefined,
  })
  if (!signIn) throw problem('code-spent')
  const isKnown = (await knownUser(ctx, () => ownersOf(ctx, signIn.email))) !== undefined
  const taken = await guessAtMailbox(ctx, signIn.email, { isKnown, proof: input.proof })
  if (taken instanceof Problem) throw tooOften(ctx, signIn, input, taken)
  return { signIn, taken }
}

/** Logs the refusal for the users under attack. A job does the lookup, so that unknown emails take the same time. */
const tooOften = (ctx: TransactionContext, signIn: EmailSignIn, { code }: Input, refusal: Problem) =>
  refusal.but(undefined, kept => {
    const { email, workspace_id: workspace } = signIn
    const by = code === undefined ? ('password' as const) : wayOf(signIn)
    return kept.jobs.announce(kept, noteRefusedSignIn, { email, workspace, request: ctx.request, by, tooOften: true })
  })

async function prove(ctx: RequestContext, signIn: EmailSignIn, input: Input): Promise<Proof> {
  if (input.code !== undefined) {
    const by = wayOf(signIn)
    const users = by === 'code' ? null : await usersByPhone(ctx, signIn, input.code)
    const right =
      users === null ? sameBytes(hashOfCode(ctx, signIn.id, input.code), signIn.code_hash) : users.length > 0
    if (!right) throw await refused(ctx, signIn, by)
    return { by, users }
  }
  const begun = performance.now()
  const all = await ctx.transact(inside => store.findPasswords(inside.db, signIn.email))
  const here = all.filter(one => signIn.workspace_id === null || one.workspace_id === signIn.workspace_id)
  const users: string[] = []
  for (let place = 0; place < passwordsTried; place++) {
    const one = here[place]
    if ((await passwordMatches(input.pin ?? '', one?.hash)) && one) users.push(one.user_id)
  }
  if (users.length === 0) users.push(...(await usersByDirectory(ctx, signIn, input.pin ?? '')))
  if (users.length === 0) {
    await equalizeDelay(begun)
    throw await refused(ctx, signIn, 'password')
  }
  return { by: 'password', users }
}

const wayOf = (signIn: EmailSignIn) => signIn.code_by as CodeMethod

async function usersByPhone(
  ctx: RequestContext,
  { id, email, code_hash: seed }: EmailSignIn,
  code: string,
): Promise<string[]> {
  const all = await ctx.transact(inside => store.findCandidates(inside.db, email, ctx.clock.now()))
  const said = Buffer.from(code.padEnd(6).slice(0, 6))
  return all
    .filter(one => one.phone !== null && sameBytes(Buffer.from(codeTo(ctx, { id, seed }, one.phone)), said))
    .map(one => one.user_id)
}

async function refused(ctx: RequestContext, signIn: EmailSignIn, by: Proof['by']) {
  const asked = { email: signIn.email, workspace: signIn.workspace_id, request: ctx.request }
  await ctx.transact(inside => inside.jobs.announce(inside, noteRefusedSignIn, { ...asked, by }))
  return problem(by === 'password' ? 'password-refused' : 'code-refused')
}

async function complete(ctx: TransactionContext, signIn: EmailSignIn, proof: Proof, input: Input): Promise<Reply> {
  const possible = (await store.findCandidates(ctx.db, signIn.email, ctx.clock.now())).filter(
    one =>
      (signIn.workspace_id === null || one.workspace_id === signIn.workspace_id) &&
      (proof.users === null || proof.users.includes(one.user_id)) &&
      (input.workspaceId === undefined || one.workspace_id === input.workspaceId) &&
      (input.userId === undefined || one.user_id === input.userId),
  )
  if (possible.length === 0) throw problem('challenge-refused')
  const trusted = possible.filter(one => (isPhoneCode(proof.by) ? one.by_phone : one.by_code))
  const allowed = trusted.filter(one => offersMethod(one, proof.by))
  const [only, another] = allowed
  if (!only) throw notThisWay(possible, trusted, proof)
  if (another) {
    await store.markProven(ctx.db, signIn.id, {
      proven_at: signIn.proven_at ?? ctx.clock.now(),
      proven_by: proof.by,
      proven_users: proof.users,
    })
    return choiceOf(sayTo(ctx), allowed, await workspaceOfMailbox(ctx, signIn.email))
  }
  if (!(await store.deleteSignIn(ctx.db, signIn.id))) throw problem('challenge-refused')
  await enterWorkspace(ctx, only.workspace_id)
  if (proof.by === 'code') await emailProven(ctx, only.user_id)
  return enter(ctx, {
    workspace: only.workspace_id,
    user: only.user_id,
    name: only.user_name,
    owner: only.owner,
    workspaceStatus: only.workspace_status,
    method: proof.by,
    verified: false,
  })
}

/** Reason that is revealed only after the email or password was verified. */
function notThisWay([anybody]: readonly Candidate[], [trusted]: readonly Candidate[], { by }: Proof): Problem {
  if (trusted) {
    const who = { workspace: trusted.workspace_id, user: trusted.user_id, action: `sign-in.${by}` } as const
    const refusal = problem('way-not-offered')
    return refusedMethodEntry(who, refusal) ?? refusal
  }
  const refusal = problem('passkey-only')
  if (!anybody) return refusal
  return refusal.recorded(anybody.workspace_id, {
    action: `sign-in.${by}`,
    failed: msg('This account can sign in only with its passkey'),
    by: { id: anybody.user_id, name: anybody.user_name },
  })
}

/** Choice of workspaces, the one that verified the domain first; within one workspace, of its users (R19). */
function choiceOf(say: Translate, possible: Candidate[], home: string | undefined): Reply {
  const workspaces = [...Map.groupBy(possible, one => one.workspace_id).values()].toSorted(
    ([a], [b]) => Number(b?.workspace_id === home) - Number(a?.workspace_id === home),
  )
  const several = workspaces.length > 1
  const offered = several ? workspaces : possible.map(one => [one])
  return {
    error: several
      ? { code: choiceCodes.multiTenant, message: say('Choose the workspace to sign in to') }
      : { code: choiceCodes.multiUser, message: say('Choose the user to sign in as') },
    choices: offered.flatMap(users => {
      const [first, second] = users
      if (!first) return []
      const one = second ? undefined : first
      return {
        workspaceId: first.workspace_id,
        workspaceName: first.workspace_name,
        workspaceIcon: iconAddress(first.workspace_id, first.icon_digest),
        userId: one?.user_id ?? null,
        userName: one ? `${one.user_name} (${one.login_name})` : null,
      }
    }),
  }
}
