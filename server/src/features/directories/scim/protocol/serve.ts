import { as } from '../../../../ground/db/pool/gate.ts'
import { readAs, transact, transactAfter } from '../../../../ground/db/transaction.ts'
import type { Ctx, RequestFacts, World } from '../../../../ground/world.ts'
import { networkOf } from '../../../../http/limits/network.ts'
import type { Connection } from '../../connections/connections.ts'
import { admit, expectedOf, seen } from './admit.ts'
import { answer, onlyReads } from './answer.ts'
import { bulk } from './bulk.ts'
import { connectionBehind } from './known.ts'
import { errorOf, type ScimAnswer, type ScimRequest, type Told } from './messages.ts'
import { ScimRefusal } from './refusal.ts'
import { type Claim, enterScim, type Entered } from './token.ts'

/** An answer, and the connection that asked, where one did. */
export interface Served {
  answer: ScimAnswer
  entered: Entered
}

/** Answers a request with a token. What is wrong with it is an answer too; only who may not ask at all is thrown. */
export async function serveScim(
  world: World,
  claim: Claim,
  request: ScimRequest,
  facts: RequestFacts,
  told: Told,
  until: number | undefined,
): Promise<Served> {
  const isBulk = request.path.length === 1 && request.path[0]?.toLowerCase() === 'bulk'
  const work = () => {
    if (isBulk) return serveBulk(world, claim, request, facts, told)
    return onlyReads(request)
      ? serveRead(world, claim, request, facts, told)
      : serveWrite(world, claim, request, facts, told)
  }
  return as(isBulk ? 'bulk' : 'single', work, networkOf(facts.ip), until)
}

async function serveRead(
  world: World,
  claim: Claim,
  request: ScimRequest,
  facts: RequestFacts,
  told: Told,
): Promise<Served> {
  const expected = expectedOf(claim, facts)
  let entered = expected?.row
  const stand = ([row]: unknown[]) => {
    const from = admit(world, claim, row as Entered | undefined, facts)
    entered = row as Entered
    seen(claim, entered)
    return from
  }
  const result = await readAs(
    world,
    enterScim(claim),
    stand,
    async ctx =>
      settled(told, async () => answer(ctx, await connectionBehind(ctx, entered as Entered), request, told), true),
    expected,
  )
  return { answer: result, entered: entered as Entered }
}

async function serveWrite(
  world: World,
  claim: Claim,
  request: ScimRequest,
  facts: RequestFacts,
  told: Told,
): Promise<Served> {
  let entered: Entered | undefined
  const stand = ([row]: unknown[]) => {
    const from = admit(world, claim, row as Entered | undefined, facts)
    entered = row as Entered
    return from
  }
  try {
    const result = await transactAfter(world, false, enterScim(claim), stand, async ctx => {
      const connection = await connectionBehind(ctx, entered as Entered)
      return settled(told, () => answer(ctx, connection, request, told), false)
    })
    return { answer: result, entered: entered as unknown as Entered }
  } catch (error) {
    if (!(error instanceof ScimRefusal) || entered === undefined) throw error
    return { answer: refused(told, error), entered }
  }
}

/** Each operation of a bulk request is a transaction of its own. */
async function serveBulk(
  world: World,
  claim: Claim,
  request: ScimRequest,
  facts: RequestFacts,
  told: Told,
): Promise<Served> {
  let entered: Entered | undefined
  const stand = ([row]: unknown[]) => {
    const from = admit(world, claim, row as Entered | undefined, facts)
    entered = row as Entered
    return from
  }
  const [from, connection] = await readAs(world, enterScim(claim), stand, async ctx => {
    const behind = await connectionBehind(ctx, entered as Entered)
    return [{ actor: ctx.actor, request: facts, workspace: ctx.workspace }, behind] as const
  })
  told.did = 'several'
  const doOne = async (one: ScimRequest): Promise<ScimAnswer> => {
    const own: Told = { did: 'refused' }
    try {
      return await transact(world, from, ctx => settled(own, () => answer(ctx, connection, one, own), false))
    } catch (error) {
      if (error instanceof ScimRefusal) return refused(own, error)
      throw error
    }
  }
  const result = await settled(
    told,
    () => {
      if (request.method !== 'POST') throw new ScimRefusal(405, 'This address does not take that method')
      return bulk(request.body, doOne)
    },
    true,
  )
  return { answer: result, entered: entered as unknown as Entered }
}

/** A refusal as an answer: always where nothing was changed, else only where what was done stays. */
async function settled(told: Told, work: () => Promise<ScimAnswer>, reads: boolean): Promise<ScimAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ScimRefusal && (reads || error.stays)) return refused(told, error)
    throw error
  }
}

/** A refusal as it is told. */
export function refused(told: Told, error: ScimRefusal): ScimAnswer {
  if (told.did !== 'held') told.did = 'refused'
  told.reason = error.message
  return {
    status: error.status,
    body: errorOf(error.status, error.message, error.scimType),
    ...(error.after !== undefined && { after: error.after }),
  }
}

/** Answers a request as it would be answered now. */
export const rehearse = (ctx: Ctx, connection: Connection, request: ScimRequest, told: Told): Promise<ScimAnswer> =>
  answer(ctx, connection, request, told).catch((error: unknown) => {
    if (error instanceof ScimRefusal) return refused(told, error)
    throw error
  })
