import type { scim, ScimRecord } from '@claviger/contract/directories/scim'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { Page } from '@claviger/contract/platform/page'
import type { ScimRequest, RequestRecord } from '#features/directories/scim-documents/scim-documents.ts'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { asConnection } from '#features/directories/connections/connections.ts'
import { mappingWrong } from '#features/directories/links/links.mapping.ts'
import { tryRequest } from '../protocol/scim-server.ts'
import { connectedDirectory } from '../scim.ts'
import { findRecord, recordList, type RecordRow, rolledBack } from './records.store.ts'

type Calls = (typeof scim)['calls']
type InputFor<C extends keyof Calls> = OutputOf<Calls[C]['input']>

/** One page of a directory's requests. @throws not-found */
export async function listRecords(ctx: TransactionContext, ask: InputFor<'records'> & Page) {
  await connectedDirectory(ctx, ask.id)
  const newestFirst = { ...ask, order: ask.sort === undefined ? ('desc' as const) : ask.order }
  return paginate<ScimRecord>(ctx, newestFirst, recordList(ask.id, ask.only, toldOf))
}

/** One request with its full content. @throws not-found */
export async function getRecord(ctx: TransactionContext, { id }: { id: string }) {
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
 * Executes a recorded request with the current or a draft mapping, then rolls it back.
 * @throws not-found, mapping-wrong, not-replayable if it was not recorded completely
 */
export async function replay(ctx: TransactionContext, { id, mapping }: InputFor<'replay'>) {
  const row = await findRecord(ctx.db, id)
  if (!row) throw problem('not-found')
  const wrong = mapping && mappingWrong(mapping)
  if (wrong) throw problem('mapping-wrong', undefined, [{ field: wrong.field, message: wrong.reason }])
  const found = await connectedDirectory(ctx, row.connection_id)
  const connection = mapping ? { ...found, mapping } : found
  const request = requestOf(row)
  const told: RequestRecord = { did: 'refused' }
  // Work scheduled for after the commit must not run
  const alone = Object.create(asConnection(ctx, connection), {
    whenCommitted: { value: () => undefined },
  }) as TransactionContext
  const answer = await rolledBack(ctx.db, () => tryRequest(alone, connection, request, told))
  const { about: _about, name: _name, ...rest } = told
  return { status: answer.status, answer: answer.body ? JSON.stringify(answer.body) : null, told: rest }
}

function requestOf({ method, path, request, about, status }: RecordRow): ScimRequest {
  const [place = '', query = ''] = path.replace(/^\/api\/scim\/v2/i, '').split('?', 2)
  const parts = place
    .split('/')
    .filter(part => part !== '')
    .map(decodeURIComponent)
  // Bulk operations run in separate transactions, which can't be rolled back together
  if (parts[0]?.toLowerCase() === 'bulk') throw problem('not-replayable')
  // The created user exists now, so replay the creation as a replacement
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
