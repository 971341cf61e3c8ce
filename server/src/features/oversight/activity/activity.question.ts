import { type Activity, type ActivityFilter, methodActions } from '@claviger/contract/oversight/activity'
import { type ActivityAction, logActions } from '@claviger/contract/oversight/log-actions'
import { lowestIdAt } from '#platform/ids.ts'
import { patternOf, patternsOf } from '#platform/db/search.ts'
import { kindOf } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { pageOfKeys } from '#features/keys/security-keys/security-keys.list.ts'
import { type ActivityQuery, computersLike, passkeysOfKeys } from './activity.store.ts'

// A name that fits more keys is too short to mean some
const mostKeys = 100

const actionsOf = (kind: Activity['kind']) =>
  (Object.keys(logActions) as ActivityAction[]).filter(action => kindOf(action) === kind)
const meaning = { use: actionsOf('use'), change: actionsOf('change') }

/** Names are joined by spaces, so each word of a search lies within one name. */
function longestWord(search: string | undefined): string | undefined {
  const words = patternOf(search).slice(1, -1).split(' ')
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  return longest === '' ? undefined : `%${longest}%`
}

/** IDs of objects whose entries are shown in addition to those of the user. */
export interface AdditionalObjects {
  also?: readonly string[]
}

/** IDs are ordered by time, so a time range is an ID range. */
export async function questionOf(
  ctx: TransactionContext,
  ask: ActivityFilter & AdditionalObjects,
): Promise<ActivityQuery> {
  const patterns = patternsOf(ask.search)
  const objects = await objectsAsked(ctx, ask)
  const end = ask.to === undefined ? undefined : new Date(new Date(ask.to).getTime() + 1)
  return {
    newestFirst: ask.order === 'desc',
    lowest: lowestIdAt(new Date(ask.from ?? 0)),
    highest: end ? lowestIdAt(end) : 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    kind: ask.kind,
    meant: ask.kind === undefined ? undefined : meaning[ask.kind],
    actions: actionsAsked(ask),
    status: ask.status,
    about: ask.object ?? ask.user,
    patterns: patterns.length > 0 ? patterns : undefined,
    word: longestWord(ask.search),
    objects,
    devices: ask.computer === undefined ? undefined : await computersLike(ctx.db, patternOf(ask.computer)),
    address: ask.address,
    also: alsoShown(ask, objects),
  }
}

/** A filter on objects applies to the additional ones, too. */
function alsoShown({ also, object }: ActivityFilter & AdditionalObjects, objects: readonly string[] | undefined) {
  const shown = object === undefined ? also?.filter(id => objects?.includes(id) ?? true) : []
  return shown?.length ? shown : undefined
}

/** Actions of both filters, or of the only filter that is set. */
function actionsAsked({ action, method }: ActivityFilter): readonly string[] | undefined {
  const ofMethod = method?.length ? method.flatMap((one): string[] => [...methodActions[one]]) : undefined
  if (!action?.length) return ofMethod
  return ofMethod ? action.filter(one => ofMethod.includes(one)) : action
}

/** A key is named in the log by its ID, or by that of a passkey on it. */
async function objectsAsked(
  ctx: TransactionContext,
  { key, application }: ActivityFilter,
): Promise<readonly string[] | undefined> {
  if (key === undefined) return application === undefined ? undefined : [application]
  const { items } = await pageOfKeys(ctx, { search: key, page: 1, pageSize: mostKeys, order: 'asc' })
  const keys = items.map(({ id }) => id)
  const named = [...keys, ...(await passkeysOfKeys(ctx.db, keys))]
  return application === undefined ? named : named.filter(id => id === application)
}
