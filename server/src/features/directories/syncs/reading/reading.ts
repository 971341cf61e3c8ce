import type { SyncCounts } from '@claviger/contract/directories/syncs'
import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import {
  externalIdsOfMembers,
  keptAfter,
  keptAmong,
  namedGroups,
  type PersonPlan,
  planUsers,
  unmanagedPeople,
} from '#features/directories/links/links.plan.ts'
import { mapPerson } from '#features/directories/links/links.mapping.ts'
import { hashOfGroup, shownName } from '#features/directories/links/links.ts'
import { type ArrivingUser, GroupNames, Plan, type Reader } from './listing.ts'
import { readMembers } from './member-reading.ts'
import { type SourceReading, SourceFailure, type SourceGroup, type SourcePerson } from '../syncs.sources.ts'

const perPage = 500

/**
 * Reads everything a directory returns and stores only differences, page by page; unchanged entries are counted. An
 * incomplete read removes no users.
 */
export async function readAll(
  reader: Reader,
  reading: SourceReading,
): Promise<{ counts: SyncCounts; total: number; nobody: boolean }> {
  const plan = new Plan(reader)
  if (reading.own !== undefined) {
    plan.counts.seen = plan.counts.same = reading.own
    if (reader.unmanaged) await readUnmanaged(plan)
    await plan.flush()
    return { counts: plan.counts, total: plan.total, nobody: false }
  }
  const seen = new Set<string>()
  const arriving: ArrivingUser = { sure: new Set(), inDoubt: new Set() }
  for await (const page of reading.people()) {
    reader.signal.throwIfAborted()
    for (let at = 0; at < page.people.length; at += perPage)
      await readPeople(plan, page.people.slice(at, at + perPage), seen, arriving)
    if (!reading.whole) await readGone(plan, 'user', page.gone)
  }
  const present = reading.whole ? seen : await presentIn(reading, 'user')
  if (present) await readLeft(plan, 'user', present)
  if (reading.whole && reader.unmanaged) await readUnmanaged(plan)
  const seenGroups = new Set<string>()
  const names = new GroupNames(await reader.inside(ctx => namedGroups(ctx, reader.connection)))
  for await (const page of reading.groups()) {
    reader.signal.throwIfAborted()
    for (const group of page.groups) {
      seenGroups.add(group.anchor)
      const { local, isThere } = await readGroup(plan, group, names)
      await readMembers(plan, reading, group, { local, isThere }, arriving)
    }
    if (!reading.whole) await readGone(plan, 'group', page.gone)
  }
  const groups = reading.whole ? seenGroups : await presentIn(reading, 'group')
  if (groups) await readLeft(plan, 'group', groups)
  await plan.flush()
  return { counts: plan.counts, total: plan.total, nobody: present?.size === 0 }
}

async function presentIn(reading: SourceReading, what: 'user' | 'group'): Promise<Set<string> | undefined> {
  if (!reading.present) return undefined
  const all = new Set<string>()
  for await (const page of reading.present(what)) for (const anchor of page) all.add(anchor)
  return all
}

async function readPeople(
  plan: Plan,
  people: readonly SourcePerson[],
  seen: Set<string>,
  arriving: ArrivingUser,
): Promise<void> {
  const { connection, mode, inside } = plan.reader
  const told = people.map(({ anchor, active, attributes, sameAs }) => {
    // Without an immutable ID, an entry can't be recognized in the next read
    if (anchor === '' || anchor.length > 256)
      throw new SourceFailure(msg('The directory returned a user without an ID'), false)
    return { anchor, active, fields: mapPerson(connection.mapping, attributes), sameAs }
  })
  for (const { anchor } of told) seen.add(anchor)
  plan.counts.seen += told.length
  for (const one of await inside(ctx => planUsers(ctx, connection, told, mode))) await addPerson(plan, one, arriving)
}

const counted = {
  same: 'same',
  skipped: 'same',
  known: 'clashes',
  add: 'added',
  link: 'added',
  change: 'changed',
  back: 'back',
  suspend: 'suspended',
  clash: 'clashes',
  barred: 'refused',
} as const satisfies Record<PersonPlan['is'], keyof SyncCounts>

async function addPerson(plan: Plan, one: PersonPlan, arriving: ArrivingUser): Promise<void> {
  const { person, is } = one
  plan.counts[one.isRepeat ? 'same' : counted[is]]++
  if (is === 'clash') arriving.inDoubt.add(person.anchor)
  if (is === 'same' || is === 'skipped' || is === 'known') return
  if (is === 'add' || is === 'link' || is === 'back') arriving.sure.add(person.anchor)
  const { firstName = '', lastName = '', userId = '' } = person.fields
  await plan.add(
    {
      do: 'person',
      plan: is,
      anchor: person.anchor,
      ...(person.active !== undefined && { active: person.active }),
      fields: person.fields,
      ...(person.sameAs !== undefined && { sameAs: person.sameAs }),
      before: one.before,
      reason: one.reason,
    },
    one.user,
    `${firstName} ${lastName}`.trim() || userId || person.anchor,
  )
}

async function readGone(plan: Plan, what: 'user' | 'group', gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return
  const { connection, inside } = plan.reader
  const kept = await inside(ctx => keptAmong(ctx, connection, what, gone))
  for (const [anchor, { local, left }] of kept) if (!left) await addLeaver(plan, what, anchor, local, anchor)
}

async function readLeft(plan: Plan, what: 'user' | 'group', seen: ReadonlySet<string>): Promise<void> {
  const { connection, inside } = plan.reader
  for (let after = ''; ;) {
    const page = await inside(ctx => keptAfter(ctx, connection, what, after, 2000))
    for (const { anchor, local_id: local, name } of page)
      if (!seen.has(anchor)) await addLeaver(plan, what, anchor, local, name ?? anchor)
    const last = page.at(-1)
    if (!last) return
    after = last.anchor
  }
}

async function addLeaver(plan: Plan, what: 'user' | 'group', anchor: string, local: string, name: string) {
  if (plan.leaving.has(local)) return
  plan.leaving.add(local)
  plan.counts[what === 'user' ? 'leaving' : 'groupsLeaving']++
  if (what === 'group') {
    const { connection, inside } = plan.reader
    plan.counts.membershipsRemoved += (await inside(ctx => externalIdsOfMembers(ctx, connection, local))).length
  }
  await plan.add({ do: what === 'user' ? 'leave' : 'group-leave', plan: 'leave', anchor }, local, name)
}

async function readUnmanaged(plan: Plan): Promise<void> {
  for (let after: string | null = null; ;) {
    const from: string | null = after
    const page: { id: string; name: string }[] = await plan.reader.inside(ctx => unmanagedPeople(ctx, from, 2000))
    for (const { id, name } of page) {
      plan.counts.unmanaged++
      await plan.add({ do: 'unmanaged', plan: 'leave', anchor: id }, id, name)
    }
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

async function readGroup(
  plan: Plan,
  group: SourceGroup,
  names: GroupNames,
): Promise<{ local: string | undefined; isThere: boolean }> {
  const { connection, inside } = plan.reader
  const { anchor, name, description } = group
  const { kept: local, same, left } = await inside(ctx => groupHere(ctx, connection, group))
  if (same) return { local, isThere: true }
  const reason = shownName(name) === '' ? 'no-name' : names.take(anchor, name) ? undefined : 'group-name-taken'
  plan.counts[reason ? 'refused' : 'groups']++
  const is = reason ? 'barred' : left ? 'back' : local ? 'change' : 'add'
  await plan.add({ do: 'group', plan: is, anchor, name, description, ...(reason && { reason }) }, local ?? null, name)
  return { local, isThere: !reason || (local !== undefined && !left) }
}

async function groupHere(ctx: TransactionContext, connection: ConnectedDirectory, group: SourceGroup) {
  const found = (await keptAmong(ctx, connection, 'group', [group.anchor])).get(group.anchor)
  const left = found?.left === true
  return { kept: found?.local, same: found !== undefined && !left && found.told === hashOfGroup(group), left }
}
