import { itemStates } from '../item-codes.ts'
import {
  type Client,
  idIn,
  listIn,
  pathOfResource,
  quoteFilterValue,
  type ScimClientResponse,
  DeliveryNotSent,
} from './client.ts'
import type { ItemRow, Member, ItemResult, WantedGroup } from './items.store.ts'
import { type AccountHolderLookup, mustBeAccepted, unchangedResult } from './user-delivery.ts'
import { groupSchema, hashOfPerson, patchSchema, type Resource } from './user-resource.ts'

export interface Members {
  toAdd(most: number): Promise<Member[]>
  toRemove(all: boolean, most: number): Promise<Member[]>
  note(added: readonly string[], removed: readonly string[]): Promise<void>
  forget(): Promise<void>
}

const chunk = 100
const turns = 20

/** Provisions one group with its members; returns the state to store. @throws Untold */
export async function deliverGroup(
  client: Client,
  row: ItemRow,
  wanted: WantedGroup | undefined,
  patches: boolean,
  holder: AccountHolderLookup,
  members: Members,
): Promise<ItemResult> {
  if (!wanted?.pushed) return endGroup(client, row, patches, members)
  const noted = { ...unchangedResult(row), state: itemStates.provisioned, attempted: false }
  const hash = hashOfPerson({ name: wanted.name })
  const { id, made } = await groupThere(client, row, wanted.name, hash, patches, holder, members)
  const told = { ...noted, remote: id, made, told: hash.toString('hex') }
  return { ...told, again: (await bringMembers(client, id, false, patches, members)) ? null : 0 }
}

const patchOf = (operations: object[]) => ({ schemas: [patchSchema], Operations: operations })

async function groupThere(
  client: Client,
  row: ItemRow,
  name: string,
  hash: Buffer,
  patches: boolean,
  holder: AccountHolderLookup,
  members: Members,
): Promise<{ id: string; made: boolean }> {
  if (row.remote_id !== null) {
    const known = { id: row.remote_id, made: row.made_here }
    if (row.told?.equals(hash)) return known
    if (await rename(client, row, row.remote_id, name, patches)) return known
  }
  await members.forget()
  const found = await findGroup(client, row.local_id, name)
  if (found) {
    const id = idIn(found)
    if (id === undefined) throw new DeliveryNotSent('not-scim', null)
    const other = await holder(id)
    if (other !== undefined && other !== row.local_id) throw new DeliveryNotSent('stands-for-another', null)
    if (!(await rename(client, row, id, name, patches))) throw new DeliveryNotSent('refused', '404')
    return { id, made: found['externalId'] === row.local_id }
  }
  const said = await client.ask('POST', '/Groups', {
    schemas: [groupSchema],
    externalId: row.local_id,
    displayName: name,
  })
  mustBeAccepted(said)
  const id = idIn(said.body)
  if (id === undefined) throw new DeliveryNotSent('not-scim', said.detail)
  return { id, made: true }
}

/** Sets a group's name and our external ID; false if it no longer exists. */
async function rename(client: Client, row: ItemRow, id: string, name: string, patches: boolean): Promise<boolean> {
  const path = pathOfResource('Groups', id)
  const value = { displayName: name, externalId: row.local_id }
  const said = patches
    ? await client.ask('PATCH', path, patchOf([{ op: 'replace', value }]))
    : await putGroup(client, path, there => ({ ...there, ...value }))
  if (said.status === 404) return false
  mustBeAccepted(said)
  return true
}

async function putGroup(
  client: Client,
  path: string,
  change: (there: Resource) => Resource,
): Promise<ScimClientResponse> {
  const there = await client.ask('GET', path)
  if (there.status >= 300) return there
  const { meta: _meta, ...rest } = there.body
  return client.ask('PUT', path, change(rest))
}

async function findGroup(client: Client, id: string, name: string): Promise<Resource | undefined> {
  const ours = (await search(client, `externalId eq ${quoteFilterValue(id)}`)).find(one => one['externalId'] === id)
  return (
    ours ?? (await search(client, `displayName eq ${quoteFilterValue(name)}`)).find(one => one['displayName'] === name)
  )
}

async function search(client: Client, filter: string): Promise<Resource[]> {
  const query = new URLSearchParams({ filter, startIndex: '1', count: '10', excludedAttributes: 'members' })
  const said = await client.ask('GET', `/Groups?${query.toString()}`)
  return said.status === 400 || said.status === 404 ? [] : listIn(said).resources
}

/** Synchronizes members, a hundred at a time; false if some are left for another turn. */
async function bringMembers(client: Client, id: string, all: boolean, patches: boolean, members: Members) {
  const path = pathOfResource('Groups', id)
  for (let turn = 0; turn < turns; turn++) {
    const add = all ? [] : await members.toAdd(chunk)
    const remove = await members.toRemove(all, chunk)
    if (add.length === 0 && remove.length === 0) return true
    const there = remove.filter(one => one.remote_id !== null)
    if (patches) await patchMembers(client, path, add, there)
    else
      mustBeAccepted(
        await putGroup(client, path, group => ({ ...group, members: membersAfter(group['members'], add, there) })),
      )
    await members.note(
      add.map(one => one.user_id),
      remove.map(one => one.user_id),
    )
  }
  return false
}

async function patchMembers(client: Client, path: string, add: readonly Member[], remove: readonly Member[]) {
  const operations = [
    ...(add.length > 0 ? [{ op: 'add', path: 'members', value: add.map(one => ({ value: one.remote_id })) }] : []),
    ...remove.map(removal),
  ]
  if (operations.length === 0) return
  const said = await client.ask('PATCH', path, patchOf(operations))
  if (said.status < 300) return
  if (said.status === 404) throw new DeliveryNotSent('refused', said.detail)
  // One missing member makes the whole request fail, so remove individually; an absent one counts as removed
  for (const one of remove) {
    const alone = await client.ask('PATCH', path, patchOf([removal(one)]))
    if (alone.scimType !== 'noTarget' && alone.status !== 404) mustBeAccepted(alone)
  }
  if (add.length > 0) mustBeAccepted(await client.ask('PATCH', path, patchOf(operations.slice(0, 1))))
}

const removal = (one: Member) => ({ op: 'remove', path: `members[value eq ${quoteFilterValue(one.remote_id ?? '')}]` })

function membersAfter(there: unknown, add: readonly Member[], remove: readonly Member[]): object[] {
  const list = Array.isArray(there) ? (there as unknown[]) : []
  const values = new Set(
    list.flatMap(one =>
      typeof one === 'object' && one !== null && 'value' in one && typeof one.value === 'string' ? [one.value] : [],
    ),
  )
  for (const one of remove) values.delete(one.remote_id ?? '')
  for (const one of add) values.add(one.remote_id ?? '')
  return [...values].map(value => ({ value }))
}

async function endGroup(client: Client, row: ItemRow, patches: boolean, members: Members): Promise<ItemResult> {
  const gone = { ...unchangedResult(row), state: itemStates.ended, remote: null, told: null, gone: true }
  if (row.remote_id === null) return gone
  if (row.made_here) {
    const said = await client.ask('DELETE', pathOfResource('Groups', row.remote_id))
    if (said.status !== 404) mustBeAccepted(said)
    return gone
  }
  return (await bringMembers(client, row.remote_id, true, patches, members))
    ? gone
    : { ...unchangedResult(row), again: 0 }
}
