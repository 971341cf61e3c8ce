import { canonicalCard, cardAsRead } from '@claviger/contract/keys/card-numbers'
import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import type { KeyQuery, SecurityKey } from '@claviger/contract/keys/security-keys'
import { type RawBuilder, sql } from 'kysely'
import { days, later } from '../../../ground/clock.ts'
import { countedExactly, type Found, type ListQuery, paginate, type Place } from '../../../ground/db/page.ts'
import { patternOf } from '../../../ground/db/search.ts'
import type { Ctx } from '../../../ground/world.ts'
import { holdsEveryone } from '../../people/groups/groups.ts'
import { readingOf } from '../reader-settings/reader-settings.ts'
import { fullColumns, type FullRow, keyOfRow } from './security-keys.reply.ts'
import { keyOfEnrolment } from './security-keys.store.ts'
import { hashOfCard } from './security-keys.ts'

type Filter = Omit<KeyQuery, 'page' | 'pageSize' | 'after' | 'sort' | 'order'>

// Each but the owner's name has an index of its own; `find_security_keys` knows the same names
const sorts: ListQuery<FullRow>['sorts'] = {
  name: { by: sql`security_keys.sort_name`, type: 'text' },
  created: { by: sql`security_keys.created_at`, type: 'timestamptz' },
  lastActivity: { by: sql`coalesce(security_keys.last_used_at, '-infinity')`, type: 'timestamptz' },
  owner: { by: sql`(select u.sort_name from users u where u.id = security_keys.user_id)`, type: 'text' },
}

/** One page of the workspace's keys. */
export async function pageOfKeys(ctx: Ctx, ask: KeyQuery) {
  const filter = await narrowed(ctx, ask)
  const pattern = patternOf(ask.search)
  // Which groups a unit administrator knows of, the policies decide
  const narrow = ctx.unitsOf === undefined ? (filter.group ?? filter.unit ?? filter.unusedDays) : undefined
  const searching = (pattern !== '' || narrow !== undefined) && !isLookup(filter)
  const where = await keysMatching(ctx, filter)
  return paginate<SecurityKey>(ctx, ask, {
    from: sql`security_keys`,
    select: fullColumns,
    where,
    narrowed: where.length > 1,
    sorts,
    id: sql`security_keys.id`,
    defaultSort: 'name',
    item: keyOfRow,
    total: isKept(ctx, filter) ? () => keptTotal(ctx, filter) : undefined,
    ...((searching || ask.sort === 'owner') && {
      find: (place: Place) => find(ctx, pattern, place, filter, searching),
    }),
  })
}

/** Is the number of these keys kept? What a unit administrator sees is not, nor what is looked for. */
const isKept = (ctx: Ctx, filter: Filter) =>
  ctx.unitsOf === undefined &&
  !isLookup(filter) &&
  (filter.search ?? filter.group ?? filter.unit ?? filter.unusedDays) === undefined

/** How many keys there are of these kinds, statuses and so on, as the database keeps count. */
async function keptTotal(ctx: Ctx, filter: Filter): Promise<number> {
  const list = (values: readonly number[] | undefined) => (values?.length ? values : null)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(keys), 0)::bigint as total from key_counts
    where (${list(filter.type)}::smallint[] is null or kind = any(${list(filter.type)}::smallint[]))
      and (${list(filter.status)}::smallint[] is null or status = any(${list(filter.status)}::smallint[]))
      and (${filter.model ?? null}::uuid is null or aaguid = ${filter.model ?? null}::uuid)
      and (${filter.blocked ?? null}::boolean is null or blocked = ${filter.blocked ?? null}::boolean)
      and (${filter.pinless ?? null}::boolean is null or pinless = ${filter.pinless ?? null}::boolean)`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/** The rows of a page that a search finds, or that come in the order of their owners' names. */
async function find(ctx: Ctx, pattern: string, place: Place, filter: Filter, searching: boolean): Promise<Found> {
  const found = searching ? await searchKeys(ctx, pattern, place, filter) : undefined
  return place.sort === 'owner' && !found?.ids ? walkOwners(ctx, place, filter) : (found ?? { ids: null, total: 0 })
}

/** The key that an enrolment makes is looked up by its challenge; the group of everyone filters nobody out. */
async function narrowed(ctx: Ctx, ask: KeyQuery): Promise<Filter> {
  const everyone = ask.group !== undefined && (await holdsEveryone(ctx, ask.group))
  const filter = everyone ? { ...ask, group: undefined } : ask
  return ask.challenge === undefined
    ? filter
    : { ...filter, _id: (await keyOfEnrolment(ctx.db, ask.challenge)) ?? nothing }
}

const nothing = '00000000-0000-0000-0000-000000000000'

const isLookup = (filter: Filter) =>
  filter._id !== undefined || filter.userId !== undefined || filter.sharedTokenId !== undefined

/** Conditions on `security_keys` that hold for those whom a search and filters leave. */
export async function keysMatching(ctx: Ctx, filter: Filter): Promise<RawBuilder<unknown>[]> {
  const pattern = patternOf(filter.search)
  return [
    sql`not security_keys.binned`,
    ...conditions(ctx, filter),
    ...(pattern
      ? [
          sql`(security_keys.sort_name like ${pattern} or security_keys.card_hash = any(${await cardsSought(ctx, filter.search)}::bytea[])
            or exists (select from users u where u.id = security_keys.user_id and u.search like ${pattern}))`,
        ]
      : []),
  ]
}

function* conditions(ctx: Ctx, filter: Filter): Generator<RawBuilder<unknown>> {
  yield* oneOf(sql`security_keys.kind`, filter.type)
  yield* oneOf(sql`security_keys.status`, filter.status)
  if (filter.model !== undefined) yield sql`security_keys.aaguid = ${filter.model}::uuid`
  if (filter.blocked === true) yield sql`security_keys.blocked_at is not null`
  if (filter.blocked === false) yield sql`security_keys.blocked_at is null`
  if (filter.pinless === true) yield sql`security_keys.verification = 3`
  if (filter.pinless === false) yield sql`security_keys.verification is distinct from 3`
  if (filter.unusedDays !== undefined) yield sql`security_keys.idle_since < ${unusedSince(ctx, filter)}::timestamptz`
  if (filter.group !== undefined)
    yield sql`exists (select from group_members m where m.group_id = ${filter.group}::uuid and m.user_id = security_keys.user_id)`
  if (filter.unit !== undefined)
    yield sql`exists (select from unit_members m where m.unit_id = ${filter.unit}::uuid and m.user_id = security_keys.user_id)`
  const owner = filter.userId ?? filter.sharedTokenId
  if (owner !== undefined) yield sql`security_keys.user_id = ${owner}::uuid`
  if (filter._id !== undefined) yield sql`security_keys.id = ${filter._id}::uuid`
}

/** A single value can be read off the index that begins with it. */
function* oneOf(column: RawBuilder<unknown>, values: readonly number[] | undefined): Generator<RawBuilder<unknown>> {
  const [first, ...more] = values ?? []
  if (first === undefined) return
  yield more.length === 0 ? sql`${column} = ${sql.lit(first)}` : sql`${column} = any(${values}::smallint[])`
}

const unusedSince = (ctx: Ctx, { unusedDays }: Filter) =>
  unusedDays === undefined ? null : later(ctx.clock.now(), -days(unusedDays))

/** Hashes of the cards that a search can mean: tapped, as the workspace's readers type, or as keys show their number. */
async function cardsSought(ctx: Ctx, search = ''): Promise<Buffer[]> {
  if (!/^[\da-f\s:-]+$/i.test(search)) return []
  const cards = new Set([cardAsRead(search, await readingOf(ctx)), canonicalCard(search)])
  return [...cards].flatMap(card => (card === undefined ? [] : hashOfCard(ctx, card)))
}

async function searchKeys(ctx: Ctx, pattern: string, place: Place, filter: Filter): Promise<Found> {
  const { rows } = await sql<Found>`
    select ids, total, more from find_security_keys(
      ${pattern || null}, ${await cardsSought(ctx, filter.search)}::bytea[], ${place.sort}, ${place.descending}, ${place.after?.value ?? null},
      ${place.after?.id ?? null}, ${place.skipped}, ${place.size}, ${filter.type?.length ? filter.type : null}::smallint[],
      ${filter.status?.length ? filter.status : null}::smallint[], ${filter.model ?? null}, ${filter.blocked ?? null},
      ${filter.pinless ?? null}, ${unusedSince(ctx, filter)}::timestamptz, ${filter.group ?? null}, ${filter.unit ?? null}
    )`.execute(ctx.db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** The ids of a page in the order of their owners' names, and a count that need not look at the owners. */
async function walkOwners(ctx: Ctx, place: Place, filter: Filter): Promise<Found> {
  const where = sql.join(await keysMatching(ctx, filter), sql` and `)
  const direction = place.descending ? sql`desc` : sql`asc`
  const beyond = place.descending ? sql`<` : sql`>`
  const after = place.after
    ? sql`and (users.sort_name, security_keys.id) ${beyond} (${place.after.value}, ${place.after.id}::uuid)`
    : sql``
  const ids = await sql<{ id: string }>`
    select security_keys.id from users join security_keys
      on security_keys.workspace_id = users.workspace_id and security_keys.user_id = users.id
    where users.deleted_at is null and ${where} ${after}
    order by users.sort_name ${direction}, security_keys.id ${direction}
    limit ${sql.lit(place.size)} offset ${sql.lit(place.skipped)}`.execute(ctx.db)
  const kept = isKept(ctx, filter)
  const total = kept ? await keptTotal(ctx, filter) : await countMatching(ctx, where)
  return { ids: ids.rows.map(row => row.id), total, ...(kept && { more: false }) }
}

async function countMatching(ctx: Ctx, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from security_keys where ${where} limit ${sql.lit(countedExactly + 1)}
    ) counted`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

const keptCounts = sql`
  select kind, status, aaguid, blocked, pinless, sum(keys)::bigint as count
  from key_counts group by 1, 2, 3, 4, 5 having sum(keys) > 0`
const countedAnew = sql`
  select kind, status, aaguid, blocked_at is not null as blocked, coalesce(verification = 3, false) as pinless, count(*) as count
  from security_keys where not binned group by 1, 2, 3, 4, 5`

/** How many keys there are of each kind, status and model. */
export async function countKeys(ctx: Ctx) {
  const { rows } = await sql<{
    kind: number
    status: number
    aaguid: string | null
    blocked: boolean
    pinless: boolean
    count: number
  }>`
    ${ctx.unitsOf === undefined ? keptCounts : countedAnew}`.execute(ctx.db)
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
