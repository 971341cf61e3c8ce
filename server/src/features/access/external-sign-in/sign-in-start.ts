import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { later, minutes } from '#platform/clock.ts'
import { enterWorkspace, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { type FileReply, Redirect } from '#http/bind.ts'
import {
  isOidc,
  isSaml,
  type ProviderRow,
  providerById,
  secretOf,
} from '#features/connect/identity-providers/identity-providers.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { isAssurance } from '#features/access/identity-checks/identity-checks.ts'
import {
  browserAsking,
  markBrowser,
  readState,
  readVisit,
  requestIdOf,
  sealState,
  externalSignInMinutes,
} from './browser-visit.ts'
import { findExternalSignIn, insertExternalSignIn } from './external-sign-in.store.ts'
import { configurationOf, oidcAddress } from './oidc/oidc.ts'
import { refusedSignIn, toFailed } from './sign-in-refusals.ts'
import { samlRequest } from './saml/saml-sign-in-request.ts'

type Input = OutputOf<(typeof externalSignIn)['calls']['start']['input']>

/** Redirects to a workspace's provider (R25); if the sign-in can't start, redirects to the error page. */
export async function startSignIn(ctx: RequestContext, input: Input): Promise<Redirect | FileReply> {
  const began = await ctx.transact(inner => beginBy(inner, input))
  if (!began) return toFailed(ctx, 'unknown', input.visit)
  const { row, id, secret } = began
  const atPage = input.visit !== undefined
  const state = sealState(ctx, row.workspace_id, id)
  try {
    if (isSaml(row))
      return await samlRequest(ctx, row, secret ?? '', { requestId: requestIdOf(id), state, anew: atPage })
    if (!isOidc(row)) return toFailed(ctx, 'unknown', input.visit)
    const asked = { id, state, hint: input.login_hint, atPage }
    return new Redirect(await oidcAddress(ctx, await configurationOf(ctx, row, secret), row, asked))
  } catch (error) {
    return refusedSignIn(ctx, row, error, input.visit)
  }
}

const beginBy = (ctx: TransactionContext, input: Input): Promise<Began | undefined> =>
  input.visit !== undefined
    ? beginVisit(ctx, input.visit)
    : input.test === undefined
      ? begin(ctx, input)
      : beginTest(ctx, input.test)

interface Began {
  row: ProviderRow
  id: string
  secret: string | null
}

async function begin(ctx: TransactionContext, input: Input): Promise<Began | undefined> {
  const face = input.workspace === undefined ? undefined : await faceOf(ctx, input.workspace)
  if (!face || !isId(input.provider)) return undefined
  await enterWorkspace(ctx, face.id)
  const row = await providerById(ctx, input.provider)
  if (!row?.active || isAssurance(row)) return undefined
  const id = await note(ctx, row, { redirectUrl: input.redirectUrl ?? null })
  return { row, id, secret: await secretOf(ctx, row) }
}

const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')

async function beginVisit(ctx: TransactionContext, reference: string): Promise<Began | undefined> {
  const named = readVisit(ctx, reference)
  if (!named) return undefined
  await enterWorkspace(ctx, named.workspace)
  const row = await providerById(ctx, named.provider)
  if (!row?.active || (isAssurance(row) && named.about === null)) return undefined
  const { visit, about } = named
  return { row, id: await note(ctx, row, { visit, about }), secret: await secretOf(ctx, row) }
}

async function beginTest(ctx: TransactionContext, state: string): Promise<Began | undefined> {
  const named = readState(ctx, state)
  if (!named) return undefined
  await enterWorkspace(ctx, named.workspace)
  const found = await findExternalSignIn(ctx.db, named.id, ctx.clock.now())
  const browser = browserAsking(ctx)
  if (!found?.tested_by || !found.browser_hash || !browser || !sameBytes(found.browser_hash, browser)) return undefined
  const row = await providerById(ctx, found.provider_id)
  return row && { row, id: found.id, secret: await secretOf(ctx, row) }
}

/** Starts a test of a provider, which may still be disabled. @throws not-found */
export async function startTest(ctx: TransactionContext, { id }: { id: string }): Promise<{ url: string }> {
  const row = await providerById(ctx, id)
  if (!row) throw problem('not-found')
  const began = await note(ctx, row, { testedBy: userOf(ctx).id })
  const test = sealState(ctx, workspaceOf(ctx), began)
  return { url: `/login/sso?${new URLSearchParams({ test }).toString()}` }
}

async function note(
  ctx: TransactionContext,
  row: ProviderRow,
  {
    redirectUrl = null,
    testedBy = null,
    visit = null,
    about = null,
  }: Partial<Record<'redirectUrl' | 'testedBy' | 'visit' | 'about', string | null>>,
): Promise<string> {
  const id = newId()
  const now = ctx.clock.now()
  await insertExternalSignIn(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    provider_id: row.id,
    provider_version: row.version,
    browser_hash: markBrowser(ctx),
    redirect_url: redirectUrl,
    tested_by: testedBy,
    visit,
    about,
    created_at: now,
    expires_at: later(now, minutes(externalSignInMinutes)),
  })
  return id
}
