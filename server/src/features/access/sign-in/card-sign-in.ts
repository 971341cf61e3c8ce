import { setTimeout as wait } from 'node:timers/promises'
import type { InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import type { signIn } from '@claviger/contract/access/sign-in'
import { Problem, problem } from '#platform/problem.ts'
import { transact } from '#platform/db/transaction.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { withAssertion } from '#features/keys/credentials/credentials.ts'
import { answerByCard } from '#features/keys/own-site/own-site.ts'
import { tappedCard } from '#features/keys/reader-settings/reader-settings.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { keyOfCard } from '#features/keys/security-keys/security-keys.ts'
import { cardMaySignIn } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { knownUser } from '../guesses/guesses.browser.ts'
import { slowNetwork } from '../guesses/guesses.network.ts'
import { releaseGuess, guessedWrong, queueForGuess, type ReservedGuess } from '../guesses/guesses.ts'
import { findCandidates } from './sign-in.store.ts'
import { enter } from './sign-in.ts'
import { noteGuessedCard, noteUnknownCard } from './unknown-card.ts'

type Input = OutputOf<(typeof signIn)['calls']['cardLogin']['input']>
type Reply = InputOf<(typeof signIn)['calls']['cardLogin']['reply']>

interface Place {
  workspace: string
  owner?: string
}

// All refusals take as long as the slowest one, so that the time does not reveal whether a card exists; ms
const refusalTakes = 400

/**
 * Signs in a user with a card and its PIN, or returns the accounts that the card can open. Throws
 * card-refused, whatever is wrong with either, account-not-shared, workspace-disabled, model-denied and
 * attestation-demanded, and proof-needed and too-many after wrong PINs.
 */
export async function enterByCard(ctx: RequestContext, input: Input): Promise<Reply> {
  const begun = performance.now()
  const { taken, isKnown } = await takeFor(ctx, input).catch((error: unknown) => tooOften(ctx, input, error))
  const places = await placesOf(ctx, input.where)
  for (const place of places) {
    const done = await unlessWrong(ctx, taken, () => enterAt(ctx, input, { ...place, counted: isKnown }))
    if (done) return done
  }
  await ctx.transact(inner => guessedWrong(inner, taken))
  for (const place of places)
    await inWorkspace(ctx, place.workspace).transact(inner => noteUnknownCard(inner, input, place.owner))
  await wait(Math.max(0, refusalTakes - (performance.now() - begun)))
  throw problem('card-refused')
}

/**
 * Reserves a guess at the PIN: from the counter of known browsers if the card's owner signed in here before and it is not used
 * up, otherwise from the counter of unknown browsers.
 */
async function takeFor(ctx: RequestContext, input: Input): Promise<{ taken: ReservedGuess; isKnown: boolean }> {
  const owner = await knownUser(ctx, () => ownersOf(ctx, input))
  if (owner !== undefined)
    try {
      return { taken: await queueForGuess(ctx, ['known card', owner]), isKnown: true }
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'too-many') throw error
    }
  // Counted by the entered text, so that the response does not reveal who has a card
  const taken = await queueForGuess(ctx, ['card', `${input.where.toLowerCase()} ${input.cardId.toLowerCase()}`])
  if (owner !== undefined) return { taken, isKnown: false }
  try {
    return {
      taken: { ...taken, network: await ctx.transact(inner => slowNetwork(inner, input.proof)) },
      isKnown: false,
    }
  } catch (error) {
    await ctx.transact(inner => releaseGuess(inner, taken))
    throw error
  }
}

async function tooOften(ctx: RequestContext, input: Input, error: unknown): Promise<never> {
  if (error instanceof Problem && error.code === 'too-many')
    for (const { workspace, owner } of await placesOf(ctx, input.where))
      await inWorkspace(ctx, workspace).transact(inner => noteGuessedCard(inner, input, owner))
  throw error
}

/** Gives a guess back unless the PIN was wrong: later refusals don't count as guesses. */
async function unlessWrong<T>(
  ctx: RequestContext,
  taken: ReservedGuess | undefined,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const back = () => taken && ctx.transact(inner => releaseGuess(inner, taken))
  try {
    const answer = await work()
    if (answer) await back()
    return answer
  } catch (error) {
    if (error instanceof Problem) await back()
    throw error
  }
}

function placesOf(ctx: RequestContext, where: string): Promise<Place[]> {
  return ctx.transact(async inner => {
    if (where.includes('@')) {
      const all = await findCandidates(inner.db, where.toLowerCase(), inner.clock.now())
      return all.map(one => ({ workspace: one.workspace_id, owner: one.user_id }))
    }
    const face = await faceOf(inner, where)
    return face ? [{ workspace: face.id }] : []
  })
}

async function ownersOf(ctx: RequestContext, input: Input): Promise<string[]> {
  const owners: string[] = []
  for (const { workspace, owner } of await placesOf(ctx, input.where)) {
    const key = await inWorkspace(ctx, workspace)
      .transact(async inner => keyOfCard(inner, await tappedCard(inner, input)))
      .catch((error: unknown) => {
        if (error instanceof Problem) return undefined
        throw error
      })
    if (key && (owner === undefined || key.user_id === owner)) owners.push(key.user_id)
  }
  return owners
}

async function enterAt(
  ctx: RequestContext,
  input: Input,
  { workspace, owner, counted }: Place & { counted: boolean },
): Promise<Reply | undefined> {
  const there = inWorkspace(ctx, workspace)
  const found = await there
    .transact(async inner => {
      if (!(await cardMaySignIn(inner, ctx.request.ip))) return undefined
      return tappedCard(inner, input)
    })
    .then(async card => {
      if (card === undefined) return undefined
      // Also counted by the card itself, however it was entered, unless the browser's counter applies
      return { card, taken: counted ? undefined : await queueForGuess(there, ['card', `${workspace} ${card}`]) }
    })
    .catch((error: unknown) => {
      if (error instanceof Problem) return undefined
      throw error
    })
  if (found === undefined) return undefined
  const { card, taken } = found
  const { pin, account } = input
  const answered = await unlessWrong(there, taken, () =>
    answerByCard(there, { card, pin, account, ...(owner !== undefined && { owner }) }),
  )
  if (!answered) {
    if (taken) await there.transact(inner => guessedWrong(inner, taken))
    return undefined
  }
  if ('accounts' in answered) return { accounts: [...answered.accounts] }
  const { behind } = answered
  return there.transact(inner =>
    withAssertion(inner, { ...answered, action: 'sign-in.card' }, who =>
      enter(inner, {
        workspace,
        user: who.user,
        name: who.name,
        owner: who.owner,
        workspaceStatus: who.workspaceStatus,
        key: behind?.key ?? who.key,
        audited: behind?.audited ?? who.audited,
        decision: answered.decision,
        passkey: who.credential,
        method: 'passkey',
        action: 'sign-in.card',
        ...(behind && { behind: behind.person }),
        // Users of a shared account can't change its security settings
        verified: !behind,
      }),
    ),
  )
}

const inWorkspace = (ctx: RequestContext, workspace: string): RequestContext =>
  Object.assign(Object.create(ctx) as RequestContext, {
    workspace,
    transact: <T>(work: Parameters<typeof transact<T>>[2]) =>
      transact(ctx, { actor: ctx.actor, request: ctx.request, workspace }, work),
  })
