import type { OutputOf } from '@claviger/contract/platform/endpoint'
import {
  openSupportRequests,
  type SupportKind,
  supportKinds,
  type SupportRequest,
  type SupportRequestOfWorkspace,
  type support,
} from '@claviger/contract/billing/support'
import { paginate } from '#platform/db/page.ts'
import { enterOnly, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mailAnswer, mailRequest } from './support-mails.ts'
import * as store from './support.store.ts'
import type { SupportListRow, SupportRow } from './support.store.ts'

type InputFor<Call extends keyof typeof support.calls> = OutputOf<(typeof support.calls)[Call]['input']>

const stateNames = ['open', 'in progress', 'done', 'declined'] as const

const numberOf = (row: Pick<SupportRow, 'number'>) => `SR-${row.number}`

const requestOf = (row: SupportRow): SupportRequest => ({
  id: row.id,
  number: numberOf(row),
  kind: row.kind,
  state: row.state,
  quantity: row.quantity,
  keys: row.keys,
  model: row.model,
  address: row.address,
  note: row.note,
  answer: row.answer,
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
})

const requestOfWorkspace = (row: SupportListRow): SupportRequestOfWorkspace => ({
  ...requestOf(row),
  sender: { name: row.sender_name, email: row.sender_email },
  workspace: { id: row.workspace_id, name: row.workspace_name },
})

const logObjectOf = (row: SupportRow) => ({ type: 'support-request', id: row.id, name: numberOf(row) })

interface SupportContent {
  kind: SupportKind
  quantity: number
  keys?: number
  model?: string
  address?: string
  note?: string | undefined
}

/** Stores a request and emails it to the operator. @throws too-many-support-requests */
async function send(ctx: TransactionContext, content: SupportContent): Promise<SupportRequest> {
  const sender = userOf(ctx)
  if ((await store.countOpen(ctx.db)) >= openSupportRequests) throw problem('too-many-support-requests')
  const now = ctx.clock.now()
  const row = await store.insertSupportRequest(ctx.db, {
    ...content,
    note: content.note === '' ? null : (content.note ?? null),
    workspace_id: workspaceOf(ctx),
    id: newId(),
    sender_id: sender.id,
    sender_name: sender.name.slice(0, 260),
    sender_email: sender.email,
    created_at: now,
    changed_at: now,
  })
  await mailRequest(ctx, row, numberOf(row))
  await record(ctx, {
    action: 'support.requested',
    object: logObjectOf(row),
    after: { model: row.model, quantity: row.quantity, securityKeys: row.keys },
  })
  return requestOf(row)
}

export const requestReaders = (ctx: TransactionContext, input: InputFor<'newReader'>): Promise<SupportRequest> =>
  send(ctx, { kind: supportKinds.newReader, ...input })

export const askForSubscription = (ctx: TransactionContext, { users, keys, note }: InputFor<'annualRequest'>) =>
  send(ctx, { kind: supportKinds.annualSubscription, quantity: users, keys, note })

export const listOwnRequests = async (ctx: TransactionContext): Promise<{ items: SupportRequest[] }> => ({
  items: (await store.requestsOf(ctx.db, userOf(ctx).id)).map(requestOf),
})

export const listAllRequests = (ctx: TransactionContext, ask: InputFor<'all'>) =>
  paginate<SupportRequestOfWorkspace>(ctx, ask, {
    ...store.requestList(ask.state, ask.kind),
    item: requestOfWorkspace,
  })

/** Sets the state, and emails it to the sender. @throws not-found */
export async function answerRequest(
  ctx: TransactionContext,
  { id, state, answer }: InputFor<'answer'>,
): Promise<SupportRequestOfWorkspace> {
  const row = await store.lockRequest(ctx.db, id)
  if (!row) throw problem('not-found')
  await enterOnly(ctx, row.workspace_id)
  const at = ctx.clock.now()
  const after = { ...row, state, answer: answer === undefined || answer === '' ? row.answer : answer, changed_at: at }
  await store.updateRequest(ctx.db, { id, state, answer: after.answer, at })
  if (row.sender_email !== null) await mailAnswer(ctx, after, row.sender_email, numberOf(row))
  await record(ctx, {
    action: 'support.answered',
    object: logObjectOf(row),
    before: { state: stateNames[row.state], answer: row.answer },
    after: { state: stateNames[state], answer: after.answer },
  })
  return requestOfWorkspace(after)
}
