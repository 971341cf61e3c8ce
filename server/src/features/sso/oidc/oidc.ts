import { problem } from '#platform/problem.ts'
import { sayTo } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { consentsOf, deleteConsent, deleteGiven } from './consents.store.ts'
import { rotateKeys } from './oidc.keys.ts'
import { forgetProviders } from './provider/providers.ts'
import { scopesInWords } from './consents.ts'

export async function listConsents(ctx: TransactionContext) {
  const say = sayTo(ctx)
  const rows = await consentsOf(ctx.db, userOf(ctx).id)
  return {
    items: rows.map(({ id, name, scopes, given_at }) => ({
      id,
      name,
      knows: scopesInWords(scopes, say),
      givenAt: given_at.toISOString(),
    })),
  }
}

export async function withdrawConsent(ctx: TransactionContext, { id }: { id: string }) {
  const user = userOf(ctx).id
  const gone = await deleteConsent(ctx.db, user, id)
  if (!gone) throw problem('not-found')
  if (gone.client_id !== null) await deleteGiven(ctx.db, user, gone.client_id)
  await record(ctx, {
    action: 'consent.withdrawn',
    object: { type: 'application', id: gone.id, name: gone.name },
    before: { scopes: gone.scopes.join(' ') },
  })
  return { ok: true as const }
}

export const renewKeys = withoutTransaction(async (ctx: RequestContext) => {
  const workspace = workspaceOf(ctx)
  const at = Object.assign(Object.create(ctx) as RequestContext & { workspace: string }, { workspace })
  const from = await rotateKeys(at)
  forgetProviders(ctx, workspace)
  return { signsFrom: from.toISOString() }
})
