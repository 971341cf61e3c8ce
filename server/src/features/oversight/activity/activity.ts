import {
  type Activity,
  type ActivityFilter,
  activityStatus,
  type Entries,
  type Folding,
  type ActivityRefusal,
} from '@claviger/contract/oversight/activity'
import { type ActivityAction, logActions } from '@claviger/contract/oversight/log-actions'
import type { PageOf } from '@claviger/contract/platform/page'
import { days, later } from '#platform/clock.ts'
import { idAfter, lowestIdAt } from '#platform/ids.ts'
import { countedExactly } from '#platform/db/page.ts'
import { patternOf, patternsOf } from '#platform/db/search.ts'
import { type Translate, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { kindOf } from '#platform/record/record.ts'
import { deviceInWords } from '#platform/user-agent.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { decidedOf } from '#features/decide/why/why.ts'
import * as store from './activity.store.ts'
import type { ActivityRow, ActivityQuery } from './activity.store.ts'
import { foldEntries, type FoldedEntry, foldedLines } from './folded-entries.ts'

const tailLength = 100
// For a user without refusals, all lines of this period are scanned
const refusalDays = 30
const mostRefusals = 5

export async function listActivity(ctx: TransactionContext, ask: Folding): Promise<Entries> {
  const whole = questionOf(ask)
  if (ask.since !== undefined) return tail(ctx, whole, ask)
  const cursor = ask.after === undefined ? undefined : readCursor(ask.after)
  const question = { ...whole }
  if (cursor && question.newestFirst) question.highest = lower(question.highest, cursor.id)
  if (cursor && !question.newestFirst) question.lowest = higher(question.lowest, idAfter(cursor.id))
  const skipped = cursor ? 0 : (ask.page - 1) * ask.pageSize
  const number = cursor ? cursor.page + 1 : ask.page
  const from = { ask: question, skipped }
  const { found, more } = folds(ask)
    ? await foldedLines(ctx, whole, from, ask.pageSize)
    : await lines(ctx, from, ask.pageSize)
  const items = found.map(entryIn(ctx))
  const before = folds(ask) ? (cursor?.before ?? skipped) : (number - 1) * ask.pageSize
  const seen = before + items.length + found.flatMap(({ steps }) => steps).length
  const last = items.at(-1)
  return {
    items,
    ...(await totalOf(ctx, ask, seen, more)),
    page: number,
    pageSize: ask.pageSize,
    next: more && last ? `${last.id}.${number}.${seen}` : null,
    ...(folds(ask) && { before }),
  }
}

/** A filter on results, actions, words, or one object shows each matching line separately. */
const folds = ({ fold, action, status, search, object }: Folding): boolean =>
  fold === true && !action?.length && status === undefined && !search && object === undefined

async function lines(
  ctx: TransactionContext,
  { ask, skipped }: { ask: ActivityQuery; skipped: number },
  most: number,
): Promise<{ found: FoldedEntry[]; more: boolean }> {
  const rows = await store.pageOfEntries(ctx.db, ask, most + 1, skipped)
  return { found: rows.slice(0, most).map(alone), more: rows.length > most }
}

const alone = (head: ActivityRow): FoldedEntry => ({ head, steps: [] })

export async function listActivityOfUser(ctx: TransactionContext, ask: Folding & { id: string }): Promise<Entries> {
  if (!(await store.isUser(ctx.db, ask.id))) throw problem('not-found')
  return listActivity(ctx, { ...ask, user: ask.id })
}

export async function refusalsOfUser(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<{ items: ActivityRefusal[] }> {
  if (!(await store.isUser(ctx.db, id))) throw problem('not-found')
  const from = later(ctx.clock.now(), -days(refusalDays)).toISOString()
  const question = questionOf({ user: id, status: activityStatus.failed, from, order: 'desc', page: 1, pageSize: 1 })
  const rows = await store.pageOfEntries(ctx.db, question, mostRefusals, 0)
  return {
    items: rows.map(lineIn(ctx, sayTo(ctx))).map(({ id: line, at, reason, objectName, device, ip }) => ({
      id: line,
      at,
      reason,
      objectName,
      device,
      ip,
    })),
  }
}

export async function listActivityOfCredential(
  ctx: TransactionContext,
  ask: ActivityFilter & { id?: string | undefined; credentialId: string },
): Promise<PageOf<Activity>> {
  const owner = await store.ownerOfPasskey(ctx.db, ask.credentialId)
  if (ask.id !== undefined && (!(await store.isUser(ctx.db, ask.id)) || (owner ?? ask.id) !== ask.id))
    throw problem('not-found')
  return listActivity(ctx, { ...ask, object: ask.credentialId, user: undefined })
}

async function tail(ctx: TransactionContext, question: ActivityQuery, ask: Folding): Promise<Entries> {
  const since = ask.since === 'now' ? undefined : ask.since
  const { rows, next } = await store.freshEntries(ctx.db, question, since, tailLength)
  const found = folds(ask) ? await foldEntries(ctx, question, rows) : rows.map(alone)
  return {
    items: found.map(entryIn(ctx)),
    total: rows.length,
    totalIs: 'exact',
    page: 1,
    pageSize: tailLength,
    next,
  }
}

/**
 * Counted up to the usual limit. Searches and unit administrators' views are not counted beyond the page,
 * because that could read the whole log.
 */
async function totalOf(
  ctx: TransactionContext,
  ask: ActivityFilter,
  seen: number,
  more: boolean,
): Promise<Pick<PageOf<Activity>, 'total' | 'totalIs'>> {
  if (ask.search || ctx.unitsOf !== undefined)
    return { total: more ? seen + 1 : seen, totalIs: more ? 'at least' : 'exact' }
  const total = await store.count(ctx.db, questionOf(ask), countedExactly)
  return { total, totalIs: total >= countedExactly ? 'at least' : 'exact' }
}

const lower = (a: string, b: string) => (a < b ? a : b)
const higher = (a: string, b: string) => (a > b ? a : b)

const actionsOf = (kind: Activity['kind']) =>
  (Object.keys(logActions) as ActivityAction[]).filter(action => kindOf(action) === kind)
const meaning = { use: actionsOf('use'), change: actionsOf('change') }

/** Names are joined by spaces, so each word of a search lies within one name. */
function longestWord(search: string | undefined): string | undefined {
  const words = patternOf(search).slice(1, -1).split(' ')
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  return longest === '' ? undefined : `%${longest}%`
}

/** IDs are ordered by time, so a time range is an ID range. */
function questionOf(ask: ActivityFilter): ActivityQuery {
  const patterns = patternsOf(ask.search)
  const end = ask.to === undefined ? undefined : new Date(new Date(ask.to).getTime() + 1)
  return {
    newestFirst: ask.order === 'desc',
    lowest: lowestIdAt(new Date(ask.from ?? 0)),
    highest: end ? lowestIdAt(end) : 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    kind: ask.kind,
    meant: ask.kind === undefined ? undefined : meaning[ask.kind],
    actions: ask.action?.length ? ask.action : undefined,
    status: ask.status,
    about: ask.object ?? ask.user,
    patterns: patterns.length > 0 ? patterns : undefined,
    word: longestWord(ask.search),
  }
}

function readCursor(text: string): { id: string; page: number; before: number } {
  const read = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,7})\.(\d{1,12})$/.exec(text)
  if (!read?.[1]) {
    throw problem('invalid-input', undefined, [{ field: 'after', message: "This cursor doesn't belong to this list" }])
  }
  return { id: read[1], page: Number(read[2]), before: Number(read[3]) }
}

const entryIn =
  (ctx: TransactionContext, say: Translate = sayTo(ctx)) =>
  ({ head, steps }: FoldedEntry): Activity => ({
    ...lineIn(ctx, say)(head),
    ...(steps.length > 0 && { steps: steps.map(lineIn(ctx, say)) }),
  })

const lineIn =
  (ctx: TransactionContext, say: Translate) =>
  (row: ActivityRow): Omit<Activity, 'steps'> => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind as Activity['kind'],
    action: row.action,
    status: row.status,
    reason: row.reason && say(row.reason),
    actorId: row.actor_id,
    actorName: row.actor_name,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    before: row.before,
    after: row.after,
    ip: row.ip,
    device: row.user_agent ? deviceInWords(row.user_agent, say) : null,
    requestId: row.request_id,
    decision: decidedOf(ctx, row),
  })
