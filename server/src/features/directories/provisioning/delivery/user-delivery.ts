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
import type { ItemRow, ItemResult } from './items.store.ts'
import {
  hashOfPerson,
  hashOfEnd,
  mergedWith,
  patchOf,
  patchSchema,
  type Resource,
  resourceOf,
  type ProvisionedPerson,
  valueIn,
} from './user-resource.ts'

export interface DeliveryContext {
  readonly deletes: boolean
  readonly deletesFound: boolean
  readonly patches: boolean
}

export type DeliveryTarget = { told: ProvisionedPerson } | { ended: true; goneHere: boolean }

/** Returns our other user who already has this account, if any. */
export type AccountHolderLookup = (remote: string) => Promise<string | undefined>

/** Seconds until the first retry after a refusal. */
export const retrySecondsAfterRefusal = 300
export const retrySecondsAfterFault = 10

export const unchangedResult = (row: ItemRow): ItemResult => ({
  what: row.what,
  id: row.local_id,
  mark: row.mark,
  state: row.state,
  remote: row.remote_id,
  made: row.made_here,
  attempted: row.attempted,
  told: row.told?.toString('hex') ?? null,
  names: row.told_names,
  reason: null,
  detail: null,
  again: null,
  gone: false,
})

/** @throws if the response is a refusal */
export function mustBeAccepted({ status, detail }: ScimClientResponse): void {
  if (status >= 300) throw new DeliveryNotSent('refused', detail)
}

/** Provisions one user; returns the state to store. @throws Untold */
export async function deliverUser(
  client: Client,
  row: ItemRow,
  aim: DeliveryTarget,
  ways: DeliveryContext,
  holder: AccountHolderLookup,
): Promise<ItemResult> {
  return 'told' in aim ? tellOf(client, row, aim.told, ways, holder) : endThere(client, row, aim.goneHere, ways)
}

async function tellOf(
  client: Client,
  row: ItemRow,
  told: ProvisionedPerson,
  ways: DeliveryContext,
  holder: AccountHolderLookup,
): Promise<ItemResult> {
  const { userName } = told.values
  if (userName === undefined) throw new DeliveryNotSent('no-user-name', null)
  const hash = hashOfPerson(told)
  const names = Object.keys(told.values)
  const noted = {
    ...unchangedResult(row),
    state: itemStates.provisioned,
    told: hash.toString('hex'),
    names,
    attempted: false,
  }
  if (row.remote_id !== null && row.told !== null && hash.equals(row.told)) return noted
  if (row.remote_id !== null && (await change(client, row.remote_id, told, row.told_names, ways))) return noted
  const found = await findPerson(client, told, row.attempted)
  if (found) return { ...noted, ...(await takeOver(client, row, found, told, ways, holder)) }
  const said = await client.ask('POST', '/Users', resourceOf(told))
  if (said.status === 409) {
    // Conflict: the name exists, although the filter may not have found it
    const there = await findPerson(client, told, true)
    if (there) return { ...noted, ...(await takeOver(client, row, there, told, ways, holder)) }
  }
  if (said.status === 404) throw new DeliveryNotSent('nothing-there', said.detail, true)
  mustBeAccepted(said)
  const id = idIn(said.body) ?? idOrNone(await findPerson(client, told, true))
  if (id === undefined) throw new DeliveryNotSent('not-scim', said.detail)
  return { ...noted, remote: id, made: true }
}

const idOrNone = (resource: Resource | undefined) => resource && idIn(resource)

/** Takes over an existing account. @throws if it belongs to another of our users */
async function takeOver(
  client: Client,
  row: ItemRow,
  found: Resource,
  told: ProvisionedPerson,
  ways: DeliveryContext,
  holder: AccountHolderLookup,
) {
  const id = idIn(found)
  if (id === undefined) throw new DeliveryNotSent('not-scim', null)
  const other = await holder(id)
  if (other !== undefined && other !== row.local_id) throw new DeliveryNotSent('stands-for-another', null)
  // Our external ID means that we created it in an attempt whose response was lost
  const made = found['externalId'] === row.local_id
  if (!(await change(client, id, told, [], ways))) throw new DeliveryNotSent('refused', '404')
  return { remote: id, made }
}

async function change(
  client: Client,
  id: string,
  told: ProvisionedPerson,
  before: readonly string[],
  ways: DeliveryContext,
) {
  const path = pathOfResource('Users', id)
  if (ways.patches) {
    const said = await client.ask('PATCH', path, patchOf(told, before))
    if (said.status === 404) return false
    mustBeAccepted(said)
    return true
  }
  const there = await client.ask('GET', path)
  if (there.status === 404) return false
  mustBeAccepted(there)
  mustBeAccepted(await client.ask('PUT', path, mergedWith(there.body, told, before)))
  return true
}

/** Finds an account by userName, and after an earlier attempt also by our external ID, in case the name changed. */
async function findPerson(client: Client, told: ProvisionedPerson, attempted: boolean): Promise<Resource | undefined> {
  const name = told.values['userName'] ?? ''
  const byName = (await search(client, `userName eq ${quoteFilterValue(name)}`)).find(
    one => valueIn(one, 'userName').toLowerCase() === name.toLowerCase(),
  )
  return byName ?? (attempted ? findOurs(client, told.id) : undefined)
}

const findOurs = async (client: Client, id: string) =>
  (await search(client, `externalId eq ${quoteFilterValue(id)}`)).find(one => one['externalId'] === id)

/** Results of a filter; empty if the application doesn't support it. */
async function search(client: Client, filter: string): Promise<Resource[]> {
  const said = await client.ask(
    'GET',
    `/Users?${new URLSearchParams({ filter, startIndex: '1', count: '10' }).toString()}`,
  )
  return said.status === 400 || said.status === 404 ? [] : listIn(said).resources
}

async function endThere(client: Client, row: ItemRow, goneHere: boolean, ways: DeliveryContext): Promise<ItemResult> {
  const ended = { ...unchangedResult(row), state: itemStates.ended, attempted: false, names: row.told_names }
  const found = row.remote_id === null && row.attempted ? await findOurs(client, row.local_id) : undefined
  const remote = row.remote_id ?? idOrNone(found)
  if (remote === undefined) return { ...ended, remote: null, gone: true }
  const made = row.made_here || found !== undefined
  const path = pathOfResource('Users', remote)
  const noted = { ...ended, remote, made, told: hashOfEnd.toString('hex'), gone: goneHere }
  // Accounts ended before the setting changed stay as they are
  if (row.state === itemStates.ended && row.told?.equals(hashOfEnd)) return noted
  if (ways.deletes && (made || ways.deletesFound)) {
    const said = await client.ask('DELETE', path)
    if (said.status !== 404) mustBeAccepted(said)
    return { ...ended, remote: null, gone: true }
  }
  const said = ways.patches
    ? await client.ask('PATCH', path, {
        schemas: [patchSchema],
        Operations: [{ op: 'replace', path: 'active', value: false }],
      })
    : await deactivateWhole(client, path)
  if (said.status === 404) return { ...ended, remote: null, gone: true }
  mustBeAccepted(said)
  return noted
}

async function deactivateWhole(client: Client, path: string): Promise<ScimClientResponse> {
  const there = await client.ask('GET', path)
  if (there.status >= 300) return there
  const { meta: _meta, groups: _groups, ...rest } = there.body
  return client.ask('PUT', path, { ...rest, active: false })
}
