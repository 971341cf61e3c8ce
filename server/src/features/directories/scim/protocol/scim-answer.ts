import {
  errorOf,
  groupType,
  published,
  type ResourceType,
  type ScimAnswer,
  ScimRefusal,
  type ScimRequest,
  type Selection,
  selectionOf,
  type RequestRecord,
  userType,
} from '#features/directories/scim-documents/scim-documents.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import { createGroup, patchGroup, removeGroup, replaceGroup } from '../collections.ts'
import { listOf } from '../lists/lists.ts'
import { createPeople, createPerson, orRefusal, patchPerson, removePerson, replacePerson } from '../scim-users.ts'
import { findResource, type ResourceRow } from '../resources.store.ts'
import { forgetTotals } from '../lists/list-totals.ts'
import { names, noteRead, scimNotFound } from '../scim-writes.ts'
import { searchOf } from './search.ts'
import { baseOf, etagOf, locationOf, wireOf } from './representation.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const onlyReads = ({ method, path }: ScimRequest): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && path.at(-1)?.toLowerCase() === '.search')

/** Handles a client's request and records what it did. @throws refusals; the caller must roll back */
export async function answer(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  request: ScimRequest,
  told: RequestRecord,
): Promise<ScimAnswer> {
  const base = baseOf(ctx.config.publicUrl)
  const [first = '', second, third] = request.path
  if (third !== undefined) throw noAddress()
  const kind = first.toLowerCase()
  if (kind === 'me') throw new ScimRefusal(501, 'The token of a connection stands for no user, so there is no /Me')
  if (kind === '.search' || second?.toLowerCase() === '.search') {
    if (request.method !== 'POST') throw notAllowed()
    told.did = 'listed'
    return {
      status: 200,
      body: await searchOf(ctx, connection, base, kind === '.search' ? undefined : typeOf(kind), request.body),
    }
  }
  const about = published(base, request.path)
  if (about) {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notAllowed()
    if (request.query['filter'] !== undefined)
      throw new ScimRefusal(403, 'This list has no filter (RFC 7644 §4). Read it as a whole')
    told.did = 'published'
    return { status: 200, body: about }
  }
  const type = typeOf(kind)
  return second === undefined
    ? ofAll(ctx, connection, base, type, request, told)
    : ofOne(ctx, connection, base, type, second, request, told)
}

const noAddress = () => new ScimRefusal(404, 'There is nothing at this address')
const notAllowed = () => new ScimRefusal(405, 'This address does not take that method')

function typeOf(kind: string): ResourceType {
  if (kind === 'users') return userType
  if (kind === 'groups') return groupType
  throw noAddress()
}

async function ofAll(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  base: string,
  type: ResourceType,
  request: ScimRequest,
  told: RequestRecord,
): Promise<ScimAnswer> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    told.did = 'listed'
    return { status: 200, body: await listOf(ctx, connection, base, type, request.query) }
  }
  if (request.method !== 'POST') throw notAllowed()
  const selection = selectionIn(type, request)
  const create = type.what === 'user' ? createPerson : createGroup
  const row = await create(ctx, connection, request.body, told)
  forgetTotals(connection.id)
  return written(ctx, connection, base, type, row, selection, 201)
}

/** Creates users from concurrent requests, each with its own result. */
export async function createUsersTogether(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly { request: ScimRequest; told: RequestRecord }[],
): Promise<ScimAnswer[]> {
  const base = baseOf(ctx.config.publicUrl)
  const selections = all.map(({ request }) => orRefusal(() => selectionIn(userType, request)))
  const good = all.filter((_one, at) => !(selections[at] instanceof ScimRefusal))
  const made = await createPeople(
    ctx,
    connection,
    good.map(({ request, told }) => ({ body: request.body, told })),
  )
  forgetTotals(connection.id)
  const answers: ScimAnswer[] = []
  for (const [at, { told }] of all.entries()) {
    const selection = selections[at] as Selection | ScimRefusal
    const row = selection instanceof ScimRefusal ? selection : (made.shift() as ResourceRow | ScimRefusal)
    if (row instanceof ScimRefusal) answers.push(refused(told, row))
    else answers.push(await written(ctx, connection, base, userType, row, selection as Selection, 201))
  }
  return answers
}

async function ofOne(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  base: string,
  type: ResourceType,
  id: string,
  request: ScimRequest,
  told: RequestRecord,
): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw scimNotFound(type.name, id)
  const change = { id: id.toLowerCase(), body: request.body, ifMatch: request.ifMatch }
  const selection = selectionIn(type, request)
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read(ctx, connection, base, type, change.id, selection, request.ifNoneMatch, told)
    case 'PUT':
    case 'PATCH': {
      forgetTotals(connection.id)
      const put = type.what === 'user' ? replacePerson : replaceGroup
      const patch = type.what === 'user' ? patchPerson : patchGroup
      const row = await (request.method === 'PUT' ? put : patch)(ctx, connection, change, told)
      // A group can have many members, and clients don't read them (RFC 7644 §3.5.2)
      if (request.method === 'PATCH' && type.what === 'group' && !selects(request))
        return { status: 204, etag: etagOf(row), location: locationOf(base, type, row.id) }
      return written(ctx, connection, base, type, row, selection, 200)
    }
    case 'DELETE':
      forgetTotals(connection.id)
      await (type.what === 'user' ? removePerson : removeGroup)(ctx, connection, change, told)
      return { status: 204 }
    default:
      throw notAllowed()
  }
}

const selects = ({ query }: ScimRequest) =>
  query['attributes'] !== undefined || query['excludedAttributes'] !== undefined

const selectionIn = (type: ResourceType, { query }: ScimRequest) =>
  selectionOf(type, query['attributes'], query['excludedAttributes'])

async function read(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  base: string,
  type: ResourceType,
  id: string,
  selection: Selection,
  ifNoneMatch: string | undefined,
  told: RequestRecord,
): Promise<ScimAnswer> {
  const withOthers = selection.wants(type.what === 'user' ? 'groups' : 'members')
  const row = await findResource(ctx.db, connection.id, type.what, id, withOthers)
  if (!row) throw scimNotFound(type.name, id)
  told.did = 'read'
  told.about = row.id
  noteRead(told, row.doc, type.what === 'user' ? 'userName' : 'displayName')
  const etag = etagOf(row)
  if (ifNoneMatch !== undefined && names(ifNoneMatch, etag)) return { status: 304, etag }
  return { status: 200, body: wireOf(base, type, row, selection), etag, location: locationOf(base, type, row.id) }
}

async function written(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  base: string,
  type: ResourceType,
  row: ResourceRow,
  selection: Selection,
  status: number,
): Promise<ScimAnswer> {
  const wants = selection.wants(type.what === 'user' ? 'groups' : 'members')
  // A new user is not in any group yet
  const whole =
    wants && !(type.what === 'user' && status === 201)
      ? await findResource(ctx.db, connection.id, type.what, row.id, true)
      : row
  return {
    status,
    body: wireOf(base, type, whole ?? row, selection),
    etag: etagOf(whole ?? row),
    location: locationOf(base, type, row.id),
  }
}

export function refused(told: RequestRecord, error: ScimRefusal): ScimAnswer {
  if (told.did !== 'held') told.did = 'refused'
  told.reason = error.message
  return {
    status: error.status,
    body: errorOf(error.status, error.message, error.scimType),
    ...(error.after !== undefined && { after: error.after }),
  }
}
