import { isIP } from 'node:net'
import { mayEnter } from '#platform/entrance/entrance.ts'
import { later, minutes } from '#platform/clock.ts'
import { idBytes, idOfBytes, newId } from '#platform/ids.ts'
import { transactAfter } from '#platform/db/transaction.ts'
import { type Problem, problem } from '#platform/problem.ts'
import type { Actor, TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { type CardPage, pageOfRow } from '../self-service-settings/self-service-settings.ts'
import { hashedNetwork, windowOf } from './abuse/windows.ts'
import { visitEntry, type VisitEntryRow, type VisitChange, type VisitRow } from './self-service.store.ts'

const lastsMinutes = 15

export interface Visit {
  readonly row: VisitRow
  readonly page: CardPage
  readonly begun: boolean
  readonly counts: Readonly<
    Record<'failedHere' | 'failedOnPage' | 'failedWithCard' | 'triedOnPage' | 'triedWithCard', number>
  >
}

export function newVisit(world: Pick<AppContext, 'references' | 'clock'>): string {
  return world.references.sign('self-service', idBytes(newId()), later(world.clock.now(), minutes(lastsMinutes)))
}

/** The calling visit and its expiry. @throws visit-over */
export function visitOf(actor: Actor): { id: string; endsAt: Date } {
  if (actor.kind !== 'self-service' || actor.payload.length !== 16) throw problem('visit-over')
  return { id: idOfBytes(actor.payload), endsAt: actor.endsAt }
}

const possible = /^[a-z0-9-]{1,60}$/

/**
 * A refusal that a step returns so that its transaction commits: a wrong answer is counted in the same transaction
 * and with the same work as a correct one. A thrown problem rolls back, as everywhere else.
 */
export class KeptRefusal {
  readonly refusal: Problem
  constructor(refusal: Problem) {
    this.refusal = refusal
  }
}

/**
 * Runs work in a transaction inside the visit, then throws a returned refusal after the commit; concurrent calls of
 * the same visit are serialized. With an address, the visit starts at that page.
 * @throws visit-over if it expired or is completed, page-unknown, page-off
 */
export async function inVisit<R>(
  ctx: RequestContext,
  work: (ctx: TransactionContext, visit: Visit) => Promise<R | KeptRefusal>,
  address?: string,
): Promise<R> {
  const { id, endsAt } = visitOf(ctx.actor)
  if (address !== undefined && !possible.test(address)) throw problem('page-unknown')
  // A link-local address may contain the zone of our interface, which doesn't identify the caller
  const [ip = ''] = ctx.request.ip.split('%')
  const enter = visitEntry({
    id,
    now: ctx.clock.now(),
    network: hashedNetwork(ctx, ctx.request.ip),
    tenMinutes: windowOf(ctx, 'failed'),
    hour: windowOf(ctx, 'tried'),
    ...(address !== undefined && { begins: { page: address, endsAt, ip: isIP(ip) ? ip : '' } }),
  })
  const stand = (rows: unknown[]) => {
    const visit = entered(rows[0] as VisitEntryRow | undefined)
    return { actor: ctx.actor, request: ctx.request, workspace: visit.page.workspace.id, visit }
  }
  const answer = await transactAfter(ctx, false, enter, stand, (inside, { visit }) => work(inside, visit))
  if (answer instanceof KeptRefusal) throw answer.refusal
  return answer
}

function entered(row: VisitEntryRow | undefined): Visit {
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

export const step = <I, R>(work: (ctx: TransactionContext, visit: Visit, input: I) => Promise<R | KeptRefusal>) =>
  withoutTransaction(async (ctx: RequestContext, input: I): Promise<R> =>
    inVisit(ctx, (inside, visit) => work(inside, visit, input)),
  )

const unverified = {
  verified_by: null,
  code_hash: null,
  code_by: null,
  code_tries: 0,
} as const satisfies VisitChange

const unknown = { ...unverified, user_id: null, pin_due: false } as const satisfies VisitChange

/** Values to clear when a step is repeated, because they depend on that step's result. */
export const forgetVisitor = {
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
