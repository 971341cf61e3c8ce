import { isIP } from 'node:net'
import { mayEnter } from '../../../ground/entrance/entrance.ts'
import { later, minutes } from '../../../ground/clock.ts'
import { idBytes, idOfBytes, newId } from '../../../ground/ids.ts'
import { transactAfter } from '../../../ground/db/transaction.ts'
import { type Problem, problem } from '../../../ground/problem.ts'
import type { Actor, Ctx, RequestCtx, World } from '../../../ground/world.ts'
import { withoutTransaction } from '../../../http/bind.ts'
import { type Page, pageOfRow } from '../self-service-settings/self-service-settings.ts'
import { hashedNetwork, windowOf } from './abuse/windows.ts'
import { entering, type EntryRow, type VisitChange, type VisitRow } from './self-service.store.ts'

const lastsMinutes = 15

/** A visit under way, at a page that is there and switched on. */
export interface Visit {
  readonly row: VisitRow
  readonly page: Page
  /** It began with this call. */
  readonly begun: boolean
  /** Wrong answers in these ten minutes, and tries within this hour. */
  readonly counts: Readonly<
    Record<'failedHere' | 'failedOnPage' | 'failedWithCard' | 'triedOnPage' | 'triedWithCard', number>
  >
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

/** An address that a page can have. */
const possible = /^[a-z0-9-]{1,60}$/

/**
 * What a step answers that refuses and stays: a wrong answer is counted by the transaction that found it wrong, which so
 * does the same as for a right one. A problem that is thrown undoes the step, here as everywhere.
 */
export class KeptRefusal {
  readonly refusal: Problem
  constructor(refusal: Problem) {
    this.refusal = refusal
  }
}

/**
 * Runs work in a transaction inside the visit, and throws the refusal that it answers once that is committed; another
 * call of the same visit waits meanwhile. With an address the visit begins at the page there. Throws visit-over for one
 * that has ended or has done its work, page-unknown and page-off.
 */
export async function inVisit<R>(
  ctx: RequestCtx,
  work: (ctx: Ctx, visit: Visit) => Promise<R | KeptRefusal>,
  address?: string,
): Promise<R> {
  const { id, endsAt } = visitOf(ctx.actor)
  if (address !== undefined && !possible.test(address)) throw problem('page-unknown')
  // A neighbour's address may name our interface behind it, which says nothing of the neighbour
  const [ip = ''] = ctx.request.ip.split('%')
  const enter = entering({
    id,
    now: ctx.clock.now(),
    network: hashedNetwork(ctx, ctx.request.ip),
    tenMinutes: windowOf(ctx, 'failed'),
    hour: windowOf(ctx, 'tried'),
    ...(address !== undefined && { begins: { page: address, endsAt, ip: isIP(ip) ? ip : '' } }),
  })
  const stand = (rows: unknown[]) => {
    const visit = entered(rows[0] as EntryRow | undefined)
    return { actor: ctx.actor, request: ctx.request, workspace: visit.page.workspace.id, visit }
  }
  const answer = await transactAfter(ctx, false, enter, stand, (inside, { visit }) => work(inside, visit))
  if (answer instanceof KeptRefusal) throw answer.refusal
  return answer
}

function entered(row: EntryRow | undefined): Visit {
  if (!row || row.over) throw problem('visit-over')
  if (row.page === null) throw problem('page-unknown')
  const page = pageOfRow({ ...row.page, automatic_secret: row.page_secret })
  if (!page.active || !mayEnter('card-page', page.workspace.status)) throw problem('page-off')
  return {
    row,
    page,
    begun: row.begun,
    counts: {
      failedHere: row.failed_here,
      failedOnPage: row.failed_on_page,
      failedWithCard: row.failed_with_card,
      triedOnPage: row.tried_on_page,
      triedWithCard: row.tried_with_card,
    },
  }
}

/** A call that is one step of a visit. */
export const step = <I, R>(work: (ctx: Ctx, visit: Visit, input: I) => Promise<R | KeptRefusal>) =>
  withoutTransaction(async (ctx: RequestCtx, input: I): Promise<R> =>
    inVisit(ctx, (inside, visit) => work(inside, visit, input)),
  )

const unverified = {
  verified_by: null,
  code_hash: null,
  code_by: null,
  code_tries: 0,
} as const satisfies VisitChange

const unknown = { ...unverified, user_id: null, pin_due: false } as const satisfies VisitChange

/** What is forgotten when a step is done again, for it stood on what that step had found. */
export const forget = {
  verification: unverified,
  person: unknown,
  card: {
    ...unknown,
    card_hash: null,
    card_sealed: null,
    card_read: null,
    holder_id: null,
    holder_word: null,
    elsewhere: false,
    nonce: null,
  },
} as const satisfies Record<string, VisitChange>
