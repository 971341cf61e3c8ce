import {
  type Activity,
  type ActivityFilter,
  activityStatus,
  type Entries,
  type Folding,
  type ActivityRefusal,
} from '@claviger/contract/oversight/activity'
import type { PageOf } from '@claviger/contract/platform/page'
import { days, later } from '#platform/clock.ts'
import { idAfter } from '#platform/ids.ts'
import { exactCountLimit } from '#platform/db/page.ts'
import { type Translate, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { deviceInWords } from '#platform/user-agent.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { decidedOf, factsIn } from '#features/decide/why/why.ts'
import { type AdditionalObjects, questionOf } from './activity.question.ts'
import * as store from './activity.store.ts'
import type { ActivityRow, ActivityQuery } from './activity.store.ts'
import { foldEntries, type FoldedEntry, foldedLines } from './folded-entries.ts'

const tailLength = 100
// For a user without refusals, all lines of this period are scanned
const refusalDays = 30
const mostRefusals = 5

export async function listActivity(ctx: TransactionContext, ask: Folding & AdditionalObjects): Promise<Entries> {
  const whole = await questionOf(ctx, ask)
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
  const items = found.map(entryIn(ctx, await computersOf(ctx, found)))
  const before = folds(ask) ? (cursor?.before ?? skipped) : (number - 1) * ask.pageSize
  const seen = before + items.length + found.flatMap(({ steps }) => steps).length
  const last = items.at(-1)
  return {
    items,
    ...(await totalOf(ctx, ask, whole, { seen, more })),
    page: number,
    pageSize: ask.pageSize,
    next: more && last ? `${last.id}.${number}.${seen}` : null,
    ...(folds(ask) && { before }),
  }
}

/** A filter on anything but time and user shows each matching line separately. */
const folds = ({ fold, action, method, status, search, ...ask }: Folding): boolean =>
  fold === true &&
  !action?.length &&
  !method?.length &&
  !search &&
  [status, ask.object, ask.key, ask.application, ask.computer, ask.address].every(one => one === undefined)

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
  return listActivity(ctx, { ...ask, user: ask.id, also: await store.keysOfUser(ctx.db, ask.id) })
}

export async function refusalsOfUser(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<{ items: ActivityRefusal[] }> {
  if (!(await store.isUser(ctx.db, id))) throw problem('not-found')
  const from = later(ctx.clock.now(), -days(refusalDays)).toISOString()
  const question = await questionOf(ctx, {
    user: id,
    status: activityStatus.failed,
    from,
    order: 'desc',
    page: 1,
    pageSize: 1,
  })
  const rows = await store.pageOfEntries(ctx.db, question, mostRefusals, 0)
  const computers = await computersOf(ctx, rows.map(alone))
  return {
    items: rows
      .map(lineIn(ctx, sayTo(ctx), computers))
      .map(({ id: line, at, reason, objectName, site, computer, device, ip }) => ({
        id: line,
        at,
        reason,
        objectName,
        site,
        computer: computer?.name ?? null,
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
    items: found.map(entryIn(ctx, await computersOf(ctx, found))),
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
  whole: ActivityQuery,
  { seen, more }: { seen: number; more: boolean },
): Promise<Pick<PageOf<Activity>, 'total' | 'totalIs'>> {
  if (ask.search || ctx.unitsOf !== undefined)
    return { total: more ? seen + 1 : seen, totalIs: more ? 'at least' : 'exact' }
  const total = await store.count(ctx.db, whole, exactCountLimit)
  return { total, totalIs: total >= exactCountLimit ? 'at least' : 'exact' }
}

const lower = (a: string, b: string) => (a < b ? a : b)
const higher = (a: string, b: string) => (a > b ? a : b)

function readCursor(text: string): { id: string; page: number; before: number } {
  const read = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,7})\.(\d{1,12})$/.exec(text)
  if (!read?.[1]) {
    throw problem('invalid-input', undefined, [{ field: 'after', message: "This cursor doesn't belong to this list" }])
  }
  return { id: read[1], page: Number(read[2]), before: Number(read[3]) }
}

type Computers = ReadonlyMap<string, string>

const computersOf = (ctx: TransactionContext, found: readonly FoldedEntry[]): Promise<Computers> => {
  const rows = found.flatMap(({ head, steps }) => [head, ...steps])
  return store.computersNamed(ctx.db, [...new Set(rows.flatMap(row => deviceOf(row) ?? []))])
}

const deviceOf = (row: ActivityRow): string | null => factsIn(row)?.device ?? null

const entryIn =
  (ctx: TransactionContext, computers: Computers, say: Translate = sayTo(ctx)) =>
  ({ head, steps }: FoldedEntry): Activity => ({
    ...lineIn(ctx, say, computers)(head),
    ...(steps.length > 0 && { steps: steps.map(lineIn(ctx, say, computers)) }),
  })

function siteOf({ after, object_type, object_name }: ActivityRow): string | null {
  const site = after?.['site']
  return typeof site === 'string' ? site : object_type === 'application' ? object_name : null
}

function computerIn(row: ActivityRow, computers: Computers): Activity['computer'] {
  const id = deviceOf(row)
  const name = id === null ? undefined : computers.get(id)
  return id === null || name === undefined ? null : { id, name }
}

const lineIn =
  (ctx: TransactionContext, say: Translate, computers: Computers) =>
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
    site: siteOf(row),
    computer: computerIn(row, computers),
    requestId: row.request_id,
    decision: decidedOf(ctx, row),
  })
