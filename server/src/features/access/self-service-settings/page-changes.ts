import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import * as z from 'zod/mini'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { mustActForAllUsers, mustBeLetToGuard, mustBePossible } from './page-checks.ts'
import { notifyOwnersOfPage } from './notices/page-mails.ts'
import { briefsOf, replyOfPage } from './page-replies.ts'
import { secretAbout, settingsOfRow } from './self-service-settings.ts'
import * as store from './self-service-settings.store.ts'
import type { PageRow } from './self-service-settings.store.ts'
import { logFieldsOfPage } from './notices/page-log.ts'

type InputFor<Call extends keyof typeof selfServicePages.calls> = OutputOf<
  (typeof selfServicePages.calls)[Call]['input']
>

export const mostPages = 50

export const formats = { none: undefined, dec: 'decimal', hex: 'hex' } as const

const reservedText = msg(
  'A page of another workspace had this address within the last year, so it is reserved. Choose another one',
)

const unchosen = z.parse(PageSettings, {})

export const listPages = async (ctx: TransactionContext) => ({
  items: await briefsOf(ctx, await store.ownPages(ctx.db)),
})

/** One page. @throws not-found */
export async function getPage(ctx: TransactionContext, { page }: { page: string }) {
  const row = await store.ownPage(ctx.db, page)
  if (!row) throw problem('not-found')
  return replyOfPage(ctx, row)
}

/** Locks a page until the transaction ends. @throws not-found */
export async function pageToChange(ctx: TransactionContext, page: string): Promise<PageRow> {
  const row = await store.lockPage(ctx.db, page)
  if (!row) throw problem('not-found')
  return row
}

/**
 * Creates a page; unless it is a draft, it is open immediately, as if switched on.
 * @throws page-address-taken, pages-full, acts-for-all, verify-first, invalid-input
 */
export async function createPage(ctx: TransactionContext, input: InputFor<'create'>) {
  const settings = input.settings ?? unchosen
  const opens = input.draft !== true
  if (opens) mustLetIn(ctx)
  const guards = mustBeLetToGuard(ctx, unchosen, settings) || opens
  await mustBePossible(ctx, settings)
  const workspace = workspaceOf(ctx)
  if ((await store.countPages(ctx.db, workspace)) >= mostPages) throw problem('pages-full')
  if (await store.isReserved(ctx.db, input.page)) throw problem('page-address-taken', reservedText)
  const now = ctx.clock.now()
  const row = await store.insertPage(ctx.db, {
    workspace_id: workspace,
    id: newId(),
    address: input.page,
    name: input.name,
    active: opens,
    opened_at: opens ? now : null,
    settings: JSON.stringify(settings),
    version: 1,
    changed_at: now,
    changed_by: askerOf(ctx).name.slice(0, 260),
    created_at: now,
  })
  await store.keepVersion(ctx.db, row)
  await record(ctx, {
    action: 'self-service-page.created',
    object: objectOf(row),
    after: logFieldsOfPage(row.name, settings),
  })
  if (guards) await notifyOwnersOfPage(ctx, row.name)
  return replyOfPage(ctx, row)
}

/** Opening a page grants access to all users. @throws acts-for-all, verify-first */
function mustLetIn(ctx: TransactionContext): void {
  mustActForAllUsers(ctx)
  mustBeFresh(ctx, 'workspace.write')
}

/** Changes a page; idempotent. @throws not-found, changed-meanwhile, acts-for-all, verify-first, invalid-input */
export const updatePage = async (ctx: TransactionContext, { page, ...to }: InputFor<'update'>) =>
  savePage(ctx, await pageToChange(ctx, page), to, 'self-service-page.updated')

/** Saves a new version of a locked page. @throws changed-meanwhile, acts-for-all, verify-first, invalid-input */
export async function savePage(
  ctx: TransactionContext,
  row: PageRow,
  to: { name: string; settings: PageSettings; version: number },
  action: 'self-service-page.updated' | 'self-service-page.restored',
) {
  if (row.version !== to.version) throw problem('changed-meanwhile')
  const before = settingsOfRow(row)
  if (row.name === to.name && JSON.stringify(before) === JSON.stringify(to.settings)) return replyOfPage(ctx, row)
  const guards = mustBeLetToGuard(ctx, before, to.settings)
  await mustBePossible(ctx, to.settings)
  const after = await store.changePage(ctx.db, row.id, {
    name: to.name,
    settings: JSON.stringify(to.settings),
    version: row.version + 1,
    changed_at: ctx.clock.now(),
    changed_by: askerOf(ctx).name.slice(0, 260),
  })
  await store.keepVersion(ctx.db, after)
  await record(ctx, {
    action,
    object: objectOf(after),
    before: logFieldsOfPage(row.name, before),
    after: logFieldsOfPage(to.name, to.settings),
  })
  if (guards) await notifyOwnersOfPage(ctx, to.name)
  return replyOfPage(ctx, after)
}

/** Switches a page off, or on with permission to act for all users. @throws not-found, acts-for-all, verify-first */
export async function turnPage(ctx: TransactionContext, input: { page: string; active: boolean }) {
  const row = await pageToChange(ctx, input.page)
  if (row.active === input.active) return replyOfPage(ctx, row)
  if (input.active) mustLetIn(ctx)
  const opened = input.active && row.opened_at === null && { opened_at: ctx.clock.now() }
  const after = await store.changePage(ctx.db, row.id, { active: input.active, ...opened })
  await record(ctx, {
    action: 'self-service-page.turned',
    object: objectOf(row),
    before: { active: row.active },
    after: { active: after.active },
  })
  if (after.active) await notifyOwnersOfPage(ctx, after.name)
  return replyOfPage(ctx, after)
}

/**
 * Creates the secret that signs requests to the owner's own system; returned once.
 * @throws not-found, acts-for-all
 */
export async function makeSecret(ctx: TransactionContext, { page }: { page: string }) {
  mustActForAllUsers(ctx)
  const row = await pageToChange(ctx, page)
  const secret = randomBytes(32).toString('base64url')
  const sealed = (await sealerOfWorkspace(ctx)).seal(secret, secretAbout(row.id, row.workspace_id))
  await store.changePage(ctx.db, row.id, { automatic_secret: sealed })
  await record(ctx, { action: 'self-service-page.secret-made', object: objectOf(row) })
  return { secret }
}

/** Deletes a page with its versions and statistics. @throws not-found */
export async function removePage(ctx: TransactionContext, { page }: { page: string }) {
  const row = await store.deletePage(ctx.db, page)
  if (!row) throw problem('not-found')
  await record(ctx, {
    action: 'self-service-page.deleted',
    object: objectOf(row),
    before: logFieldsOfPage(row.name, settingsOfRow(row)),
  })
  return doneReply
}

const objectOf = (row: PageRow) => ({ type: 'self-service-page', id: row.id, name: row.name })
