import { later, minutes } from '../../../ground/clock.ts'
import { idBytes, idOfBytes, newId } from '../../../ground/ids.ts'
import { Problem, problem } from '../../../ground/problem.ts'
import type { Actor, Ctx, OutsideCtx, World } from '../../../ground/world.ts'
import { outside } from '../../../http/bind.ts'
import { type Page, pageAt } from '../self-service-settings/self-service-settings.ts'
import { enterVisit, type VisitChange, type VisitRow } from './self-service.store.ts'

const lastsMinutes = 15

/** A visit under way, at a page that is there and switched on. */
export interface Visit {
  readonly row: VisitRow
  readonly page: Page
}

/** What a visit is carried by; nothing is kept of it before it comes to a page. */
export function newVisit(world: Pick<World, 'references' | 'clock'>): string {
  return world.references.sign('self-service', idBytes(newId()), later(world.clock.now(), minutes(lastsMinutes)))
}

/** The visit that asks, and when it ends. Throws visit-over. */
export function visitOf(actor: Actor): { id: string; endsAt: Date } {
  if (actor.kind !== 'self-service' || actor.payload.length !== 16) throw problem('visit-over')
  return { id: idOfBytes(actor.payload), endsAt: actor.endsAt }
}

/** The page at an address, if anybody may use it. Throws page-unknown and page-off. */
export async function openPage(ctx: Ctx, address: string): Promise<Page> {
  const page = await pageAt(ctx, address)
  if (!page) throw problem('page-unknown')
  if (!page.active || page.workspace.status === 0) throw problem('page-off')
  return page
}

/**
 * Enters the visit that asks, and its workspace; another call of the same visit waits until this transaction ends.
 * Throws visit-over for one that has ended or has done its work, page-unknown and page-off.
 */
export async function enter(ctx: Ctx): Promise<Visit> {
  const row = await enterVisit(ctx.db, visitOf(ctx.actor).id, ctx.clock.now())
  if (!row || row.over) throw problem('visit-over')
  ctx.workspace = row.workspace_id
  return { row, page: await openPage(ctx, row.page) }
}

/**
 * A step of a visit. A problem that it answers, unlike one that it throws, leaves what it wrote: a wrong answer is
 * counted by the transaction that found it wrong, which so does the same as for a right one.
 */
export const step = <I, R>(work: (ctx: Ctx, visit: Visit, input: I) => Promise<R | Problem>) =>
  outside(async (ctx: OutsideCtx, input: I): Promise<R> =>
    kept(ctx, async (inside, visit) => work(inside, visit, input)),
  )

/** Runs work in a transaction inside the visit, and throws the problem that it answers once that is committed. */
export async function kept<R>(ctx: OutsideCtx, work: (ctx: Ctx, visit: Visit) => Promise<R | Problem>): Promise<R> {
  const answer = await ctx.transact(async inside => work(inside, await enter(inside)))
  if (answer instanceof Problem) throw answer
  return answer
}

const unverified = {
  verified_by: null,
  code_hash: null,
  code_by: null,
  code_tries: 0,
} as const satisfies VisitChange

const unknown = { ...unverified, user_id: null, login_name: null } as const satisfies VisitChange

/** What is forgotten when a step is done again, for it stood on what that step had found. */
export const forget = {
  verification: unverified,
  person: unknown,
  card: {
    ...unknown,
    card_hash: null,
    card_sealed: null,
    holder_id: null,
    holder_word: null,
    entra: false,
    nonce: null,
  },
} as const satisfies Record<string, VisitChange>
