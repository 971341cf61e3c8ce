import { later, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import type { Redirect } from '#http/bind.ts'
import {
  isSaml,
  keysOf,
  providerAnywhere,
  type SamlRow,
} from '#features/connect/identity-providers/identity-providers.ts'
import { answerRefused, inWorkspace, keepAnswer } from './stored-answers.ts'
import { idOfRequest, externalSignInMinutes } from './browser-visit.ts'
import { insertExternalSignIn, spendAssertion, claimAnswer, type ExternalSignInRow } from './external-sign-in.store.ts'
import { formOf } from './form-body.ts'
import { ExternalIdentityError } from './identity.ts'
import { toFailed } from './sign-in-refusals.ts'
import { type VerifiedResponse, verifyAnswer } from './saml/answer-verification.ts'

/**
 * Receives a SAML response. It is a cross-site form post, so it carries no cookie: the page that completes the
 * sign-in proves which browser it belongs to.
 */
export async function samlAnswer(ctx: RequestContext, { id }: { id: string }): Promise<Redirect> {
  const form = await formOf(ctx)
  const found = await ctx.transact(async inner => {
    const row = await providerAnywhere(inner, id)
    return row && isSaml(row) ? { row, keys: await keysOf(inner, row) } : undefined
  })
  if (!found) return toFailed(ctx, 'unknown')
  const { row, keys } = found
  let underWay: ExternalSignInRow | undefined
  try {
    const answer = form.get('SAMLResponse')
    if (!answer) throw new ExternalIdentityError('No answer came')
    const verified = await verifyAnswer(ctx, row, keys, answer)
    underWay = await inWorkspace(ctx, row, inner => take(inner, row, verified))
    if (!row.active && !underWay.tested_by) return toFailed(ctx, 'unknown', underWay.visit)
    return await keepAnswer(ctx, row, underWay, verified)
  } catch (error) {
    return answerRefused(ctx, row, underWay, error)
  }
}

/** The sign-in of a response; each assertion and each request can be used only once. @throws ExternalIdentityError */
async function take(
  ctx: TransactionContext,
  row: SamlRow,
  { assertion, inResponseTo, endsAt }: VerifiedResponse,
): Promise<ExternalSignInRow> {
  const now = ctx.clock.now()
  const spent = { workspace_id: row.workspace_id, provider_id: row.id, assertion, expires_at: endsAt }
  if (!(await spendAssertion(ctx.db, spent))) throw new ExternalIdentityError('This assertion was used before')
  if (inResponseTo === null) {
    if (!row.settings.unsolicited)
      throw new ExternalIdentityError('This response was not requested, and unsolicited responses are not accepted')
    return unasked(ctx, row, now)
  }
  const id = idOfRequest(inResponseTo)
  const taken = id && (await claimAnswer(ctx.db, id, { now, provider: row.id, browser: undefined }))
  if (!taken)
    throw new ExternalIdentityError('The request that this answers is unknown, too old, or was answered before')
  if (taken.provider_version !== row.version) throw new ExternalIdentityError('The provider was changed meanwhile')
  return taken
}

async function unasked(ctx: TransactionContext, row: SamlRow, now: Date): Promise<ExternalSignInRow> {
  const made = {
    workspace_id: row.workspace_id,
    id: newId(),
    provider_id: row.id,
    provider_version: row.version,
    answered_at: now,
    created_at: now,
    expires_at: later(now, minutes(externalSignInMinutes)),
  }
  await insertExternalSignIn(ctx.db, made)
  return {
    ...made,
    browser_hash: null,
    redirect_url: null,
    tested_by: null,
    visit: null,
    identity: null,
    id_token: null,
    report: null,
    code_hash: null,
    code_expires_at: null,
    completed_at: null,
    about: null,
    pending: false,
  }
}
