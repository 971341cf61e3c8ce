import { isDeepStrictEqual } from 'node:util'
import type { MappedText } from '@claviger/contract/directories/connections/mapping'
import { canonicalText } from '@claviger/contract/platform/plain-text'
import { appliedReasons } from '@claviger/contract/directories/links'
import { secretSet } from '@claviger/contract/people/users'
import {
  attributesOf,
  type Doc,
  externalIdIn,
  filledBy,
  type ComplexValue,
  isObject,
  applyPatch,
  type ReadDoc,
  readDoc,
  readOperations,
  refusalOf,
  ScimRefusal,
  textIn,
  type RequestRecord,
  userType,
  withoutSecrets,
} from '../scim-documents/scim-documents.ts'
import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { type AppliedPerson, applyUsers, applyLeaving, type DirectoryPerson } from '../links/links.ts'
import { type MappedPerson, roleAttributesIn } from '../links/links.mapping.ts'
import { askAgainAfter, mayLeave } from './safety-threshold.ts'
import { keepCard, extractCard } from './scim-cards.ts'
import * as store from './resources.store.ts'
import type { StoredResource, ResourceRow } from './resources.store.ts'
import { followGroups, groupRolesOf, mapDocument, rolesByGroup, withRoles } from './roles.ts'
import { addNote, checkMatch, noteRead, scimNotFound, uniqueness } from './scim-writes.ts'

export interface ScimChange {
  id: string
  body: unknown
  ifMatch: string | undefined
}

export interface NewPerson {
  body: unknown
  told: RequestRecord
}

/** Creates a user, or restores one who had left. @throws refusals of invalid input, and 409 if the user exists */
export async function createPerson(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  body: unknown,
  told: RequestRecord,
): Promise<ResourceRow> {
  const [made] = await createPeople(ctx, connection, [{ body, told }])
  if (made === undefined || made instanceof ScimRefusal) throw made ?? new Error('nothing became of a person')
  return made
}

interface Coming {
  doc: Doc
  card: ReturnType<typeof extractCard>
  name: string
  external: string | null
}

/**
 * Creates users with few statements, each with its own result. A duplicate name within the batch is refused as if it
 * had arrived later.
 */
export async function createPeople(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly NewPerson[],
): Promise<(ResourceRow | ScimRefusal)[]> {
  const coming = all.map(one => orRefusal(() => comingOf(one)))
  const read = coming.filter((one): one is Coming => !(one instanceof ScimRefusal))
  const before = await store.resourcesWithName(
    ctx.db,
    connection.id,
    'user',
    read.map(one => one.name),
    read.flatMap(one => one.external ?? []),
  )
  const seen = new Set<string>()
  const anchors = coming.map(one => (one instanceof ScimRefusal ? one : anchorOrTaken(one, before, seen)))
  const told = all.flatMap(({ told: own }, at) => {
    const [one, anchor] = [coming[at], anchors[at]]
    return one === undefined || one instanceof ScimRefusal || typeof anchor !== 'string'
      ? []
      : [personOf(connection, anchor, one.doc, own, groupRolesOf(connection) && [])]
  })
  const applied = new Map((await applyUsers(ctx, connection, told, connection.mode)).map(one => [one.anchor, one]))
  const now = ctx.clock.now()
  const kept = coming.flatMap((one, at) => {
    const anchor = anchors[at]
    const user = typeof anchor === 'string' ? applied.get(anchor)?.user : undefined
    return one instanceof ScimRefusal || !user
      ? []
      : [keptOf(user, anchor as string, withoutSecrets(connection, one.doc), now)]
  })
  const rows = await store.insertResources(ctx.db, connection.id, 'user', kept)
  const results: (ResourceRow | ScimRefusal)[] = []
  for (const [at, one] of coming.entries()) {
    const anchor = anchors[at]
    const became = typeof anchor === 'string' ? applied.get(anchor) : undefined
    const row = became?.user ? rows.get(became.user) : undefined
    if (one instanceof ScimRefusal) results.push(one)
    else if (anchor instanceof ScimRefusal) results.push(anchor)
    else if (!became || !row) results.push(refusalOf(became ?? {}, connection))
    else {
      noteApplied((all[at] as NewPerson).told, became)
      if (one.card) await keepCard(ctx, row.id, one.card)
      results.push(row)
    }
  }
  // Linked existing users may already be members of groups
  const known = [...applied.values()].filter(one => one.outcome !== 'added').flatMap(one => one.user ?? [])
  if (groupRolesOf(connection) && known.length > 0) await followGroups(ctx, connection, known)
  return results
}

function comingOf({ body, told }: NewPerson): Coming {
  const read = readDoc(userType, body)
  const { doc } = read
  const card = extractCard(doc)
  noteRead(told, doc, 'userName', read)
  return { doc, card, name: nameOf(doc), external: externalIdIn(doc) }
}

export function orRefusal<T>(work: () => T): T | ScimRefusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof ScimRefusal) return error
    throw error
  }
}

function anchorOrTaken(
  { name, external }: Coming,
  all: readonly (ResourceRow & { name_key: string })[],
  seen: Set<string>,
): string | ScimRefusal {
  const before = all.filter(
    one => one.name_key === name || (external !== null && [one.external_id, one.anchor].includes(external)),
  )
  const isNameTaken = before.some(one => one.gone_at === null && one.name_key === name)
  if (isNameTaken || seen.has(`name ${name}`)) return uniqueness('userName')
  seen.add(`name ${name}`)
  // Of several users with one external ID, the first is known by it (RFC 7643 §3.1 leaves its uniqueness to the client)
  const isRepeated = external !== null && seen.has(`id ${external}`)
  if (external !== null) seen.add(`id ${external}`)
  return isRepeated ? newId() : anchorFor(before, name, external)
}

function noteApplied(told: RequestRecord, { outcome, user, reason }: AppliedPerson): void {
  told.did = outcome === 'linked' || outcome === 'restored' ? outcome : 'created'
  told.about = user ?? undefined
  noteReason(told, reason)
}

/** Immutable ID of a new user: the former one if they had left, otherwise the directory's ID if available. */
function anchorFor(
  before: readonly (ResourceRow & { name_key: string })[],
  name: string,
  external: string | null,
): string {
  const same = before.filter(one =>
    external === null ? one.external_id === null : [one.anchor, one.external_id].includes(external),
  )
  // An external ID that several users had identifies none of them
  const former = same.find(one => one.gone_at !== null && (same.length === 1 || one.name_key === name))
  if (former) return former.anchor
  return external === null || external.length > 256 || before.some(one => one.anchor === external) ? newId() : external
}

/** Replaces a user (RFC 7644 §3.5.1). */
export const replacePerson = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  change: ScimChange,
  told: RequestRecord,
): Promise<ResourceRow> =>
  changePerson(ctx, connection, change, told, before => {
    const read = readDoc(userType, change.body)
    keepImmutable(before, read.doc)
    keepUnstated(connection, before, read.doc, change.body, told)
    return read
  })

/** Changes a user's attributes (RFC 7644 §3.5.2). */
export const patchPerson = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  change: ScimChange,
  told: RequestRecord,
): Promise<ResourceRow> =>
  changePerson(ctx, connection, change, told, before => applyPatch(userType, before, readOperations(change.body)))

async function changePerson(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  { id, ifMatch }: ScimChange,
  told: RequestRecord,
  make: (before: Doc) => ReadDoc,
): Promise<ResourceRow> {
  const row = await store.lockResource(ctx.db, connection.id, 'user', id)
  if (!row) throw scimNotFound('User', id)
  checkMatch(row, ifMatch)
  told.about = row.id
  const read = make(row.doc)
  const { doc } = read
  // Removing the attribute doesn't change the account
  doc['active'] ??= row.active
  const card = extractCard(doc)
  noteRead(told, doc, 'userName', read)
  if (row.active && doc['active'] === false) await mustBeLet(ctx, connection, told)
  // Unchanged attributes are applied too, because the mapping may have changed since
  const applied = await apply(ctx, connection, row, doc, told)
  if (applied.outcome === 'refused') throw refusalOf(applied, connection)
  const { outcome } = applied
  const kept = withoutSecrets(connection, doc)
  const isSame = isDeepStrictEqual(kept, row.doc)
  const did = outcome === 'suspended' || outcome === 'restored' ? outcome : 'changed'
  told.did = isSame && outcome === 'unchanged' && !card ? 'unchanged' : did
  if (card) await keepCard(ctx, row.id, card)
  if (isSame) return row
  return store.updateResource(ctx.db, connection.id, 'user', keptOf(row.id, row.anchor, kept, ctx.clock.now()))
}

/** Deletes a user: suspended immediately, deleted after the connection's grace period (RFC 7644 §3.6). */
export async function removePerson(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  { id, ifMatch }: Omit<ScimChange, 'body'>,
  told: RequestRecord,
): Promise<void> {
  const row = await store.lockResource(ctx.db, connection.id, 'user', id)
  if (!row) throw scimNotFound('User', id)
  checkMatch(row, ifMatch)
  noteRead(told, row.doc, 'userName')
  told.about = row.id
  if (row.active) await mustBeLet(ctx, connection, told)
  const now = ctx.clock.now()
  const [left] = await applyLeaving(ctx, connection, [row.anchor], now)
  if (left?.outcome === 'refused') throw refusalOf(left, connection)
  await store.touchResource(ctx.db, connection.id, 'user', row.id, now, true)
  told.did = 'deleted'
}

/** @throws 429 if the safety threshold requires an owner's approval; the count is committed */
async function mustBeLet(ctx: TransactionContext, connection: ConnectedDirectory, told: RequestRecord): Promise<void> {
  if (await mayLeave(ctx, connection)) return
  told.did = 'held'
  throw new ScimRefusal(
    429,
    'More people would be suspended or deleted within an hour than this connection may. An owner of the workspace has to agree first; nothing was changed',
    undefined,
    askAgainAfter,
    true,
  )
}

async function apply(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  { id, anchor }: ResourceRow,
  doc: Doc,
  told: RequestRecord,
): Promise<AppliedPerson> {
  const byGroup = await rolesByGroup(ctx, connection, [id])
  const person = personOf(connection, anchor, doc, told, byGroup(id))
  const [applied] = await applyUsers(ctx, connection, [person], connection.mode)
  if (!applied) throw new Error('nothing became of a person')
  if (applied.user !== null) noteReason(told, applied.reason)
  return applied
}

function personOf(
  connection: ConnectedDirectory,
  anchor: string,
  doc: Doc,
  told: RequestRecord,
  byGroup: string[] | undefined,
): DirectoryPerson {
  const attributes = attributesOf(doc)
  const fields = mapDocument(connection, doc)
  told.filled = filledBy(connection.mapping, attributes, { ...fields, ...hiddenOf(connection, fields) })
  const { roles, ...rest } = fields
  return { anchor, active: doc['active'] !== false, fields: rest, roles: withRoles(roles, byGroup) }
}

const hiddenOf = ({ secretFields = [] }: ConnectedDirectory, fields: MappedPerson): Partial<MappedPerson> =>
  Object.fromEntries(secretFields.flatMap(field => (fields[field as MappedText] ? [[field, secretSet]] : [])))

function noteReason(told: RequestRecord, reason: AppliedPerson['reason']): void {
  if (reason !== undefined) addNote(told, 'not-applied', appliedReasons[reason])
}

const nameOf = (doc: Doc) => canonicalText(textIn(doc, 'userName')).toLowerCase()

const keptOf = (id: string, anchor: string, doc: Doc, at: Date): StoredResource => ({
  id,
  anchor,
  external: externalIdIn(doc),
  name: nameOf(doc),
  active: doc['active'] !== false,
  doc,
  emails: Array.isArray(doc['emails'])
    ? doc['emails'].flatMap(one => (typeof one['value'] === 'string' ? one['value'].toLowerCase() : []))
    : [],
  at,
})

/**
 * A request that doesn't name an attribute asserts nothing about it (RFC 7644 §3.5.1). Access and roles then stay as they
 * are, and the record says so.
 */
function keepUnstated(
  { mapping }: ConnectedDirectory,
  before: Doc,
  after: Doc,
  body: unknown,
  told: RequestRecord,
): void {
  const stated = statedBy(body)
  const active = before['active']
  if (!isSet(stated.get('active')) && active !== undefined && after['active'] !== active) {
    after['active'] = active
    noteReason(told, 'state-not-stated')
  }
  for (const attribute of roleAttributesIn(mapping)) {
    const [, urn, name = ''] = /^(?:(urn:.+):)?([^.[:]+)/i.exec(attribute) ?? []
    if (stated.has(`${urn === undefined ? '' : `${urn}:`}${name}`.toLowerCase())) continue
    const from = urn === undefined ? before : before[urn]
    const [key, value] = Object.entries(from ?? {}).find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? []
    if (key === undefined) continue
    Object.assign(urn === undefined ? after : (after[urn] ??= {}), { [key]: value })
    noteReason(told, 'roles-not-stated')
  }
}

/** What a resource names, by attribute in lowercase; extensions with their URN. */
function statedBy(body: unknown): Map<string, unknown> {
  const entries = isObject(body) ? Object.entries(body) : []
  return new Map(
    entries.flatMap(([name, value]): [string, unknown][] => [
      [name.toLowerCase(), value],
      ...(name.includes(':') && isObject(value)
        ? Object.entries(value).map(([part, one]): [string, unknown] => [`${name}:${part}`.toLowerCase(), one])
        : []),
    ]),
  )
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null

function keepImmutable(before: Doc, after: Doc): void {
  const [urn, name] = ['urn:ietf:params:scim:schemas:extension:claviger:2.0:User', 'immutable_id']
  const was = (before[urn] as ComplexValue | undefined)?.[name]
  if (was === undefined) return
  const own = (after[urn] ??= {}) as ComplexValue
  if (own[name] !== undefined && own[name] !== was)
    throw new ScimRefusal(400, `“${urn}:${name}” stays as it was first set`, 'mutability')
  own[name] = was
}
