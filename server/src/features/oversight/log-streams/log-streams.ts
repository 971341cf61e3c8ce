import { activityStatus } from '@claviger/contract/oversight/activity'
import { randomBytes } from 'node:crypto'
import { doneReply } from '@claviger/contract/platform/fields'
import type { LogStream, LogStreamChange, LogStreamInput } from '@claviger/contract/oversight/log-streams'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { type ShownActor, shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { deliveryErrorOf } from '#integrations/target.ts'
import { checkStreamAddress, checkCertificates, checkSecrets } from './stream-checks.ts'
import * as store from './log-streams.store.ts'
import type { StreamWithEnd, StreamRow } from './log-streams.store.ts'
import { openReceiverSecrets, receiverOf, sealSecrets } from './receivers.ts'
import type { StreamLine } from './sending/formats.ts'
import type { StreamSecrets } from './sending/receiver.ts'
import { send } from './sending/stream-sending.ts'

const most = 5

export const listStreams = async (ctx: TransactionContext): Promise<{ items: LogStream[] }> => ({
  items: (await store.streamsOf(ctx.db)).map(streamOfRow),
})

export async function createStream(ctx: TransactionContext, input: LogStreamInput) {
  checkStreamAddress(ctx, input.kind, input.address)
  checkCertificates(input)
  const workspace = workspaceOf(ctx)
  if ((await store.countStreams(ctx.db, workspace)) >= most) throw problem('log-streams-full')
  const id = newId()
  const signing = input.kind === 'https' ? randomBytes(32).toString('base64url') : undefined
  const secrets: StreamSecrets = { ...(signing !== undefined && { signing }), ...given(input) }
  await store.insertStream(ctx.db, {
    workspace_id: workspace,
    id,
    name: input.name,
    kind: input.kind,
    address: input.address,
    authority: input.authority || null,
    certificate: input.certificate || null,
    has_authorization: secrets.authorization !== undefined,
    sealed: await sealSecrets(ctx, id, secrets),
    position: input.from === 'now' ? await store.endOfChain(ctx.db) : 0,
    created_at: ctx.clock.now(),
    created_by: shownAs(ctx).name,
  })
  const stream = await streamById(ctx, id)
  await record(ctx, { action: 'log-stream.created', object: objectOf(stream), after: logFieldsOf(stream) })
  return { stream: streamOfRow(stream), secret: signing ?? null }
}

const given = (input: Pick<LogStreamInput, 'authorization' | 'privateKey'>): StreamSecrets => ({
  ...(input.authorization && { authorization: input.authorization }),
  ...(input.privateKey && { privateKey: input.privateKey }),
})

/** Changes a receiver and retries it immediately. @throws not-found, secret-needed, invalid-input */
export async function changeStream(ctx: TransactionContext, input: LogStreamChange): Promise<LogStream> {
  const before = await store.lockStream(ctx.db, input.id)
  if (!before) throw problem('not-found')
  checkStreamAddress(ctx, before.kind, input.address)
  checkCertificates(input)
  const kept = await openReceiverSecrets(ctx, before)
  checkSecrets(before, kept, input)
  const secrets: StreamSecrets = { ...kept, ...given(input) }
  if (input.authorization === '') delete secrets.authorization
  if (input.certificate === '') delete secrets.privateKey
  await store.updateStream(ctx.db, input.id, {
    name: input.name,
    address: input.address,
    ...(input.authority !== undefined && { authority: input.authority || null }),
    ...(input.certificate !== undefined && { certificate: input.certificate || null }),
    has_authorization: secrets.authorization !== undefined,
    sealed: await sealSecrets(ctx, input.id, secrets),
    next_try_at: null,
  })
  const after = await streamById(ctx, input.id)
  await record(ctx, {
    action: 'log-stream.updated',
    object: objectOf(after),
    before: logFieldsOf(before),
    after: logFieldsOf(after),
  })
  return streamOfRow(after)
}

export async function pauseStream(
  ctx: TransactionContext,
  { id, paused }: { id: string; paused: boolean },
): Promise<LogStream> {
  const before = await store.lockStream(ctx.db, id)
  if (!before) throw problem('not-found')
  if (before.paused !== paused) {
    await store.updateStream(ctx.db, id, { paused, next_try_at: null })
    const [was, is] = [before.paused, paused]
    await record(ctx, {
      action: 'log-stream.updated',
      object: objectOf(before),
      before: { paused: was },
      after: { paused: is },
    })
  }
  return streamOfRow(await streamById(ctx, id))
}

/** Sends one test line that is in no log and returns the result. @throws not-found */
export const testStream = withoutTransaction(async (ctx: RequestContext, { id }: { id: string }) => {
  const receiver = await ctx.transact(async inside => {
    const row = await streamById(inside, id)
    await record(inside, { action: 'log-stream.tested', object: objectOf(row) })
    return receiverOf(inside, row)
  })
  try {
    await send(receiver, [testLine(ctx, shownAs(ctx))])
    return { delivered: true, reason: null }
  } catch (error) {
    return { delivered: false, reason: deliveryErrorOf(error).message }
  }
})

const testLine = (ctx: RequestContext, by: ShownActor): StreamLine => ({
  position: 0,
  hash: '',
  id: newId(),
  at: ctx.clock.now(),
  kind: 'change',
  action: 'log-stream.tested',
  status: activityStatus.succeeded,
  reason: null,
  actorId: by.id,
  actorName: by.name,
  objectType: null,
  objectId: null,
  objectName: null,
  before: null,
  after: null,
  ip: ctx.request.ip,
  device: null,
  requestId: ctx.request.id,
  decision: null,
})

export async function removeStream(ctx: TransactionContext, { id }: { id: string }) {
  const row = await store.deleteStream(ctx.db, id)
  if (!row) throw problem('not-found')
  await record(ctx, { action: 'log-stream.deleted', object: objectOf(row), before: logFieldsOf(row) })
  return doneReply
}

async function streamById(ctx: TransactionContext, id: string): Promise<StreamWithEnd> {
  const row = await store.findStream(ctx.db, id)
  if (!row) throw problem('not-found')
  return row
}

const objectOf = (row: StreamRow) => ({ type: 'log-stream', id: row.id, name: row.name })

const logFieldsOf = (row: StreamRow) => ({
  name: row.name,
  kind: row.kind,
  address: row.address,
  ownAuthority: row.authority !== null,
  clientCertificate: row.certificate !== null,
  authorization: row.has_authorization,
})

const streamOfRow = (row: StreamWithEnd): LogStream => ({
  id: row.id,
  name: row.name,
  kind: row.kind === 'https' ? 'https' : 'syslog',
  address: row.address,
  ownAuthority: row.authority !== null,
  clientCertificate: row.certificate !== null,
  authorization: row.has_authorization,
  paused: row.paused,
  waiting: Math.max(0, row.end - row.position),
  missed: row.missed,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  error: row.error,
  failingSince: row.failing_since?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
})
