import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import {
  externalIdsOfMembers,
  membersDecidedElsewhere,
  findConflicting,
  findConflictingMembers,
  keptAmong,
} from '#features/directories/links/links.plan.ts'
import type { ArrivingUser, Plan } from './listing.ts'
import type { SourceReading, SourceGroup, SourceMembers } from '../syncs.sources.ts'

const perRow = 500

async function standing(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  anchor: string,
  local: string | undefined,
) {
  return {
    now: new Set(local === undefined ? [] : await externalIdsOfMembers(ctx, connection, local)),
    waiting: new Set(await findConflictingMembers(ctx, connection, anchor)),
  }
}

class Gathered {
  readonly add = new Set<string>()
  readonly remove = new Set<string>()
  readonly doubt = new Set<string>()
  readonly told = new Set<string>()
  hidden: 'surely' | 'perhaps' | undefined
  whole = false
  #news: string[] = []

  async take(page: SourceMembers, now: ReadonlySet<string>, ask: (news: string[]) => Promise<void>): Promise<void> {
    this.whole ||= page.whole
    this.hidden = page.hidden === 'surely' ? 'surely' : (this.hidden ?? page.hidden)
    for (const anchor of page.remove) if (now.has(anchor)) this.remove.add(anchor)
    if (page.whole) for (const anchor of page.add) this.told.add(anchor)
    for (const anchor of page.add) if (!now.has(anchor)) this.#news.push(anchor)
    if (this.#news.length >= perRow) await this.rest(ask)
  }

  async rest(ask: (news: string[]) => Promise<void>): Promise<void> {
    const news = this.#news.splice(0)
    if (news.length > 0) await ask(news)
  }
}

/** Lists changed members of a group; unknown users are ignored, and those with conflicts join later. */
export async function readMembers(
  plan: Plan,
  reading: SourceReading,
  group: SourceGroup,
  { local, isThere }: { local: string | undefined; isThere: boolean },
  arriving: ArrivingUser,
): Promise<void> {
  const { connection, inside, signal } = plan.reader
  const { now, waiting } = await inside(ctx => standing(ctx, connection, group.anchor, local))
  const all = new Gathered()
  const ask = async (news: string[]) => {
    const { kept, unsure } = await inside(async ctx => {
      const known = await keptAmong(ctx, connection, 'user', news)
      const others = await membersDecidedElsewhere(ctx, connection, local, known)
      for (const anchor of others) known.delete(anchor)
      const strange = news.filter(anchor => !known.has(anchor) && !waiting.has(anchor))
      return { kept: known, unsure: await findConflicting(ctx, connection, strange) }
    })
    for (const anchor of news)
      if (arriving.sure.has(anchor) || kept.get(anchor)?.left === false) all.add.add(anchor)
      else if (arriving.inDoubt.has(anchor) || unsure.has(anchor)) all.doubt.add(anchor)
  }
  for await (const page of reading.members(group)) {
    signal.throwIfAborted()
    await all.take(page, now, ask)
  }
  await all.rest(ask)
  // If members are not readable, none are removed
  const gone = (before: ReadonlySet<string>) =>
    all.whole && !all.hidden ? [...before].filter(anchor => !all.told.has(anchor)) : []
  for (const anchor of gone(now)) all.remove.add(anchor)
  if (all.hidden === 'surely' || (all.hidden && now.size > 0)) await sayHidden(plan, group, local)
  await list(
    plan,
    group,
    { local, isThere },
    {
      joins: [...all.add],
      leaves: [...all.remove],
      joinLater: [...all.doubt].filter(anchor => !waiting.has(anchor)),
      waitNoMore: gone(waiting),
    },
  )
}

interface Listed {
  joins: string[]
  leaves: string[]
  joinLater: string[]
  waitNoMore: string[]
}

async function list(
  plan: Plan,
  group: SourceGroup,
  { local, isThere }: { local: string | undefined; isThere: boolean },
  of: Listed,
): Promise<void> {
  const most = Math.max(...Object.values(of).map(all => all.length))
  if (isThere) {
    plan.counts.memberships += of.joins.length + of.leaves.length
    plan.counts.membershipsRemoved += of.leaves.length
    if (local !== undefined) plan.counts.membershipsAdded += of.joins.length
  }
  for (let at = 0; at < most; at += perRow) {
    if (!isThere) plan.counts.refused++
    const part = (all: readonly string[]) => all.slice(at, at + perRow)
    const inDoubt = { add: part(of.joinLater), remove: part(of.waitNoMore) }
    const facts = {
      do: 'members',
      plan: isThere ? 'change' : 'barred',
      anchor: group.anchor,
      add: part(of.joins),
      remove: part(of.leaves),
      ...(inDoubt.add.length + inDoubt.remove.length > 0 && { inDoubt }),
      ...(!isThere && { reason: 'no-group' as const }),
    } as const
    await plan.add(facts, local ?? null, group.name)
  }
}

async function sayHidden(plan: Plan, { anchor, name }: SourceGroup, local: string | undefined): Promise<void> {
  plan.counts.refused++
  const facts = { do: 'members', plan: 'barred', anchor, add: [], remove: [], reason: 'members-hidden' } as const
  await plan.add({ ...facts, add: [], remove: [] }, local ?? null, name)
}
