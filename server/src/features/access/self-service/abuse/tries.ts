import { isIPv6 } from 'node:net'
import { minutes } from '../../../../ground/clock.ts'
import { keyedHash } from '../../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { addTries, triesOf } from '../self-service.store.ts'
import type { Visit } from '../visit.ts'

// Windows that do not move: from one full ten minutes, or full hour, to the next
const windows = { failed: minutes(10), tried: minutes(60) } as const
type Window = keyof typeof windows

const since = (ctx: Ctx, of: Window) => new Date(Math.floor(ctx.clock.now().getTime() / windows[of]) * windows[of])

const one = (ctx: Ctx, of: Window, kind: string, what: string | Uint8Array) => ({
  about: `${of} ${kind} ${keyedHash(ctx.hashKey, 'self-service try', what).toString('base64url').slice(0, 22)}`,
  since: since(ctx, of),
})

/** Whoever has one address of IPv6 has all of its network. */
const network = (ip: string): string => (isIPv6(ip) ? ip.split(':').slice(0, 4).join(':') : ip)

const about = (ctx: Ctx, { row, page }: Visit, of: Window, person?: string | null) => ({
  address: one(ctx, of, 'address', network(ctx.request.ip)),
  page: one(ctx, of, 'page', page.id),
  ...(row.card_hash && { card: one(ctx, of, 'card', row.card_hash) }),
  ...(person && { person: one(ctx, of, 'person', person) }),
})

type Counts = Partial<Record<'address' | 'page' | 'card' | 'person', number>>

/** Counts a wrong answer against address, page, card and person. */
export async function countFailure(ctx: Ctx, visit: Visit): Promise<void> {
  const counts = about(ctx, visit, 'failed', visit.row.user_id)
  await addTries(ctx.db, visit.page.workspace.id, Object.values(counts))
}

/** Counts that somebody began to try at the page, with the card of the visit. */
export async function countTry(ctx: Ctx, visit: Visit): Promise<void> {
  const { page, card } = about(ctx, visit, 'tried')
  await addTries(ctx.db, visit.page.workspace.id, card ? [page, card] : [page])
}

/** Counts that somebody began to try as this person. */
export async function countTryAs(ctx: Ctx, visit: Visit, person: string): Promise<void> {
  await addTries(ctx.db, visit.page.workspace.id, [one(ctx, 'tried', 'person', person)])
}

/** How often there were wrong answers lately, and tries within the hour. */
export async function countsOf(ctx: Ctx, visit: Visit, person?: string): Promise<Record<Window, Counts>> {
  const failed = about(ctx, visit, 'failed', person)
  const tried = about(ctx, visit, 'tried', person)
  const counts = await triesOf(ctx.db, [...Object.values(failed), ...Object.values(tried)])
  const read = (of: typeof failed) =>
    Object.fromEntries(Object.entries(of).map(([name, each]) => [name, counts.get(each.about) ?? 0])) as Counts
  return { failed: read(failed), tried: read(tried) }
}
