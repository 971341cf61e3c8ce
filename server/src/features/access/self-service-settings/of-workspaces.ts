import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { selfServiceOfWorkspaces } from '@claviger/contract/access/self-service-settings/self-service-of-workspaces'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { tryAutomatic } from './try-automatic.ts'
import { createPage, getPage, listPages, makeSecret, removePage, turnPage, updatePage } from './page-changes.ts'
import { codeOf, posterOf } from './poster/poster.ts'
import { previewPage } from './page-preview.ts'
import { resultsOfPage } from './page-results.ts'
import { listPageVersions, restorePage } from './versions.ts'

type InputFor<Call extends keyof typeof selfServiceOfWorkspaces.calls> = OutputOf<
  (typeof selfServiceOfWorkspaces.calls)[Call]['input']
>

/** Enters the workspace's context, so that row-level security hides all others. @throws not-found */
async function enter(ctx: TransactionContext, workspace: string): Promise<TransactionContext> {
  if (!(await faceOf(ctx, workspace))) throw problem('not-found')
  await enterOnly(ctx, workspace)
  return ctx
}

export const listPagesIn = async (ctx: TransactionContext, input: InputFor<'list'>) =>
  listPages(await enter(ctx, input.id))

export const getIn = async (ctx: TransactionContext, input: InputFor<'get'>) =>
  getPage(await enter(ctx, input.id), input)

export const createIn = async (ctx: TransactionContext, input: InputFor<'create'>) =>
  createPage(await enter(ctx, input.id), input)

export const updateIn = async (ctx: TransactionContext, { id, ...input }: InputFor<'update'>) =>
  updatePage(await enter(ctx, id), input)

export const turnIn = async (ctx: TransactionContext, input: InputFor<'turn'>) =>
  turnPage(await enter(ctx, input.id), input)

export const makeSecretIn = async (ctx: TransactionContext, input: InputFor<'makeSecret'>) =>
  makeSecret(await enter(ctx, input.id), input)

/** Deletes pages of a workspace, all or none. @throws not-found */
export async function removeIn(ctx: TransactionContext, input: InputFor<'remove'>) {
  await enter(ctx, input.id)
  for (const page of input.ids) await removePage(ctx, { page })
  return doneReply
}

export const versionsIn = async (ctx: TransactionContext, input: InputFor<'versions'>) =>
  listPageVersions(await enter(ctx, input.id), input)

export const restoreIn = async (ctx: TransactionContext, input: InputFor<'restore'>) =>
  restorePage(await enter(ctx, input.id), input)

export const previewIn = async (ctx: TransactionContext, input: InputFor<'preview'>) =>
  previewPage(await enter(ctx, input.id), input)

export const codeIn = async (ctx: TransactionContext, input: InputFor<'code'>) =>
  codeOf(await enter(ctx, input.id), input)

export const resultsIn = async (ctx: TransactionContext, input: InputFor<'results'>) =>
  resultsOfPage(await enter(ctx, input.id), input)

const within = (ctx: RequestContext, workspace: string): RequestContext =>
  Object.assign(Object.create(ctx) as RequestContext, {
    transact: <T>(work: (inside: TransactionContext) => Promise<T>) =>
      ctx.transact(async inside => work(await enter(inside, workspace))),
  })

export const posterIn = (ctx: RequestContext, input: InputFor<'poster'>) => posterOf(within(ctx, input.id), input)

export const tryAutomaticIn = (ctx: RequestContext, input: InputFor<'tryAutomatic'>) =>
  tryAutomatic(within(ctx, input.id), input)
