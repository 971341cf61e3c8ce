import { canonicalCard, cardAsRead } from '@claviger/contract/keys/card-numbers'
import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import type { KeyQuery, SecurityKey } from '@claviger/contract/keys/security-keys'
import type { KeySelection } from '@claviger/contract/keys/key-acts'
import type { RawBuilder } from 'kysely'
import { days, later } from '#platform/clock.ts'
import { findRows, isKept, keptTotal, numbersBySort, selectedIds } from '#platform/db/list-definition.ts'
import { type FoundPage, paginate, type PagePosition } from '#platform/db/page.ts'
import { patternsOf } from '#platform/db/search.ts'
import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { holdsEveryone } from '#features/people/groups/groups.ts'
import { readingOf } from '../reader-settings/reader-settings.ts'
import { countOfKeys, type KeyFilter, keyList, keysByOwner, keysPage, keysWhere } from './filters.store.ts'
import { keyOfRow } from './security-keys.reply.ts'
import { keyOfEnrolment } from './security-keys.store.ts'
import { hashOfCard } from './security-keys.ts'

type Asked = Omit<KeyQuery, 'page' | 'pageSize' | 'after' | 'sort' | 'order'>

export async function pageOfKeys(ctx: TransactionContext, ask: KeyQuery) {
  const filter = await meant(ctx, ask)
  const sought = await soughtBy(ctx, ask.search)
  const where = keysWhere(filter, sought.patterns, sought.cards)
  const kept = ctx.unitsOf === undefined && sought.patterns.length === 0 && isKept(keyList, filter)
  const searching = isFound(ctx, filter, sought.patterns.length > 0)
  const walkOwners = async (place: PagePosition): Promise<FoundPage> => ({
    ids: await keysByOwner(ctx.db, where, place),
    total: await (kept ? keptTotal(ctx.db, keyList, filter) : countOfKeys(ctx.db, where)),
    ...(kept && { more: false }),
  })
  const find = async (place: PagePosition): Promise<FoundPage> => {
    const found = searching ? await searchKeys(ctx, filter, place, sought) : undefined
    return place.sort === 'owner' && !found?.ids ? walkOwners(place) : (found ?? { ids: null, total: 0 })
  }
  return paginate<SecurityKey>(ctx, ask, {
    ...keysPage(where),
    item: keyOfRow,
    total: kept ? () => keptTotal(ctx.db, keyList, filter) : undefined,
    ...((searching || ask.sort === 'owner') && { find }),
  })
}

/** Whether keys are found through row-level policies, which decide which groups a unit administrator sees. */
function isFound(
  ctx: TransactionContext,
  { userId, _id, group, unit, unusedSince }: KeyFilter,
  searched: boolean,
): boolean {
  if ((userId ?? _id) !== undefined) return false
  if (ctx.unitsOf !== undefined) return searched && group === undefined
  return searched || (group ?? unit ?? unusedSince) !== undefined
}

/** Resolves the challenge of an enrollment to its key; drops the group of all users, which filters nothing. */
async function meant(
  ctx: TransactionContext,
  { challenge, unusedDays, sharedTokenId, ...ask }: Asked,
): Promise<KeyFilter> {
  const everyone = ask.group !== undefined && (await holdsEveryone(ctx, ask.group))
  return {
    ...ask,
    group: everyone ? undefined : ask.group,
    userId: ask.userId ?? sharedTokenId,
    unusedSince: unusedDays === undefined ? undefined : later(ctx.clock.now(), -days(unusedDays)),
    _id: challenge === undefined ? ask._id : ((await keyOfEnrolment(ctx.db, challenge)) ?? nothing),
  }
}

const nothing = '00000000-0000-0000-0000-000000000000'

export async function keysMatching(ctx: TransactionContext, ask: Asked): Promise<RawBuilder<unknown>[]> {
  const { patterns, cards } = await soughtBy(ctx, ask.search)
  return keysWhere(await meant(ctx, ask), patterns, cards)
}

export const chosenKeys = (ctx: TransactionContext, selection: KeySelection) =>
  selectedIds(keyList, selection, msg('Choose at least one key'), () => keysMatching(ctx, selection.filter ?? {}))

interface Sought {
  patterns: string[]
  cards: Buffer[]
}

/**
 * What a search looks for: a text and hashes of the cards it can mean, as tapped, as the readers type them, or
 * as keys show their number.
 */
async function soughtBy(ctx: TransactionContext, search = ''): Promise<Sought> {
  const patterns = patternsOf(search)
  if (!/^[\da-f\s:-]+$/i.test(search)) return { patterns, cards: [] }
  const cards = new Set([cardAsRead(search, await readingOf(ctx)), canonicalCard(search)])
  return { patterns, cards: [...cards].flatMap(card => (card === undefined ? [] : hashOfCard(ctx, card))) }
}

const searchKeys = (
  ctx: TransactionContext,
  filter: KeyFilter,
  place: PagePosition,
  { patterns, cards }: Sought,
): Promise<FoundPage> =>
  findRows(ctx, keyList, filter, place, patterns, [
    ['card_hash', '= any', cards.map(card => `\\x${card.toString('hex')}`)],
  ])

interface Sort {
  kind: number
  status: number
  aaguid: string | null
  blocked: boolean
  pinless: boolean
}

/** Keys that were not used for so long appear as unused. */
const unusedDays = 90

export const countUnusedKeys = async (ctx: TransactionContext) => ({
  count: await countOfKeys(ctx.db, keysWhere(await meant(ctx, { unusedDays }), [], [])),
})

export async function countKeys(ctx: TransactionContext) {
  const rows = await numbersBySort<Sort>(ctx.db, keyList, ctx.unitsOf === undefined ? {} : undefined)
  const sum = (some: typeof rows) => some.reduce((total, row) => total + row.count, 0)
  const by = <K extends number | string>(key: (row: (typeof rows)[number]) => K) =>
    [...Map.groupBy(rows, key)].map(([value, some]) => ({ value, count: sum(some) }))
  return {
    all: sum(rows),
    blocked: sum(rows.filter(row => row.blocked)),
    pinless: sum(rows.filter(row => row.pinless)),
    byKind: by(row => row.kind)
      .map(({ value, count }) => ({ kind: value, count }))
      .toSorted((a, b) => a.kind - b.kind),
    byStatus: by(row => row.status)
      .map(({ value, count }) => ({ status: value, count }))
      .toSorted((a, b) => a.status - b.status),
    byModel: by(row => row.aaguid ?? '')
      .filter(({ value }) => value !== '')
      .map(({ value, count }) => ({ aaguid: value, name: describeAuthenticator(value).name, count }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, 100),
  }
}
