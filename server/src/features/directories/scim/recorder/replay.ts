import type { scim, ScimRecord } from '@claviger/contract/directories/scim'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import type { Page } from '@claviger/contract/ground/page'
import type { ScimRequest, Told } from '../../scim-documents/scim-documents.ts'
import { paginate } from '../../../../ground/db/page.ts'
import { problem } from '../../../../ground/problem.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { asConnection } from '../../connections/connections.ts'
import { mappingWrong } from '../../links/links.mapping.ts'
import { rehearse } from '../protocol/serve.ts'
import { there } from '../scim.ts'
import { findRecord, recordList, type RecordRow, undone } from './records.store.ts'

type Calls = (typeof scim)['calls']
type InputFor<C extends keyof Calls> = OutputOf<Calls[C]['input']>

/** One page of what a directory asked. Throws not-found. */
export async function listRecords(ctx: Ctx, ask: InputFor<'records'> & Page) {
  await there(ctx, ask.id)
  const newestFirst = { ...ask, order: ask.sort === undefined ? ('desc' as const) : ask.order }
  return paginate<ScimRecord>(ctx, newestFirst, recordList(ask.id, ask.only, toldOf))
}

/** One request with all of it. Throws not-found. */
export async function getRecord(ctx: Ctx, { id }: { id: string }) {
  const row = await findRecord(ctx.db, id)
  if (!row) throw problem('not-found')
  return { ...toldOf(row), request: row.request, answer: row.answer }
}

const toldOf = ({
  id,
  at,
  method,
  path,
  status,
  took,
  about,
  name,
  ip,
  told,
}: Omit<RecordRow, 'request' | 'answer'>) => ({
  id,
  at: at.toISOString(),
  method,
  path,
  status,
  milliseconds: took,
  about,
  name,
  ip,
  told,
})

/**
 * Answers a recorded request as it would be answered now, by another mapping where one is tried, and undoes it again.
 * Throws not-found, mapping-wrong, and not-replayable where not all of it was recorded.
 */
export async function replay(ctx: Ctx, { id, mapping }: InputFor<'replay'>) {
  const row = await findRecord(ctx.db, id)
  if (!row) throw problem('not-found')
  const wrong = mapping && mappingWrong(mapping)
  if (wrong) throw problem('mapping-wrong', undefined, [{ field: wrong.field, message: wrong.reason }])
  const found = await there(ctx, row.connection_id)
  const connection = mapping ? { ...found, mapping } : found
  const request = requestOf(row)
  const told: Told = { did: 'refused' }
  // What it would leave for after its commit is never done
  const alone = Object.create(asConnection(ctx, connection), { whenCommitted: { value: () => undefined } }) as Ctx
  const answer = await undone(ctx.db, () => rehearse(alone, connection, request, told))
  const { about: _about, name: _name, ...rest } = told
  return { status: answer.status, answer: answer.body ? JSON.stringify(answer.body) : null, told: rest }
}

function requestOf({ method, path, request, about, status }: RecordRow): ScimRequest {
  const [place = '', query = ''] = path.replace(/^\/api\/scim\/v2/i, '').split('?', 2)
  const parts = place
    .split('/')
    .filter(part => part !== '')
    .map(decodeURIComponent)
  // Each operation of a bulk request is done for itself
  if (parts[0]?.toLowerCase() === 'bulk') throw problem('not-replayable')
  // Whoever was made by it is there by now: the same is said of them again
  const again = method === 'POST' && about !== null && status === 201 && parts.length === 1
  return {
    method: again ? 'PUT' : method,
    path: again ? [...parts, about] : parts,
    query: Object.fromEntries(new URLSearchParams(query)),
    body: request === null ? undefined : parsed(request),
    ifMatch: undefined,
    ifNoneMatch: undefined,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw problem('not-replayable')
  }
}
