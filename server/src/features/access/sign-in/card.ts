import { setTimeout as wait } from 'node:timers/promises'
import type { InputOf, OutputOf } from '@claviger/contract/ground/endpoint'
import type { signIn } from '@claviger/contract/access/sign-in'
import { Problem, problem } from '../../../ground/problem.ts'
import { transact } from '../../../ground/db/transaction.ts'
import type { OutsideCtx } from '../../../ground/world.ts'
import { withAssertion } from '../../keys/credentials/credentials.ts'
import { answerByCard } from '../../keys/own-site/own-site.ts'
import { tappedCard } from '../../keys/reader-settings/reader-settings.ts'
import { faceOf } from '../../tenancy/workspaces/workspaces.ts'
import { findCandidates } from './sign-in.store.ts'
import { enter } from './sign-in.ts'

type Input = OutputOf<(typeof signIn)['calls']['cardLogin']['input']>
type Reply = InputOf<(typeof signIn)['calls']['cardLogin']['reply']>

interface Place {
  workspace: string
  /** Whose card it must be; left out, anybody's. */
  owner?: string
}

// A refusal takes as long as the slowest, so that its time does not tell whether somebody has the card
const refusalTakes = 400

/**
 * Signs in whoever taps a card and knows its PIN, or asks which of the accounts that the card opens is meant. Throws
 * card-refused, whatever is wrong with either, account-not-shared, workspace-disabled, model-denied and
 * attestation-demanded.
 */
export async function enterByCard(ctx: OutsideCtx, input: Input): Promise<Reply> {
  const begun = performance.now()
  for (const place of await placesOf(ctx, input.where)) {
    const done = await enterAt(ctx, input, place)
    if (done) return done
  }
  await wait(Math.max(0, refusalTakes - (performance.now() - begun)))
  throw problem('card-refused')
}

/** Where a card may be looked for: in the workspace named, or among those who have the address. */
function placesOf(ctx: OutsideCtx, where: string): Promise<Place[]> {
  return ctx.transact(async inner => {
    if (where.includes('@')) {
      const all = await findCandidates(inner.db, where.toLowerCase())
      return all.map(one => ({ workspace: one.workspace_id, owner: one.user_id }))
    }
    const face = await faceOf(inner, where)
    return face ? [{ workspace: face.id }] : []
  })
}

async function enterAt(ctx: OutsideCtx, input: Input, { workspace, owner }: Place): Promise<Reply | undefined> {
  const there = inWorkspace(ctx, workspace)
  const card = await there
    .transact(inner => tappedCard(inner, input))
    .catch((error: unknown) => {
      if (error instanceof Problem) return undefined
      throw error
    })
  if (card === undefined) return undefined
  const { pin, account } = input
  const answered = await answerByCard(there, { card, pin, account, ...(owner !== undefined && { owner }) })
  if (!answered) return undefined
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
        method: 'passkey',
        action: 'sign-in.card',
        ...(behind && { behind: behind.person }),
        // Whoever opens the account of others may not change what guards it
        verified: !behind,
      }),
    ),
  )
}

/** The same caller with transactions inside a workspace. */
const inWorkspace = (ctx: OutsideCtx, workspace: string): OutsideCtx =>
  Object.assign(Object.create(ctx) as OutsideCtx, {
    workspace,
    transact: <T>(work: Parameters<typeof transact<T>>[2]) =>
      transact(ctx, { actor: ctx.actor, request: ctx.request, workspace }, work),
  })
