import {
  type Doc,
  externalIdIn,
  groupType,
  isObject,
  MemberChange,
  membersIn,
  applyPatch,
  type ReadDoc,
  readDoc,
  readOperations,
  refusalOf,
  refuse,
  textIn,
  type RequestRecord,
} from '../scim-documents/scim-documents.ts'
import { canonicalText } from '@claviger/contract/platform/plain-text'
import { appliedReasons } from '@claviger/contract/directories/links'
import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { type AppliedPerson, applyGroup, changeMembers, leaveGroup, type MembersTold } from '../links/links.ts'
import type { ScimChange } from './scim-users.ts'
import * as store from './resources.store.ts'
import type { StoredResource, ResourceRow } from './resources.store.ts'
import { followGroups, givesRole } from './roles.ts'
import { peopleIn } from './roles.store.ts'
import { addNote, checkMatch, noteRead, scimNotFound, uniqueness } from './scim-writes.ts'

/** Creates a group with its members. @throws refusals of invalid input, and 409 if the name exists */
export async function createGroup(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  body: unknown,
  told: RequestRecord,
): Promise<ResourceRow> {
  const read = readDoc(groupType, body)
  const { doc } = read
  const members = saidMembers(body)
  noteRead(told, doc, 'displayName', read)
  const external = externalIdIn(doc)
  const before = await store.resourcesWithName(
    ctx.db,
    connection.id,
    'group',
    [nameOf(doc)],
    external === null ? [] : [external],
  )
  const name = nameOf(doc)
  const taken = before.find(one => one.name_key === name || (external !== null && one.external_id === external))
  if (taken) throw uniqueness(taken.name_key === name ? 'displayName' : 'externalId')
  await mustBeKnown(ctx, connection, members?.add ?? [])
  const isFree = external !== null && external.length <= 256 && before.every(one => one.anchor !== external)
  const anchor = isFree ? external : newId()
  const group = await apply(ctx, connection, anchor, doc)
  const kept = await store.insertResources(ctx.db, connection.id, 'group', [
    keptOf(group, anchor, doc, ctx.clock.now()),
  ])
  const row = kept.get(group) as ResourceRow
  // A group that returns begins with the members that the client states
  await applyMembers(ctx, connection, row.id, members ?? none(), told)
  told.did = 'created'
  told.about = row.id
  return row
}

export const replaceGroup = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  change: ScimChange,
  told: RequestRecord,
): Promise<ResourceRow> =>
  changeGroup(ctx, connection, change, told, () => {
    const members = saidMembers(change.body)
    return { ...readDoc(groupType, change.body), members: members ?? new MemberChange() }
  })

export const patchGroup = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  change: ScimChange,
  told: RequestRecord,
): Promise<ResourceRow> =>
  changeGroup(ctx, connection, change, told, before => applyPatch(groupType, before, readOperations(change.body)))

async function changeGroup(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  { id, ifMatch }: ScimChange,
  told: RequestRecord,
  make: (before: Doc) => ReadDoc & { members: MemberChange },
): Promise<ResourceRow> {
  const row = await store.lockResource(ctx.db, connection.id, 'group', id)
  if (!row) throw scimNotFound('Group', id)
  checkMatch(row, ifMatch)
  const read = make(row.doc)
  const { doc, members } = read
  told.about = row.id
  noteRead(told, doc, 'displayName', read)
  await mustBeKnown(ctx, connection, members.add)
  const isSame = JSON.stringify(doc) === JSON.stringify(row.doc)
  if (!isSame) await apply(ctx, connection, row.anchor, doc)
  const moved = members.isAny && (await applyMembers(ctx, connection, row.id, members, told))
  told.did = isSame && !moved ? 'unchanged' : 'changed'
  const now = ctx.clock.now()
  if (!isSame) return store.updateResource(ctx.db, connection.id, 'group', keptOf(row.id, row.anchor, doc, now))
  return (moved && (await store.touchResource(ctx.db, connection.id, 'group', row.id, now, false))) || row
}

const mostOfRole = 100_000

export async function removeGroup(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  { id, ifMatch }: Omit<ScimChange, 'body'>,
  told: RequestRecord,
): Promise<void> {
  const row = await store.lockResource(ctx.db, connection.id, 'group', id)
  if (!row) throw scimNotFound('Group', id)
  checkMatch(row, ifMatch)
  told.about = row.id
  noteRead(told, row.doc, 'displayName')
  const members = givesRole(connection, row.id) ? await peopleIn(ctx.db, [row.id], mostOfRole) : []
  const left = await leaveGroup(ctx, connection, row.anchor)
  if (left.outcome === 'refused') throw refusalOf(left, connection)
  await store.deleteResource(ctx.db, connection.id, 'group', row.id)
  await followGroups(ctx, connection, members)
  told.did = 'deleted'
}

async function apply(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  anchor: string,
  doc: Doc,
): Promise<string> {
  const applied = await applyGroup(ctx, connection, {
    anchor,
    name: textIn(doc, 'displayName'),
    description: textIn(doc, 'description'),
  })
  if (applied.group === null || applied.outcome === 'refused') throw refusalOf(applied, connection)
  return applied.group
}

async function applyMembers(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  group: string,
  change: MemberChange,
  told: RequestRecord,
): Promise<boolean> {
  const to: MembersTold = change.whole
    ? { replace: [...change.add] }
    : { add: [...change.add], remove: [...change.remove] }
  const { added, removed } = await changeMembers(ctx, connection, group, to)
  addNote(told, 'members', `+${added.length} −${removed.length}`)
  if (givesRole(connection, group)) noteRoles(told, await followGroups(ctx, connection, [...added, ...removed]))
  return added.length + removed.length > 0
}

function noteRoles(told: RequestRecord, applied: readonly AppliedPerson[]): void {
  const [refused] = applied.flatMap(one => one.reason ?? [])
  if (refused) addNote(told, 'not-applied', appliedReasons[refused])
}

async function mustBeKnown(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  ids: ReadonlySet<string> | readonly string[],
): Promise<void> {
  const wanted = [...ids]
  if (wanted.length === 0) return
  const known = await store.knownPeople(ctx.db, connection.id, wanted)
  const unknown = wanted.filter(id => !known.has(id))
  if (unknown.length > 0)
    throw refuse(
      'invalidValue',
      `There is no User ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ' and others' : ''}`,
    )
}

/** Members in a complete group resource; undefined if not specified. */
function saidMembers(body: unknown): MemberChange | undefined {
  const said = isObject(body) ? Object.entries(body).find(([key]) => key.toLowerCase() === 'members') : undefined
  if (!said) return undefined
  const change = new MemberChange()
  change.apply('replace', undefined, membersIn(said[1]))
  return change
}

function none(): MemberChange {
  const change = new MemberChange()
  change.apply('replace', undefined, [])
  return change
}

const nameOf = (doc: Doc) => canonicalText(textIn(doc, 'displayName')).toLowerCase()

const keptOf = (id: string, anchor: string, doc: Doc, at: Date): StoredResource => ({
  id,
  anchor,
  external: externalIdIn(doc),
  name: nameOf(doc),
  active: true,
  doc,
  emails: [],
  at,
})
