import {
  bulk,
  Gatherer,
  noteSecrets,
  type ScimAnswer,
  ScimRefusal,
  type ScimRequest,
  type RequestRecord,
} from '#features/directories/scim-documents/scim-documents.ts'
import { runInClass } from '#platform/db/pool/admission-gate.ts'
import { readAs } from '#platform/db/reading/read-as.ts'
import { transact, transactAfter } from '#platform/db/transaction.ts'
import type { TransactionContext, RequestFacts, AppContext } from '#platform/app-context.ts'
import { networkOf } from '#http/limits/network.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import { admitToken, connectionBehind, expectedOf, noteTokenUse } from './admit.ts'
import { answer, createUsersTogether, onlyReads, refused } from './scim-answer.ts'
import { type ScimTokenClaim, enterScim, type ScimSession } from './scim-token.ts'

export interface ServedRequest {
  answer: ScimAnswer
  entered: ScimSession
}

/** Handles a request with a token. Invalid requests result in responses; only unauthorized ones throw. */
export async function serveScim(
  world: AppContext,
  claim: ScimTokenClaim,
  request: ScimRequest,
  facts: RequestFacts,
  told: RequestRecord,
  until: number | undefined,
): Promise<ServedRequest> {
  const isBulk = request.path.length === 1 && request.path[0]?.toLowerCase() === 'bulk'
  if (isOnePerson(request)) return serveNewPerson(world, { claim, request, facts, told, until })
  const work = () => {
    if (isBulk) return serveBulk(world, claim, request, facts, told)
    return onlyReads(request)
      ? serveRead(world, claim, request, facts, told)
      : serveWrite(world, claim, request, facts, told)
  }
  return runInClass(isBulk ? 'bulk' : 'single', work, networkOf(facts.ip), until)
}

/** The connection behind a token; the records of its requests learn what they must not keep. */
async function behind(
  ctx: TransactionContext,
  entered: ScimSession,
  ...told: readonly RequestRecord[]
): Promise<ConnectedDirectory> {
  const connection = await connectionBehind(ctx, entered)
  for (const one of told) noteSecrets(connection, one)
  return connection
}

async function serveRead(
  world: AppContext,
  claim: ScimTokenClaim,
  request: ScimRequest,
  facts: RequestFacts,
  told: RequestRecord,
): Promise<ServedRequest> {
  const expected = expectedOf(claim, facts)
  let entered = expected?.row
  const stand = ([row]: unknown[]) => {
    const from = admitToken(world, claim, row as ScimSession | undefined, facts)
    entered = row as ScimSession
    noteTokenUse(claim, entered)
    return from
  }
  const result = await readAs(
    world,
    enterScim(claim),
    stand,
    async ctx =>
      settled(told, async () => answer(ctx, await behind(ctx, entered as ScimSession, told), request, told), true),
    expected,
  )
  return { answer: result, entered: entered as ScimSession }
}

async function serveWrite(
  world: AppContext,
  claim: ScimTokenClaim,
  request: ScimRequest,
  facts: RequestFacts,
  told: RequestRecord,
): Promise<ServedRequest> {
  let entered: ScimSession | undefined
  const stand = ([row]: unknown[]) => {
    const from = admitToken(world, claim, row as ScimSession | undefined, facts)
    entered = row as ScimSession
    return from
  }
  try {
    const result = await transactAfter(world, false, enterScim(claim), stand, async ctx => {
      const connection = await behind(ctx, entered as ScimSession, told)
      return settled(told, () => answer(ctx, connection, request, told), false)
    })
    return { answer: result, entered: entered as unknown as ScimSession }
  } catch (error) {
    if (!(error instanceof ScimRefusal) || entered === undefined) throw error
    return { answer: refused(told, error), entered }
  }
}

interface NewPersonAsked {
  claim: ScimTokenClaim
  request: ScimRequest
  facts: RequestFacts
  told: RequestRecord
  until: number | undefined
}

const isOnePerson = ({ method, path }: ScimRequest) =>
  method === 'POST' && path.length === 1 && path[0]?.toLowerCase() === 'users'

const gatherers = new WeakMap<AppContext['pool'], Gatherer<NewPersonAsked, ServedRequest>>()

/** Combines concurrent creations of users by one client. */
function serveNewPerson(world: AppContext, asked: NewPersonAsked): Promise<ServedRequest> {
  const gatherer =
    gatherers.get(world.pool) ?? new Gatherer<NewPersonAsked, ServedRequest>(all => serveNewPeople(world, all))
  gatherers.set(world.pool, gatherer)
  // Only from the same IP address, because others may be refused
  return gatherer.ask(`${asked.claim.token} ${asked.claim.hash.toString('hex')} ${asked.facts.ip}`, asked)
}

async function serveNewPeople(world: AppContext, all: readonly NewPersonAsked[]): Promise<ServedRequest[]> {
  const [{ claim, facts, until }] = all as [NewPersonAsked]
  let entered: ScimSession | undefined
  const stand = ([row]: unknown[]) => {
    const from = admitToken(world, claim, row as ScimSession | undefined, facts)
    entered = row as ScimSession
    return from
  }
  const work = () =>
    transactAfter(world, false, enterScim(claim), stand, async ctx => {
      const connection = await behind(ctx, entered as ScimSession, ...all.map(one => one.told))
      return createUsersTogether(ctx, connection, all)
    })
  const answers = await runInClass('single', work, networkOf(facts.ip), until)
  return answers.map(one => ({ answer: one, entered: entered as ScimSession }))
}

async function serveBulk(
  world: AppContext,
  claim: ScimTokenClaim,
  request: ScimRequest,
  facts: RequestFacts,
  told: RequestRecord,
): Promise<ServedRequest> {
  let entered: ScimSession | undefined
  const stand = ([row]: unknown[]) => {
    const from = admitToken(world, claim, row as ScimSession | undefined, facts)
    entered = row as ScimSession
    return from
  }
  const [from, connection] = await readAs(world, enterScim(claim), stand, async ctx => {
    const found = await behind(ctx, entered as ScimSession, told)
    return [{ actor: ctx.actor, request: facts, workspace: ctx.workspace }, found] as const
  })
  told.did = 'several'
  const doOne = async (one: ScimRequest): Promise<ScimAnswer> => {
    const own: RequestRecord = { did: 'refused' }
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
  return { answer: result, entered: entered as unknown as ScimSession }
}

/** Converts a refusal to a response if nothing was changed, or if the changes must be committed. */
async function settled(told: RequestRecord, work: () => Promise<ScimAnswer>, reads: boolean): Promise<ScimAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ScimRefusal && (reads || error.stays)) return refused(told, error)
    throw error
  }
}

/** Handles a request without the caller committing it. */
export const tryRequest = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  request: ScimRequest,
  told: RequestRecord,
): Promise<ScimAnswer> =>
  answer(ctx, connection, request, told).catch((error: unknown) => {
    if (error instanceof ScimRefusal) return refused(told, error)
    throw error
  })
